// A pasted game is judged by the rules, and what is wrong with it is said.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '$lib/rules';
import { gameOfPgn } from './load';
import { realRules } from './rules-for-tests';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

const opened = (text: string) => gameOfPgn(text, rules);

describe('a pasted game', () => {
  it('has its players, its moves and its result', () => {
    const game = opened('[White "Ana"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. f3 e5 2. g4?? {oh no} Qh4# 0-1');
    expect(game.white.name).toBe('Ana');
    expect(game.black.name).toBe('Ben');
    expect(game.moves).toEqual(['f2f3', 'e7e5', 'g2g4', 'd8h4']);
    expect(game.outcome).toEqual({ type: 'win', color: 'black' });
  });

  it('begins where its FEN says', () => {
    const game = opened('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd7 31. e4 *');
    expect(game.startFen).toBe('4k3/8/8/8/8/8/4P3/4K3 b - - 0 30');
    expect(game.moves).toEqual(['e8d7', 'e2e4']);
    expect(game.outcome).toBeNull();
    expect(game.white.name).toBe('White');
  });

  it('castles as Chess960 castles', () => {
    const game = opened('[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O *');
    expect(game.moves).toEqual(['e1g1']);
    expect(game.chess960).toBe(true);
  });

  it('names the first word that is no move, and why', () => {
    expect(() => opened('1. e4 e5 2. Ke3')).toThrow(/^Move 2: “Ke3” is not possible\. .+\.$/);
    expect(() => opened('hello')).toThrow('Move 1: “hello”');
    expect(() => opened('')).toThrow('There are no moves in this text.');
    expect(() => opened('[FEN "nothing"]\n\n1. e4')).toThrow();
  });
});
