// Trees: moves and variations, and edits that leave the tree before as it was. And PGN through the real package.
import { beforeAll, describe, expect, it } from 'vitest';
import { START_FEN } from '../table/placement';
import { realNotation } from './for-tests';
import type { Notation } from './pgn';
import * as edit from './tree';
import type { GameTree } from './tree';

const RICH =
  '[White "Ada"]\n[Black "Bo"]\n\n{To begin} 1. e4 $1 {[%clk 0:09:58.4][%cal Ge2e4][%csl Yd4] good} e5 (1... c5 2. Nf3 ' +
  '(2. c3 d5) 2... d6) ({Rare is} 1... f6 $2) 2. Nf3 Nc6 3. Bb5 1-0\n';

let notation: Notation;
beforeAll(async () => {
  notation = await realNotation();
});

const read = (pgn: string): GameTree => notation.read(pgn).tree;
/** On one line. */
const flat = (tree: GameTree): string => notation.write(tree).replace(/\s+/g, ' ');
const sans = (nodes: readonly edit.Node[]): string => nodes.map(({ san }) => san).join(' ');
const find = (tree: GameTree, san: string): number => tree.nodes.find((node) => node?.san === san)?.id ?? -1;

describe('a tree of PGN', () => {
  it('has the main line, its variations and what is written', () => {
    const tree = read(RICH);
    expect(sans(edit.mainLine(tree))).toBe('e4 e5 Nf3 Nc6 Bb5');
    const [e4] = edit.mainLine(tree);
    expect(e4?.children.map((id) => edit.nodeAt(tree, id).san)).toEqual(['e5', 'c5', 'f6']);
    expect(e4?.notes).toEqual({
      comments: ['good'], nags: [1], clockMs: 598_400,
      marks: [{ color: 'Y', from: 'd4' }, { color: 'G', from: 'e2', to: 'e4' }],
    });
    expect(edit.nodeAt(tree, find(tree, 'f6')).notes).toEqual({ before: ['Rare is'], nags: [2] });
    expect(edit.nameOf(tree, find(tree, 'd5'))).toBe('2… d5');
    expect(edit.isMain(tree, find(tree, 'Bb5'))).toBe(true);
    expect(edit.isMain(tree, find(tree, 'd6'))).toBe(false);
    expect(edit.sizeOf(tree)).toBe(11);
  });

  it('is written as it was read', () => {
    const written = notation.write(read(RICH));
    expect(written).toContain('1. e4 $1 {[%clk 0:09:58.4]');
    expect(written.replace(/\s+/g, ' ')).toContain('(1... c5 2. Nf3 (2. c3 d5) 2... d6) ({Rare is} 1... f6 $2)');
    expect(notation.write(read(written))).toBe(written);
  });

  it('comes from Chess960, from positions, and with null moves', () => {
    const games = [
      '[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O Ke7 *',
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"]\n\n17... Kd7 18. -- Ke7 *',
    ];
    for (const game of games) {
      const tree = read(game);
      expect(edit.mainLine(tree).length).toBeGreaterThan(1);
      expect(notation.write(read(notation.write(tree)))).toBe(notation.write(tree));
    }
    expect(read(games[0] ?? '').chess960).toBe(true);
    expect(read(games[1] ?? '').nodes[2]).toMatchObject({ uci: null, san: '--' });
  });

  it('tells what could not be read, with its place', () => {
    const { tree, cuts } = notation.read('1. e4 e5\n2. Ke3 Nc6 *');
    expect(sans(edit.mainLine(tree))).toBe('e4 e5');
    expect(cuts[0]?.fault).toMatchObject({ line: 2, column: 4, token: 'Ke3' });
    expect(cuts[0]?.fault.sentence).toMatch(/king/);
  });

  it('lists the games of a file', () => {
    expect(notation.list('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *').map(({ tags }) => tags)).toEqual([
      [['White', 'A']], [['White', 'B']],
    ]);
    expect(sans(edit.mainLine(notation.read('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *', 1).tree))).toBe('d4');
  });
});

describe('edits', () => {
  const played = (san: string, uci: string): edit.Played => ({ san, uci, fen: `after ${san}` });

  it('add a move once, the first as the main continuation', () => {
    const empty = edit.emptyTree(START_FEN);
    const first = edit.addMove(empty, 0, played('e4', 'e2e4'));
    const second = edit.addMove(first.tree, 0, played('d4', 'd2d4'));
    expect(edit.addMove(second.tree, 0, played('e4', 'e2e4'))).toEqual({ tree: second.tree, id: first.id });
    expect(sans(edit.mainLine(second.tree))).toBe('e4');
    expect(edit.besides(second.tree, second.id)).toEqual([first.id, second.id]);
    expect(empty.nodes).toHaveLength(1);
  });

  it('promote a variation step by step, and at once', () => {
    const tree = read(RICH);
    const f6 = find(tree, 'f6');
    const up = edit.promote(tree, f6);
    const order = (now: GameTree): string[] => edit.besides(now, f6).map((id) => edit.nodeAt(now, id).san);
    expect(order(up)).toEqual(['e5', 'f6', 'c5']);
    expect(order(edit.promote(up, f6))).toEqual(['f6', 'e5', 'c5']);
    const d5 = find(tree, 'd5');
    expect(sans(edit.mainLine(edit.promoteToMain(tree, d5)))).toBe('e4 c5 c3 d5');
    expect(edit.promote(tree, find(tree, 'Bb5'))).toBe(tree);
    expect(flat(edit.promoteToMain(tree, d5))).toContain('1... c5 (1... e5 2. Nf3 Nc6 3. Bb5)');
  });

  it('delete a move with all that follows, and the rest can still be written', () => {
    const tree = read(RICH);
    const less = edit.deleteFrom(tree, find(tree, 'c5'));
    expect(edit.has(less, find(tree, 'd5'))).toBe(false);
    expect(flat(less)).toContain('e5 ({Rare is} 1... f6 $2) 2. Nf3');
    expect(edit.sizeOf(edit.deleteVariations(tree))).toBe(5);
    expect(sans(edit.mainLine(edit.deleteAfter(tree, find(tree, 'e5'))))).toBe('e4 e5');
    expect(edit.deleteFrom(tree, 0)).toBe(tree);
    expect(edit.has(tree, find(tree, 'd5'))).toBe(true);
  });

  it('write about moves, and take away what is empty', () => {
    const tree = read('1. e4 *');
    const noted = edit.annotate(tree, 1, { comments: ['best by test'], marks: [{ color: 'R', from: 'e4' }] });
    expect(flat(noted)).toContain('1. e4 {[%csl Re4]} {best by test} *');
    expect(edit.nodeAt(edit.annotate(noted, 1, { comments: [], marks: [] }), 1).notes).toEqual({});
    expect(edit.toggleMark([{ color: 'R', from: 'e4' }], { color: 'G', from: 'e4' })).toEqual([{ color: 'G', from: 'e4' }]);
    expect(edit.toggleMark([{ color: 'R', from: 'e4' }], { color: 'R', from: 'e4' })).toEqual([]);
    expect(edit.tagOf(edit.setTag(tree, 'White', 'Ada'), 'White')).toBe('Ada');
    expect(edit.setTag(edit.setTag(tree, 'White', 'Ada'), 'White', '').tags).toEqual([]);
  });
});
