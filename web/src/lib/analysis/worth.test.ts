// Points, words and numbers of evaluations, and what a move gave away.
import { describe, expect, it } from 'vitest';
import { exactness, expectation, LOSSES, percent, shortFigure, standing, verdictOf, whiteExpects, worth } from './worth';

describe('what a position is worth', () => {
  it('is said of the side that is better', () => {
    expect(standing(0.5)).toBe('Level');
    expect(standing(0.6)).toBe('White is a little better');
    expect(standing(0.3)).toBe('Black is better');
    expect(standing(0.97)).toBe('White is winning');
  });

  it('is a number from White’s side, whoever is to move', () => {
    expect(shortFigure({ cp: 140 }, 'white')).toBe('+1.4');
    expect(shortFigure({ cp: 140 }, 'black')).toBe('−1.4');
    expect(shortFigure({ cp: -4 }, 'white')).toBe('0.0');
    expect(shortFigure({ mate: 3 }, 'black')).toBe('−#3');
    expect(shortFigure({ mate: -3 }, 'black')).toBe('#3');
  });

  it('names who mates', () => {
    expect(worth({ mate: 3 }, 'black')).toBe('Black mates in 3');
    expect(worth({ mate: -2 }, 'black')).toBe('White mates in 2');
    expect(worth({ mate: 0 }, 'black')).toBe('Black is mated');
    expect(worth({ cp: 60 }, 'white')).toBe('White is a little better (+0.6)');
  });

  it('is half a point where it is level, and a whole one at a mate', () => {
    expect(expectation({ cp: 0 })).toBe(0.5);
    expect(expectation({ cp: 100 })).toBeCloseTo(0.636, 3);
    expect(whiteExpects({ mate: 2 }, 'black')).toBe(0);
    expect(whiteExpects({ mate: -2 }, 'black')).toBe(1);
  });
});

describe('what a move gave away', () => {
  it('has a name from five hundredths on', () => {
    expect(verdictOf(0.049)).toBeNull();
    expect([LOSSES.inaccuracy, LOSSES.mistake, LOSSES.blunder].map(verdictOf)).toEqual(['inaccuracy', 'mistake', 'blunder']);
  });

  it('makes the move less exact', () => {
    expect(exactness(0)).toBe(100);
    expect(Math.round(exactness(0.1))).toBe(67);
    expect(percent(0.384)).toBe(38);
  });
});
