// The board for analysis with the real rules: moving, variations, undoing, folding.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '../rules';
import { START_FEN } from '../table/placement';
import { realNotation, realRules } from './for-tests';
import type { Notation } from './pgn';
import { landing, Study } from './study.svelte';
import { emptyTree, mainLine, nodeAt, type GameTree } from './tree';

let rules: Rules;
let notation: Notation;
beforeAll(async () => {
  [rules, notation] = [await realRules(), await realNotation()];
});

const opened = (tree: GameTree = emptyTree(START_FEN)): Study => new Study(rules, 'test', tree);
const main = ({ tree }: Study): string => mainLine(tree).map(({ san }) => san).join(' ');

describe('moving', () => {
  it('plays, goes on in a line that is there, and branches', () => {
    const study = opened();
    study.attempt('e2', 'e4');
    study.type('c5');
    study.first();
    study.attempt('e2', 'e4');
    expect(study.node.san).toBe('e4');
    study.attempt('e7', 'e5');
    expect(main(study)).toBe('e4 c5');
    expect(nodeAt(study.tree, study.node.parent ?? 0).children).toHaveLength(2);
    study.beside(1);
    expect(study.node.san).toBe('c5');
    study.beside(-1);
    expect(study.node.san).toBe('e5');
    expect(study.turn).toBe('white');
  });

  it('says why a move is none, and nothing has changed', () => {
    const study = opened();
    study.attempt('e2', 'e5');
    expect(study.refusal?.sentence).toMatch(/pawn/);
    expect(study.refusal?.squares).toContain('e5');
    expect(study.type('Ke2')).toBe(false);
    expect(study.main).toHaveLength(0);
    study.attempt('e2', 'e4');
    expect(study.refusal).toBeNull();
  });

  it('asks what a pawn becomes', () => {
    const study = opened(emptyTree('8/P3k3/8/8/8/8/8/4K3 w - - 0 1'));
    study.attempt('a7', 'a8');
    expect(study.promotion).toEqual({ from: 'a7', to: 'a8', color: 'white' });
    study.promote('knight');
    expect(study.node.san).toBe('a8=N');
    study.first();
    study.attempt('a7', 'a8');
    study.promote(null);
    expect(study.at).toBe(0);
  });

  it('passes where no check stands, and engine lines enter the tree', () => {
    const study = opened();
    expect(study.type('--')).toBe(true);
    expect(study.turn).toBe('black');
    const line = study.written(study.node, ['e7e5', 'e2e4', 'a1a8']);
    expect(line.map(({ san }) => san)).toEqual(['e5', 'e4']);
    study.follow(line);
    expect(main(study)).toBe('-- e5 e4');
    expect(notation.write(study.tree)).toContain('1. -- e5 2. e4');
    const check = opened(emptyTree('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'));
    expect(check.type('--')).toBe(false);
    expect(check.refusal?.squares).toEqual(['e1']);
  });

  it('knows mate and stalemate, and where the king of Chess960 lands', () => {
    const mate = opened(notation.read('1. f3 e5 2. g4 Qh4# 0-1').tree);
    mate.last();
    expect(mate.scene).toMatchObject({ over: true, check: 'e1' });
    const castled = notation.read('[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O *').tree;
    expect(landing(castled, nodeAt(castled, 1))).toEqual({ from: 'e1', to: 'g1' });
  });
});

describe('edits', () => {
  it('are undone and done again, each with its place', () => {
    const study = opened();
    study.type('e4');
    study.type('e5');
    study.comment('  open \n game ');
    study.glyph(1);
    study.glyph(4);
    study.glyph(16);
    expect(study.node.notes).toEqual({ comments: ['open game'], nags: [4, 16] });
    study.undo();
    study.undo();
    study.undo();
    study.undo();
    expect(study.node.notes).toEqual({});
    study.undo();
    expect(main(study)).toBe('e4');
    study.redo();
    study.redo();
    expect(study.node.notes.comments).toEqual(['open game']);
    expect(study.canRedo).toBe(true);
    study.draw({ color: 'G', from: 'e5' });
    expect(study.canRedo).toBe(false);
    expect(study.marks).toEqual([{ color: 'G', from: 'e5' }]);
  });

  it('delete from the shown move on, and undo brings it back', () => {
    const study = opened(notation.read('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *').tree);
    study.goTo(study.mainAt(2));
    study.remove();
    expect(main(study)).toBe('e4 c5 Nf3');
    expect(study.node.san).toBe('e4');
    study.undo();
    expect(main(study)).toBe('e4 e5 Nf3');
    study.removeVariations();
    expect(study.tree.nodes.filter(Boolean)).toHaveLength(4);
  });

  it('fold a variation away, which opens when somebody goes there', () => {
    const study = opened(notation.read('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *').tree);
    const c5 = study.tree.nodes.find((node) => node?.san === 'c5')?.id ?? -1;
    study.goTo(c5);
    study.fold(c5);
    expect(study.folded.has(c5)).toBe(true);
    expect(study.node.san).toBe('e5');
    study.goTo(c5);
    expect(study.folded.size).toBe(0);
  });
});
