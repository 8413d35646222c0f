// A sitting with puzzles: what counts in each way to train, the streak, and what comes next.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rules } from '../rules';
import { realRules } from '../rules-for-tests';
import { dailyPuzzle } from './daily';
import { FORK, ladder } from './examples-for-tests';
import { Library } from './library';
import { PassingBook } from './log-book';
import { OwnProgress } from './own.svelte';
import type { Puzzle } from './puzzle';
import { addressOfTheme, Training, wishOfTheme, type Streak, type Wish, type World } from './training.svelte';

vi.mock('../sound', () => ({ play: () => undefined }));

const DAY = 86_400_000;

let rules: Rules;
let own: OwnProgress;
let now: number;
let kept: Streak | null;
let imported: Puzzle[];

const library = new Library([...ladder(30, 'fork', 700, 40), ...ladder(30, 'pin', 700, 40)]);

const world = (): World => ({
  mind: () => Promise.reject(new Error('no engine')),
  wait: () => Promise.resolve(),
  now: () => now,
  random: () => 0.5,
  imported: () => Promise.resolve(imported),
  recall: () => kept,
  remember: (streak) => (kept = streak),
  close: () => undefined,
});

beforeAll(async () => void (rules = await realRules()));
beforeEach(async () => {
  now = Date.UTC(2026, 11, 1, 12);
  kept = null;
  imported = [];
  own = new OwnProgress(() => Promise.resolve(new PassingBook()));
  await own.load();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const sit = (wish: Wish, shelf = library): Training => new Training(wish, shelf, own, rules, world());

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
};

/** Plays the moves of the puzzle on the board; all of them are alike here. */
async function solve(training: Training): Promise<void> {
  await settle();
  training.solving?.attempt('d5', 'c7');
  await settle();
  training.solving?.attempt('c7', 'a8');
  await settle();
}

async function miss(training: Training): Promise<void> {
  await settle();
  training.solving?.attempt('d5', 'b4');
  await settle();
}

describe('mixed training', () => {
  test('rates what is solved at once and what is not, and goes on to others', async () => {
    const training = sit({ mode: 'mixed' });
    await solve(training);
    expect(training.change?.after).toBeGreaterThan(training.change?.before ?? 0);
    expect(training.change?.provisional).toBe(true);
    const first = training.puzzle?.id;
    training.next();
    expect(training.change).toBeNull();
    expect(training.puzzle?.id).not.toBe(first);
    const before = own.now.strength.rating;
    await miss(training);
    expect(own.now.strength.rating).toBeLessThan(before);
    // What is found afterwards changes nothing.
    const after = own.now;
    training.solving?.takeBack();
    await solve(training);
    expect(training.solving?.result).toBe('found');
    expect(own.now).toBe(after);
  });

  test('counts help as not solved, and the same puzzle once', async () => {
    const training = sit({ mode: 'mixed' });
    await settle();
    training.solving?.hint();
    expect(training.change?.after).toBeLessThan(1200);
    const after = own.now;
    training.again();
    await solve(training);
    expect([training.solving?.result, training.practice, own.now]).toEqual(['solved', true, after]);
  });

  test('takes in what the host has imported', async () => {
    imported = [{ ...FORK, id: 'elsewhere', url: 'https://example.org/elsewhere' }];
    const training = sit({ mode: 'mixed' }, new Library([], 1));
    expect([training.solving, training.seeking]).toEqual([null, true]);
    await settle();
    expect([training.puzzle?.id, training.seeking]).toEqual(['elsewhere', false]);
    // The host that has none is not asked.
    const alone = sit({ mode: 'mixed' }, new Library([]));
    await settle();
    expect([alone.solving, alone.seeking]).toEqual([null, false]);
  });

  test('what the host has imported comes again after a miss, and by its link', async () => {
    const theirs: Puzzle = { ...FORK, id: 'elsewhere', url: 'https://example.org/elsewhere' };
    imported = [theirs];
    const shelf = new Library([], 1);
    const training = sit({ mode: 'mixed' }, shelf);
    await settle();
    await miss(training);
    now += 2 * DAY;
    expect(sit({ mode: 'review' }, shelf).puzzle?.id).toBe('elsewhere');
    const other = new Library([], 1);
    const find = vi.spyOn(other, 'find').mockImplementation((id) => Promise.resolve(id === 'elsewhere' ? theirs : null));
    const linked = sit({ mode: 'link', id: 'elsewhere' }, other);
    expect(linked.solving).toBeNull();
    await settle();
    expect(linked.puzzle?.id).toBe('elsewhere');
    const unknown = sit({ mode: 'link', id: 'nobody' }, other);
    await settle();
    expect([unknown.solving, unknown.seeking, find.mock.calls.length]).toEqual([null, false, 2]);
  });

  test('leaves out a puzzle whose moves are none', () => {
    const faulty = { ...FORK, id: 'faulty', rating: 1160, moves: ['d6f4', 'd5d7'] };
    const training = sit({ mode: 'mixed' }, new Library([faulty, { ...FORK, id: 'sound', rating: 2400 }]));
    for (let round = 0; round < 5; round += 1) {
      expect(training.puzzle?.id).toBe('sound');
      training.next();
    }
    expect(sit({ mode: 'mixed' }, new Library([faulty])).solving).toBeNull();
  });
});

describe('by theme', () => {
  test('gives that theme in that range, and is not rated', async () => {
    const training = sit({ mode: 'theme', theme: 'pin', range: { from: 1000, to: 1300 } });
    for (let round = 0; round < 6; round += 1) {
      expect(training.puzzle?.themes).toEqual(['pin']);
      expect(training.puzzle?.rating).toBeGreaterThanOrEqual(1000);
      expect(training.puzzle?.rating).toBeLessThanOrEqual(1300);
      await solve(training);
      expect(training.change).toBeNull();
      training.next();
    }
    expect([own.now.strength.rating, own.now.tried]).toEqual([1200, 6]);
  });

  test('is named by its address', () => {
    expect(wishOfTheme('#theme=fork&from=1000&to=1400')).toEqual({ mode: 'theme', theme: 'fork', range: { from: 1000, to: 1400 } });
    expect(wishOfTheme('#theme=fork&from=x')?.range).toEqual({ from: 0, to: 4000 });
    expect(wishOfTheme('#theme=wizardry')).toBeNull();
    expect(wishOfTheme('')).toBeNull();
    const address = addressOfTheme('pin', { from: 1200, to: 1699 });
    expect(wishOfTheme(address.slice(address.indexOf('#')))?.range).toEqual({ from: 1200, to: 1699 });
    expect(addressOfTheme('pin')).toBe('/puzzles/theme#theme=pin');
  });
});

describe('the puzzle of a day', () => {
  test('is that of the day, counts once, and marks the day', async () => {
    const training = sit({ mode: 'daily', day: '2026-12-01' });
    expect(training.puzzle).toBe(dailyPuzzle(library.puzzles, '2026-12-01'));
    expect(training.goesOn).toBe(false);
    await solve(training);
    expect(training.change?.after).toBeGreaterThan(1200);
    expect(own.now.days.get('2026-12-01')).toBe(true);
    const again = sit({ mode: 'daily', day: '2026-12-01' });
    await miss(again);
    expect(again.change).toBeNull();
    expect(own.now.days.get('2026-12-01')).toBe(true);
  });
});

describe('a streak', () => {
  test('goes on while all is solved, and ends with the first mistake', async () => {
    const training = sit({ mode: 'streak' });
    expect(training.helps).toBe(false);
    for (let round = 0; round < 3; round += 1) {
      await solve(training);
      training.next();
    }
    expect(training.streak).toMatchObject({ solved: 3, over: false });
    await miss(training);
    expect(training.streak).toMatchObject({ solved: 3, over: true, record: true });
    expect([own.now.best, kept, own.now.strength.rating]).toEqual([3, null, 1200]);
    training.restart();
    expect(training.streak).toMatchObject({ solved: 0, over: false });
    await miss(training);
    expect([training.streak.record, own.now.best]).toEqual([false, 3]);
  });

  test('lets one puzzle be skipped, and no second', async () => {
    const training = sit({ mode: 'streak' });
    const first = training.puzzle?.id;
    training.skip();
    const second = training.puzzle?.id;
    expect([training.streak.skipped, second === first]).toEqual([true, false]);
    training.skip();
    expect(training.puzzle?.id).toBe(second);
    await solve(training);
    expect(training.streak.solved).toBe(1);
  });

  test('that a page has left goes on with the same puzzle', async () => {
    const left = sit({ mode: 'streak' });
    await solve(left);
    left.next();
    const found = sit({ mode: 'streak' });
    expect([found.puzzle?.id, found.streak.solved]).toEqual([left.puzzle?.id, 1]);
    await solve(found);
    // Solved, and left before the next was asked for.
    const later = sit({ mode: 'streak' });
    expect(later.puzzle?.id).not.toBe(found.puzzle?.id);
    expect(later.streak.solved).toBe(2);
  });

  test('ends when there is nothing left', async () => {
    const training = sit({ mode: 'streak' }, new Library([FORK]));
    await solve(training);
    training.next();
    expect(training.solving).toBeNull();
  });
});

describe('missed ones', () => {
  test('come again when they are due', async () => {
    const training = sit({ mode: 'mixed' });
    await miss(training);
    const missed = training.puzzle?.id;
    expect(sit({ mode: 'review' }).solving).toBeNull();
    now += DAY;
    const review = sit({ mode: 'review' });
    expect(review.puzzle?.id).toBe(missed);
    await solve(review);
    review.next();
    expect(review.solving).toBeNull();
    now += 3 * DAY;
    expect(sit({ mode: 'review' }).puzzle?.id).toBe(missed);
  });
});

test('one puzzle comes by its link, and one that is not there does not', () => {
  expect(sit({ mode: 'link', id: 'fork-3' }).puzzle?.id).toBe('fork-3');
  expect(sit({ mode: 'link', id: 'nobody' }).solving).toBeNull();
});
