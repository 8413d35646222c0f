// Which puzzle comes next: near the strength, unknown ones, weak themes more often, and the ladder of a streak.
import { describe, expect, test } from 'vitest';
import { byWeight, hash } from './chance';
import { fresh, nextOf, nextOfStreak, streakRating, weakness, type Circumstances } from './choose';
import { ladder } from './examples-for-tests';
import { nothing, reckon, type Entry } from './progress';
import type { Puzzle } from './puzzle';

/** Numbers from 0 to 1 that are the same each time. */
function chance(): () => number {
  let round = 0;
  return () => hash(`round ${(round += 1)}`) / 2 ** 32;
}

const tries = (skill: string, count: number, solved: boolean): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'try', at: index, puzzle: `${skill} ${index}`, mode: 'theme', solved, rating: 1200, skills: [skill],
  }));

const circumstances = (more: Partial<Circumstances> = {}): Circumstances => ({
  progress: nothing(), aim: { rating: 1500, deviation: 60 }, recent: [], random: chance(), ...more,
});

const draw = (puzzles: readonly Puzzle[], count: number, more: Partial<Circumstances> = {}): Puzzle[] => {
  const given = circumstances(more);
  return Array.from({ length: count }, () => nextOf(puzzles, given) as Puzzle);
};

describe('chance', () => {
  test('follows the weights', () => {
    const random = chance();
    const drawn = Array.from({ length: 2_000 }, () => byWeight(['a', 'b'], (item) => (item === 'a' ? 3 : 1), random));
    const share = drawn.filter((item) => item === 'a').length / drawn.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
    expect(byWeight([], () => 1, random)).toBeNull();
    expect(byWeight(['a'], () => 0, random)).toBe('a');
  });
});

describe('mixed training', () => {
  const SET = ladder(120, 'fork', 600, 15);

  test('stays near the strength', () => {
    const near = draw(SET, 300).filter(({ rating }) => Math.abs(rating - 1460) <= 150);
    expect(near.length).toBeGreaterThan(240);
  });

  test('spreads wider while the strength is uncertain', () => {
    const spread = (deviation: number): number =>
      draw(SET, 300, { aim: { rating: 1500, deviation } }).filter(({ rating }) => Math.abs(rating - 1460) > 150).length;
    expect(spread(350)).toBeGreaterThan(spread(50));
  });

  test('gives what has not been met, and what was met longest ago when all has been', () => {
    const log = SET.slice(0, 119).map((puzzle, index): Entry => ({
      type: 'try', at: index, puzzle: puzzle.id, mode: 'theme', solved: true, rating: puzzle.rating, skills: [],
    }));
    expect(draw(SET, 20, { progress: reckon(log) }).every(({ id }) => id === 'fork-119')).toBe(true);
    const all = reckon([...log, { ...log[0], at: 500, puzzle: 'fork-119' } as Entry]);
    expect(fresh(SET, all).map(({ id }) => id)).toEqual(SET.slice(0, 24).map(({ id }) => id));
  });

  test('does not give the same twice in a row while there is another', () => {
    const [one, two] = SET as [Puzzle, Puzzle];
    expect(nextOf([one, two], circumstances({ recent: [one] }))).toBe(two);
    expect(nextOf([one], circumstances({ recent: [one] }))).toBe(one);
    expect(nextOf([], circumstances())).toBeNull();
  });

  test('gives weak themes more often, and none all the time', () => {
    const progress = reckon([...tries('fork', 12, true), ...tries('pin', 12, false)]);
    expect(weakness(['pin'], progress)).toBeGreaterThan(1.3);
    expect(weakness(['fork'], progress)).toBeLessThan(1);
    expect(weakness([], progress)).toBe(1);
    expect(weakness(['pin'], nothing())).toBe(1);
    const both = [...ladder(20, 'fork', 1400, 5), ...ladder(20, 'pin', 1400, 5)];
    const pins = draw(both, 400, { progress }).filter(({ themes }) => themes.includes('pin')).length;
    expect(pins).toBeGreaterThan(230);
    expect(pins).toBeLessThan(330);
  });

  test('changes the theme', () => {
    const both = [...ladder(20, 'fork', 1400, 5), ...ladder(20, 'pin', 1400, 5)];
    const pins = draw(both, 300, { recent: both.slice(0, 1) }).filter(({ themes }) => themes.includes('pin')).length;
    expect(pins).toBeGreaterThan(190);
  });
});

describe('a streak', () => {
  const SET = ladder(200, 'fork', 600, 10);

  test('gets harder, up to an end', () => {
    expect([0, 1, 20, 500].map(streakRating)).toEqual([600, 640, 1400, 2400]);
    const had = new Set<string>();
    const random = chance();
    const ratings = Array.from({ length: 30 }, (_, solved) => {
      const puzzle = nextOfStreak(SET, solved, had, nothing(), random) as Puzzle;
      had.add(puzzle.id);
      return puzzle.rating;
    });
    ratings.forEach((rating, solved) => expect(Math.abs(rating - streakRating(solved))).toBeLessThanOrEqual(60));
    expect(had.size).toBe(30);
  });

  test('prefers what is unknown, and ends when nothing is left', () => {
    const near = SET.filter(({ rating }) => rating <= 640);
    const known = reckon(near.slice(1).map(({ id }): Entry => ({
      type: 'try', at: 1, puzzle: id, mode: 'streak', solved: true, rating: 600, skills: [],
    })));
    expect(nextOfStreak(near, 0, new Set(), known, chance())?.id).toBe(near[0]?.id);
    expect(nextOfStreak(near, 0, new Set(near.map(({ id }) => id)), known, chance())).toBeNull();
  });
});
