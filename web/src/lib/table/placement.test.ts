// The picture on the board: placement, material and what looks like a promotion.
import { describe, expect, it } from 'vitest';
import { looksLikePromotion, readMaterial, readPlacement, sideToMove, START_FEN, writePlacement } from './placement';

describe('placement', () => {
  it('writes what it reads', () => {
    for (const placement of [START_FEN.split(' ')[0], '8/8/8/8/8/8/8/8', 'r3k2r/1p6/8/3Q4/8/8/6P1/R3K2R']) {
      expect(writePlacement(readPlacement(placement ?? ''))).toBe(placement);
    }
  });

  it('reads the array', () => {
    const men = readPlacement(START_FEN);
    expect(men.size).toBe(32);
    expect(men.get('d1')).toEqual({ role: 'queen', color: 'white' });
    expect(men.get('e8')).toEqual({ role: 'king', color: 'black' });
    expect(men.get('e4')).toBeUndefined();
    expect(sideToMove(START_FEN)).toBe('white');
  });

  it('counts what was taken and who is ahead', () => {
    const fen = 'rnb1kbnr/pppp1ppp/8/8/4P3/8/PPP2PPP/RNBQKB1R w KQkq - 0 1';
    const material = readMaterial(START_FEN, fen);
    expect(material.taken.white).toEqual(['queen', 'pawn']);
    expect(material.taken.black).toEqual(['knight', 'pawn']);
    expect(material.balance).toBe(6);
  });

  it('takes a promoted man for the pawn it was', () => {
    const fen = 'rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/QNBQKBNR w Kkq - 0 1';
    // Two white queens, one rook and one pawn fewer: the pawn promoted, the rook was taken.
    const material = readMaterial(START_FEN, fen);
    expect(material.taken.black).toEqual(['rook']);
    expect(material.taken.white).toEqual(['pawn']);
  });

  it('sees a pawn going to the last rank', () => {
    const men = readPlacement('8/P7/8/8/8/8/p7/K1k5 w - - 0 1');
    expect(looksLikePromotion(men, 'a7', 'a8')).toBe(true);
    expect(looksLikePromotion(men, 'a2', 'b1')).toBe(true);
    expect(looksLikePromotion(men, 'a1', 'a8')).toBe(false);
  });
});
