// Moves in words: every form that SAN can take.
import { describe, expect, it } from 'vitest';
import { cellLabel, moveInWords } from './words';

describe('words', () => {
  it.each([
    ['e4', 'pawn e4'],
    ['exd5', 'pawn e takes d5'],
    ['Nf3', 'knight f3'],
    ['Nbd2', 'knight b d2'],
    ['R1xe2+', 'rook 1 takes e2, check'],
    ['O-O', 'castles short'],
    ['O-O-O#', 'castles long, checkmate'],
    ['fxe8=N+', 'pawn f takes e8, becomes a knight, check'],
    ['a8=Q', 'pawn a8, becomes a queen'],
  ])('%s is "%s"', (san, words) => expect(moveInWords(san)).toBe(words));

  it('labels a square with its man and where it may go', () => {
    const facts = {
      square: 'e4', man: { role: 'pawn', color: 'white' } as const, targets: ['e5', 'd5'],
      selected: false, target: false, lastMove: false, check: false, premove: false, bound: false,
    };
    expect(cellLabel(facts)).toBe('e4, white pawn, can move to e5, d5');
    expect(cellLabel({ ...facts, man: undefined, targets: undefined, target: true })).toBe(
      'e4, empty, possible target',
    );
  });
});
