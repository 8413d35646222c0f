// Moves tried on a diagram: what is legal stands and can be taken back, what is not says why, an end is told.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '$lib/rules';
import { positionInWords } from './diagram';
import { realRules } from '../rules-for-tests';
import { Trial } from './trial.svelte';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

const trial = (fen: string, moves: string[] = []): Trial => new Trial(rules, { fen, moves, chess960: false });

describe('a trial', () => {
  it('refuses with the article and the squares, and stays where it was', () => {
    const here = trial('3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1');
    here.attempt('e1', 'c1');
    expect(here.notice).toMatchObject({ kind: 'refused', article: '3.8.2.2' });
    expect(here.notice?.sentence).toContain('d1');
    expect(here.marks).toContain('d8');
    expect(here.played).toEqual([]);
    expect(here.revision).toBe(1);
  });

  it('plays by turns and takes back to its beginning, never before it', () => {
    const here = trial('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', ['d7d5']);
    expect(here.turn).toBe('white');
    here.try('e5d6');
    expect(here.turn).toBe('black');
    expect(here.men.has('d5')).toBe(false);
    here.back();
    here.back();
    expect(here.men.has('d5')).toBe(true);
    expect(here.lastMove).toEqual({ from: 'd7', to: 'd5' });
  });

  it('asks what a pawn becomes, and leaves it when nothing is chosen', () => {
    const here = trial('8/5P1k/8/7K/8/8/8/8 w - - 0 1');
    here.attempt('f7', 'f8');
    expect(here.promotion).toMatchObject({ from: 'f7', to: 'f8', color: 'white' });
    here.choose(null);
    expect(here.played).toEqual([]);
    here.attempt('f7', 'f8');
    here.choose('queen');
    expect(here.notice).toMatchObject({ kind: 'over', article: '5.2.1' });
  });

  it('reads typed moves, and tells mate', () => {
    const here = trial('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
    expect(here.read('Rd9')).toBe(false);
    expect(here.notice?.kind).toBe('refused');
    expect(here.read('Rd8#')).toBe(true);
    expect(here.notice?.sentence).toBe('Checkmate: Black has lost.');
    here.again();
    expect(here.notice).toBeNull();
  });
});

describe('a diagram in words', () => {
  it('names the men of both sides and who is to move', () => {
    expect(positionInWords('4k3/8/8/8/8/8/P7/R3K3 b Q - 0 1')).toBe(
      'White: king e1; rook a1; pawn a2. Black: king e8. Black to move.',
    );
    expect(positionInWords('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')).toMatch(/start of the game/);
  });
});
