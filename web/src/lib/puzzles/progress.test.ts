// What follows from a log of tries: the rating, what is known and weak, the days, what comes again, and the log as a file.
import { describe, expect, test } from 'vitest';
import { PassingBook, type LogBook } from './log-book';
import { OwnProgress } from './own.svelte';
import { dueOn, isRated, merged, readLog, reckon, strengthAt, writeLog, type Entry, type Try } from './progress';

const DAY = 86_400_000;
const START = Date.UTC(2026, 11, 1, 12);

const tried = (puzzle: string, solved: boolean, more: Partial<Try> = {}): Try => ({
  type: 'try', at: START, puzzle, mode: 'mixed', solved, rating: 1200, skills: ['fork'], ...more,
});

describe('the rating', () => {
  test('moves with mixed training and the puzzle of the day, at the first meeting', () => {
    const up = reckon([tried('a', true)]);
    expect(up.strength.rating).toBeGreaterThan(1200);
    expect(up.history).toMatchObject([{ puzzle: 'a', solved: true, before: 1200 }]);
    expect(reckon([tried('a', true), tried('a', false, { at: START + 1 })]).strength).toEqual(up.strength);
    expect(reckon([tried('a', false, { mode: 'daily', day: '2026-12-01' })]).strength.rating).toBeLessThan(1200);
  });

  test('does not move where something was known beforehand', () => {
    for (const mode of ['theme', 'streak', 'review', 'link'] as const) {
      const progress = reckon([tried('a', true, { mode })]);
      expect(progress.strength.rating).toBe(1200);
      expect(progress.ratedAt).toBeNull();
      expect(isRated(progress, { mode: 'mixed', puzzle: 'a' })).toBe(false);
      expect(isRated(progress, { mode: 'mixed', puzzle: 'b' })).toBe(true);
    }
  });

  test('is less certain after a rest', () => {
    const progress = reckon([tried('a', true), tried('b', false, { at: START + 1 })]);
    expect(strengthAt(progress, START + 100 * DAY).deviation).toBeGreaterThan(progress.strength.deviation);
  });
});

test('counts tries, skills, days by their first try, and the best streak', () => {
  const progress = reckon([
    tried('a', false, { mode: 'daily', day: '2026-12-01' }),
    tried('a', true, { at: START + 1, mode: 'daily', day: '2026-12-01' }),
    tried('b', true, { at: START + 2, skills: ['fork', 'pin'] }),
    { type: 'run', at: START + 3, length: 7 },
    { type: 'run', at: START + 4, length: 4 },
  ]);
  expect(progress.days).toEqual(new Map([['2026-12-01', false]]));
  expect(progress.skills.get('fork')).toEqual({ tried: 3, solved: 2 });
  expect(progress.skills.get('pin')).toEqual({ tried: 1, solved: 1 });
  expect([progress.tried, progress.solved, progress.best]).toEqual([3, 2, 7]);
  expect(progress.known.get('a')).toMatchObject({ solved: true, tries: 2 });
});

describe('what was missed', () => {
  const on = (log: Entry[], days: number): string[] => dueOn(reckon(log), new Date(START + days * DAY).toISOString().slice(0, 10));

  test('comes again after 1, 3 and 7 days, and then no more', () => {
    const log: Entry[] = [tried('a', false)];
    expect([on(log, 0), on(log, 1)]).toEqual([[], ['a']]);
    log.push(tried('a', true, { mode: 'review', at: START + DAY }));
    expect([on(log, 3), on(log, 4)]).toEqual([[], ['a']]);
    log.push(tried('a', true, { mode: 'review', at: START + 4 * DAY }));
    expect([on(log, 10), on(log, 11)]).toEqual([[], ['a']]);
    log.push(tried('a', true, { mode: 'review', at: START + 11 * DAY }));
    expect(on(log, 400)).toEqual([]);
  });

  test('begins anew when it is missed again, and is not got rid of before its day', () => {
    const again = [tried('a', false), tried('a', true, { mode: 'review', at: START + DAY }),
      tried('a', false, { mode: 'review', at: START + 5 * DAY })];
    expect([on(again, 5), on(again, 6)]).toEqual([[], ['a']]);
    expect(on([tried('a', false), tried('a', true, { mode: 'link', at: START + 60_000 })], 1)).toEqual(['a']);
  });

  test('comes in the order in which it is due', () => {
    expect(on([tried('b', false, { at: START + DAY }), tried('a', false)], 9)).toEqual(['a', 'b']);
  });
});

describe('the log as a file', () => {
  const log: Entry[] = [tried('a', true), { type: 'run', at: START + 5, length: 3 }];

  test('comes back as it was', () => {
    expect(readLog(writeLog(log))).toEqual(log);
  });

  test.each(['', '{}', '[]', '{"format":"tabiya-puzzles-1","log":[{"type":"try"}]}', '{"format":"other","log":[]}'])(
    'is refused if it is not one: %s', (text) => expect(readLog(text)).toBeNull(),
  );

  test('is put together with what is there, each try once, in the order of time', () => {
    const later = tried('b', true, { at: START + 9 });
    expect(merged([later, ...log], log)).toEqual([...log, later]);
  });
});

describe('the progress of this device', () => {
  test('is written with every try, and read by the next page', async () => {
    const book = new PassingBook();
    const one = new OwnProgress(() => Promise.resolve(book));
    await one.load();
    await one.note(tried('a', true));
    const other = new OwnProgress(() => Promise.resolve(book));
    await other.load();
    expect(other.now.strength).toEqual(one.now.strength);
    expect(other.lasts).toBe(false);
    await other.clear();
    expect(other.now.tried).toBe(0);
    expect(await book.read()).toEqual([]);
  });

  test('takes a file, and tells what is none', async () => {
    const own = new OwnProgress(() => Promise.resolve(new PassingBook()));
    await own.load();
    await own.note(tried('b', false, { at: START + 1 }));
    expect(await own.take('nonsense')).toBe(false);
    expect(await own.take(writeLog([tried('a', true)]))).toBe(true);
    expect(own.now.tried).toBe(2);
    expect(readLog(own.write())?.map((entry) => entry.at)).toEqual([START, START + 1]);
  });

  test('counts on while the page lives where writing fails', async () => {
    const failing: LogBook = {
      lasts: true, read: () => Promise.resolve([]), add: () => Promise.reject(new Error('full')),
      replace: () => Promise.reject(new Error('full')),
    };
    const own = new OwnProgress(() => Promise.resolve(failing));
    await own.load();
    expect(own.lasts).toBe(true);
    await own.note(tried('a', true));
    expect([own.now.tried, own.lasts]).toEqual([1, false]);
  });
});
