// Numbering of moves, also where Black begins or the count starts late.
import { describe, expect, it } from 'vitest';
import { START_FEN } from './placement';
import { numberMoves } from './numbering';

describe('numberMoves', () => {
  it('pairs White and Black', () => {
    expect(numberMoves(START_FEN, ['e4', 'e5', 'Nf3'])).toEqual([
      { number: 1, entries: [{ ply: 1, color: 'white', san: 'e4' }, { ply: 2, color: 'black', san: 'e5' }] },
      { number: 2, entries: [{ ply: 3, color: 'white', san: 'Nf3' }] },
    ]);
  });

  it('leaves the first place open when Black begins', () => {
    expect(numberMoves('4k3/8/8/8/8/8/8/4K3 b - - 0 30', ['Kd7', 'Kd2'])).toEqual([
      { number: 30, entries: [null, { ply: 1, color: 'black', san: 'Kd7' }] },
      { number: 31, entries: [{ ply: 2, color: 'white', san: 'Kd2' }] },
    ]);
  });
});
