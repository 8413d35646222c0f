// Glicko-2 against the worked example of its paper, and what a solver may expect of it.
import { expect, test } from 'vitest';
import { expected, isSettled, NEWCOMER, PUZZLE_DEVIATION, rate, rested, type Strength } from './glicko';

test('the worked example of the paper', () => {
  const after = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  expect(after.rating).toBeCloseTo(1464.05, 1);
  expect(after.deviation).toBeCloseTo(151.52, 1);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test('without results nothing changes', () => {
  expect(rate(NEWCOMER, [])).toEqual(NEWCOMER);
});

test('what is solved raises, what is missed lowers, and the surprise is what counts', () => {
  const at = (rating: number, score: number): number => rate(NEWCOMER, [{ rating, deviation: PUZZLE_DEVIATION, score }]).rating;
  expect(at(1200, 1)).toBeGreaterThan(1200);
  expect(at(1200, 0)).toBeLessThan(1200);
  expect(at(1600, 1)).toBeGreaterThan(at(800, 1));
  expect(at(800, 0)).toBeLessThan(at(1600, 0));
  expect(expected(NEWCOMER, { rating: 1200, deviation: 90 })).toBeCloseTo(0.5);
});

test('whoever solves like 1600 is found to be about 1600, and the rating settles', () => {
  let solver: Strength = NEWCOMER;
  // As many points as expected of 1600, in a fixed order.
  let owed = 0;
  for (let round = 0; round < 120; round += 1) {
    const opponent = { rating: solver.rating + ((round % 5) - 2) * 60, deviation: PUZZLE_DEVIATION };
    owed += expected({ rating: 1600 }, opponent);
    const score = owed >= 0.5 ? 1 : 0;
    owed -= score;
    solver = rate(solver, [{ ...opponent, score }]);
  }
  expect(Math.abs(solver.rating - 1600)).toBeLessThan(70);
  expect(isSettled(solver)).toBe(true);
  expect(isSettled(NEWCOMER)).toBe(false);
});

test('a rest makes it uncertain again, and never more than at the start', () => {
  const settled: Strength = { rating: 1500, deviation: 60, volatility: 0.06 };
  const day = 86_400_000;
  expect(rested(settled, 0)).toBe(settled);
  expect(rested(settled, 30 * day).deviation).toBeGreaterThan(60);
  expect(rested(settled, 365 * day).deviation).toBeCloseTo(NEWCOMER.deviation);
  expect(rested(settled, 4_000 * day).deviation).toBe(NEWCOMER.deviation);
  expect(rested(settled, 30 * day).rating).toBe(1500);
});

test('no run of results leads out of all bounds', () => {
  let low: Strength = NEWCOMER;
  let high: Strength = NEWCOMER;
  for (let round = 0; round < 400; round += 1) {
    low = rate(low, [{ rating: 600, deviation: PUZZLE_DEVIATION, score: 0 }]);
    high = rate(high, [{ rating: 2400, deviation: PUZZLE_DEVIATION, score: 1 }]);
  }
  for (const { rating, deviation, volatility } of [low, high]) {
    expect([rating, deviation, volatility].every(Number.isFinite)).toBe(true);
    expect(rating).toBeGreaterThanOrEqual(100);
    expect(rating).toBeLessThanOrEqual(3_500);
    expect(deviation).toBeGreaterThanOrEqual(45);
  }
});
