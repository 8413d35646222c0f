// The puzzle of a day: one for everybody, hardly touched by a set that grows, none twice in a month.
import { describe, expect, test } from 'vitest';
import { dailyPuzzle, dayOf, daysOfMonth, isDay, shifted } from './daily';
import { ladder } from './examples-for-tests';

const SET = ladder(900, 'fork', 600, 2);
const DAYS = Array.from({ length: 120 }, (_, index) => shifted('2027-01-01', index));

describe('days', () => {
  test('are days of UTC', () => {
    expect(dayOf(Date.UTC(2026, 10, 30, 23, 59, 59))).toBe('2026-11-30');
    expect(dayOf(Date.UTC(2026, 11, 1))).toBe('2026-12-01');
    expect([isDay('2026-12-24'), isDay('2026-02-30'), isDay('k3f9a'), isDay('2026-1-1')]).toEqual([true, false, false, false]);
    expect(shifted('2026-12-31', 1)).toBe('2027-01-01');
    expect(shifted('2028-03-01', -1)).toBe('2028-02-29');
    expect(daysOfMonth('2027-02')).toHaveLength(28);
  });
});

describe('the puzzle of a day', () => {
  test('is the same whatever order the set is in', () => {
    for (const day of DAYS.slice(0, 40)) {
      expect(dailyPuzzle([...SET].reverse(), day)?.id).toBe(dailyPuzzle(SET, day)?.id);
    }
  });

  test('is easy on Monday and hard on Sunday', () => {
    expect(dailyPuzzle(SET, '2026-11-30')?.rating).toBeLessThanOrEqual(1200);
    expect(dailyPuzzle(SET, '2026-12-06')?.rating).toBeGreaterThanOrEqual(1800);
  });

  test('does not come twice in a month', () => {
    for (const month of ['2027-01', '2027-02', '2027-07']) {
      const ids = daysOfMonth(month).map((day) => dailyPuzzle(SET, day)?.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('stays on nearly all days when the set grows by a tenth', () => {
    const grown = [...SET, ...ladder(90, 'pin', 600, 20)];
    const same = DAYS.filter((day) => dailyPuzzle(SET, day)?.id === dailyPuzzle(grown, day)?.id);
    expect(same.length / DAYS.length).toBeGreaterThan(0.85);
    expect(same.length).toBeLessThan(DAYS.length);
  });

  test('is there with a single puzzle, and not without any', () => {
    expect(dailyPuzzle(SET.slice(0, 1), '2026-12-06')?.id).toBe(SET[0]?.id);
    expect(dailyPuzzle([], '2026-12-06')).toBeNull();
  });
});
