// The player's own sheet: how it is numbered, written, and compared with the game.
import { describe, expect, it } from 'vitest';
import { START_FEN } from './placement';
import {
  colorOf, compareSheet, countDifferences, hasOffer, noteOffer, sheetRows, withoutOffer, write,
} from './sheet';

const move = (uci: string, san: string) => ({ uci, san });

describe('sheetRows', () => {
  it('pairs White and Black', () => {
    expect(sheetRows(START_FEN, 3)).toEqual([
      { number: 1, white: 0, black: 1 },
      { number: 2, white: 2, black: 3 },
    ]);
  });

  it('leaves the first place open when Black begins', () => {
    const fen = '4k3/8/8/8/8/8/8/4K3 b - - 0 30';
    expect(sheetRows(fen, 2)).toEqual([
      { number: 30, white: null, black: 0 },
      { number: 31, white: 1, black: 2 },
    ]);
    expect(colorOf(fen, 0)).toBe('black');
    expect(colorOf(fen, 1)).toBe('white');
  });
});

describe('writing', () => {
  it('keeps the order and drops what is empty at the end', () => {
    expect(write([], 2, 'Nf3')).toEqual(['', '', 'Nf3']);
    expect(write(['e4', 'e5', 'Nf3'], 2, ' ')).toEqual(['e4', 'e5']);
    expect(write(['e4', 'e5'], 0, '')).toEqual(['', 'e5']);
  });

  it('notes a draw offer once, and takes the note back', () => {
    expect(noteOffer('Nf3')).toBe('Nf3 (=)');
    expect(noteOffer('Nf3 (=)')).toBe('Nf3');
    expect(noteOffer('')).toBe('(=)');
    expect(hasOffer('Nf3 ( = )')).toBe(true);
    expect(withoutOffer('Nf3 ( = )')).toBe('Nf3');
  });
});

describe('compareSheet', () => {
  const played = [move('e2e4', 'e4'), move('e7e5', 'e5'), move('g1f3', 'Nf3'), move('e8g8', 'O-O')];

  it('is content with what people write', () => {
    const verdicts = compareSheet(['e4', 'e5!', 'Nf3 (=)', '0-0'], played);
    expect(verdicts.map((verdict) => verdict.kind)).toEqual(['same', 'same', 'same', 'same']);
    expect(countDifferences(verdicts)).toBe(0);
  });

  it('tells what differs, what is missing and what is too much', () => {
    const verdicts = compareSheet(['e4', 'd5', '', 'O-O', 'Bc4'], played);
    expect(verdicts).toEqual([
      { kind: 'same', san: 'e4' },
      { kind: 'other', san: 'e5' },
      { kind: 'missing', san: 'Nf3' },
      { kind: 'same', san: 'O-O' },
      { kind: 'surplus' },
    ]);
    expect(countDifferences(verdicts)).toBe(3);
  });

  it('asks the rules what another way of writing means', () => {
    const read = (index: number, text: string) => (index === 2 && text === 'Ng1-f3' ? 'g1f3' : undefined);
    expect(compareSheet(['e4', 'e5', 'Ng1-f3'], played, read)[2]?.kind).toBe('same');
    expect(compareSheet(['e4', 'e5', 'Ng1-f3'], played)[2]?.kind).toBe('other');
  });

  it('does not take a capture and a step for the same when the square differs', () => {
    expect(compareSheet(['exd5'], [move('e4d5', 'exd5+')])[0]?.kind).toBe('same');
    expect(compareSheet(['exf5'], [move('e4d5', 'exd5+')])[0]?.kind).toBe('other');
  });
});
