// The curve and the words beside it.
import { describe, expect, it } from 'vitest';
import { plyAt, stretches } from './curve';
import { figure, percent, standing, worth } from './words';

describe('the curve', () => {
  it('goes up when White is better', () => {
    expect(stretches([0.5, 1, 0.25])).toEqual([{ line: 'M0 50L1 0L2 75', area: 'M0 50L1 0L2 75L2 100L0 100z' }]);
  });

  it('has gaps where nothing is known, and no stretch of one point', () => {
    const found = stretches([null, 0.5, null, 0.5, 0.6, null]);
    expect(found.map(({ line }) => line)).toEqual(['M3 50L4 40']);
    expect(stretches([])).toEqual([]);
  });

  it('is pressed where its half-moves are', () => {
    expect(plyAt(0, 80)).toBe(0);
    expect(plyAt(0.5, 80)).toBe(40);
    expect(plyAt(0.994, 80)).toBe(80);
    expect(plyAt(-1, 80)).toBe(0);
    expect(plyAt(2, 80)).toBe(80);
    expect(plyAt(0.5, 0)).toBe(0);
  });
});

describe('what a position was worth', () => {
  it('is said of the side that is better', () => {
    expect(standing(0.5)).toBe('Level');
    expect(standing(0.6)).toBe('White is a little better');
    expect(standing(0.3)).toBe('Black is better');
    expect(standing(0.97)).toBe('White is winning');
  });

  it('is a number from White’s side, whoever is to move', () => {
    expect(figure({ cp: 140 }, 'white')).toBe('+1.4');
    expect(figure({ cp: 140 }, 'black')).toBe('−1.4');
    expect(figure({ cp: -4 }, 'white')).toBe('0.0');
  });

  it('names who mates', () => {
    expect(figure({ mate: 3 }, 'black')).toBe('Black mates in 3');
    expect(figure({ mate: -2 }, 'black')).toBe('White mates in 2');
    expect(figure({ mate: 0 }, 'black')).toBe('Black is mated');
    expect(worth(0, { mate: 3 }, 'black')).toBe('Black mates in 3');
    expect(worth(0.6, { cp: 60 }, 'white')).toBe('White is a little better (+0.6)');
  });

  it('loses whole percentages', () => {
    expect(percent(0.384)).toBe(38);
  });
});
