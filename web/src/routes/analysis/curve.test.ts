// The curve of a game.
import { describe, expect, it } from 'vitest';
import { plyAt, stretches } from './curve';

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
