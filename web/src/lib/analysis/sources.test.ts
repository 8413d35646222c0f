// Links, texts and positions as games for the analysis; names; refusals with their place.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '../rules';
import { START_FEN } from '../table/placement';
import { realNotation, realRules } from './for-tests';
import type { Notation } from './pgn';
import { askedBy, linkTo, packPgn, unpackPgn } from './share';
import { isRunning, nameOfGame, pastedAs, positionOf, refusalOf, remarksOn, tellingName, treeOfMoves } from './sources';
import { mainLine } from './tree';

const USELESS = 'En passant square e3: no pawn can take there, so the square is left out.';

let rules: Rules;
let notation: Notation;
beforeAll(async () => {
  [rules, notation] = [await realRules(), await realNotation()];
});

describe('links', () => {
  it('hold a whole game', async () => {
    const pgn = notation.write(notation.read('[White "Ünal"]\n\n1. e4 {schön} e5 (1... c5) *').tree);
    const packed = await packPgn(pgn);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(await unpackPgn(packed)).toBe(pgn);
    await expect(unpackPgn('no-game')).rejects.toThrow();
    const url = new URL(await linkTo('http://x', pgn, START_FEN, 3));
    expect(url.searchParams.get('fen')).toBe(START_FEN.replaceAll(' ', '_'));
    expect(askedBy(url)).toMatchObject({ game: packed, ply: 3, chess960: false });
  });

  it('ask by hash and by query', () => {
    const asked = (address: string) => askedBy(new URL(address, 'http://x'));
    expect(asked('/analysis#fen=8/8_w&moves=e2e4,e7e5&ply=1')).toMatchObject({ fen: '8/8_w', moves: ['e2e4', 'e7e5'], ply: 1 });
    expect(asked('/analysis#pgn=1.%20e4%20e5').pgn).toBe('1. e4 e5');
    expect(asked('/analysis?game=abc-1')).toMatchObject({ game: 'abc-1', id: null, ply: null });
    expect(asked('/analysis#table=t1&number=2').table).toEqual({ id: 't1', number: 2 });
    expect(asked('/analysis')).toMatchObject({ game: null, pgn: null, fen: null, moves: [], table: null });
  });
});

describe('what somebody brings', () => {
  it('is a position or a game', () => {
    expect(pastedAs(` ${START_FEN} `).type).toBe('position');
    expect(pastedAs('1. e4 e5').type).toBe('games');
    expect(pastedAs(`[FEN "${START_FEN}"]`).type).toBe('games');
    expect(positionOf(notation, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq', false).fen).toBe(START_FEN);
    expect(() => positionOf(notation, '8/8/8/8/8/8/8/8 w - - 0 1', false)).toThrow('White has no king. Black has no king.');
  });

  it('is refused with line, column and what was expected', () => {
    const refusal = (text: string) => refusalOf(notation.read(text));
    expect(refusal('1. Ke3')).toMatch(/^Line 1, column 4: “Ke3”\. .*king/);
    expect(refusal('[White "A"]\n\n1. e5')).toMatch(/^Line 3, column 4: “e5”/);
    expect(refusal('1. e4 Ke3')).toBeNull();
    expect(refusal('[White "A"]\n\n*')).toBeNull();
    expect(refusal('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*')).toMatch(/no king/);
    expect(() => notation.read('')).toThrow(/no game/);
  });

  it('is a line of moves, or the first that is none', () => {
    const tree = treeOfMoves(rules, START_FEN, false, ['e2e4', 'e7e5']);
    expect(mainLine(tree).map(({ san }) => san)).toEqual(['e4', 'e5']);
    expect(() => treeOfMoves(rules, START_FEN, false, ['e2e4', 'e2e4'])).toThrow(/^Move 2 of the link, “e2e4”/);
  });

  it('has a name', () => {
    expect(nameOfGame([['White', 'Ada'], ['Black', '?']])).toBe('Ada – ?');
    expect(nameOfGame([['White', '?'], ['Event', 'Cup']])).toBe('Cup');
  });

  it('is told from others without a name by its opening or its moves', () => {
    const called = (moves: string[], fen = START_FEN, name = '') => {
      const tree = treeOfMoves(rules, fen, false, moves);
      return tellingName({ name, tree }, (at) => notation.opening(at));
    };
    expect(called(['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'])).toMatch(/Ruy Lopez/);
    expect(called(['e2e4'], START_FEN, 'Mine')).toBe('Mine');
    expect(called([])).toBe('New analysis');
    expect(called([], '4k3/8/8/8/8/8/8/4K3 w - - 0 1')).toBe('Position');
    expect(called(['e8d7', 'e1d2'], '4k3/8/8/8/8/8/8/R3K3 b - - 0 7')).toBe('Position: 7… Kd7 8. Kd2');
    const tree = treeOfMoves(rules, START_FEN, false, ['e2e4', 'e7e5', 'g1f3']);
    expect(tellingName({ name: 'New analysis', tree })).toBe('1. e4 e5 2. Nf3');
    expect(tellingName({ name: 'New analysis', tree: { ...tree, tags: [['White', 'Ada']] } })).toBe('Ada – ?');
    expect(tellingName({ name: '', tree: { ...tree, tags: [['White', '?'], ['Event', 'Cup'], ['Date', '2026.11.30']] } })).toBe('Cup');
    expect(tellingName({ name: '', tree: { ...tree, tags: [['Date', '2026.11.??']] } })).toBe('Game of 2026-11');
    expect(tellingName({ name: '', tree: { ...tree, tags: [['Date', '????.??.??']] } })).toBe('1. e4 e5 2. Nf3');
  });

  it('is remarked on where it is odd', () => {
    const remarks = (text: string) => remarksOn(notation.read(text), notation);
    expect(remarks('1. e4 e5 {comment')).toEqual(['Line 1, column 10: “comment”. The comment is never closed.']);
    expect(remarks('1. e4 e5 (1... Nf6').join()).toMatch(/The variation is never closed\.$/);
    expect(remarks('1. e4 e5')).toEqual([]);
    expect(remarks('[FEN "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"]\n\n1... Kd7')).toEqual([USELESS]);
    expect(remarks('[FEN "4k3/8/8/8/4P3/8/8/4K3 b K - 0 1"]\n\n1... Kd7').join()).toMatch(/^White cannot castle kingside: [^,]*$/);
  });

  it('says what of a position it has left out, and why', () => {
    const mended = (fen: string) => positionOf(notation, fen, false).mended;
    expect(mended('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')).toEqual([USELESS]);
    expect(mended('4k3/8/8/8/4P3/8/8/4K3_b_-_d3')).toEqual(['En passant square d3: no pawn that could have passed it stands on d4.']);
    expect(mended('4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1').join()).toMatch(/^En passant square e6: with black to move it must be on rank 3/);
    // The pawn on d4 would uncover its own king: the square is of no use either.
    expect(mended('3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1')).toEqual([USELESS]);
    expect(mended('4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1')).toEqual([]);
    expect(mended(START_FEN)).toEqual([]);
  });

  it('is not looked at while it is played at a table', () => {
    const game = (site: string, end: string) => notation.read(`[Site "${site}"]\n[Termination "${end}"]\n\n1. e4 *`).tree;
    expect(isRunning(game('http://here/t/a1b2', 'unterminated'))).toBe(true);
    expect(isRunning(game('http://here/t/a1b2', 'normal'))).toBe(false);
    expect(isRunning(game('one device for two', 'unterminated'))).toBe(false);
  });
});
