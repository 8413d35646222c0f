// What a page was closed too early for is found by the next one: in each store that takes a moment.
import { beforeEach, expect, test, vi } from 'vitest';
import { noteAnalysis, openIndexed as openAnalyses, type SavedAnalysis } from './analysis/store';
import { emptyTree } from './analysis/tree';
import { keepGame, openIndexed as openArchive, type Archive, type ArchivedGame } from './computer/archive';
import { FakeIndexedDb } from './computer/fake-indexed-db';
import { browserJournal, tablesAhead } from './local/journal';
import type { TableLine } from './local/log-store';
import { openIndexed as openLogBook } from './puzzles/log-book';
import type { Entry } from './puzzles/progress';
import { Ahead } from './storage';

let kept: Map<string, string>;
let browser: FakeIndexedDb;

beforeEach(() => {
  kept = new Map();
  browser = new FakeIndexedDb();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  });
});

/** A page asks for something and is gone before the store has done it. */
function goneWhile(ask: () => Promise<unknown>): void {
  browser.silent = true;
  void ask();
}

async function archive(): Promise<Archive> {
  const opened = await openArchive(browser.factory, () => undefined);
  if (!opened) throw new Error('the archive did not open');
  return opened;
}

test('what does not come to the store stays on its way, and the rest goes on', async () => {
  const ahead = new Ahead<number>('ahead.test');
  for (const [key, value] of [['a', 1], ['b', 2], ['c', 3]] as const) ahead.note(key, value);
  new Ahead<number>('ahead.other').note('d', 4);
  const came: string[] = [];
  await ahead.arrive((key, value) => {
    if (key === 'b') return Promise.reject(new Error('full'));
    came.push(`${key}${value}`);
    // Another page goes on with it meanwhile.
    if (key === 'c') ahead.note('c', 5);
    return Promise.resolve();
  });
  expect(came).toEqual(['a1', 'c3']);
  expect([...ahead.all()]).toEqual([['b', 2], ['c', 5]]);
});

test('a try at a puzzle counts once, whichever page brings it to the log', async () => {
  const first = await openLogBook(browser.factory);
  const run = (at: number): Entry => ({ type: 'run', at, length: 7 });
  goneWhile(() => first.add(run(2_000)));
  browser.silent = false;
  const next = await openLogBook(browser.factory);
  expect(await next.read()).toEqual([run(2_000)]);
  // Two pages at once: one writes, the other finds what is on its way.
  const writing = next.add(run(3_000));
  await Promise.all([writing, openLogBook(browser.factory)]);
  expect(await next.read()).toEqual([run(2_000), run(3_000)]);
  expect([...kept.keys()]).toEqual([]);
});

test('a game that is over is in the archive', async () => {
  await archive();
  const game = { id: 'table-1', endedAt: 5 } as ArchivedGame;
  goneWhile(() => keepGame(game, archive));
  browser.silent = false;
  const next = await archive();
  expect(await next.get('table-1')).toEqual(game);
  expect([...kept.keys()]).toEqual([]);
});

test('an analysis is as it was left, unless another page has kept something later', async () => {
  const analysis = (name: string, keptAt: number): SavedAnalysis => ({
    id: 'one', name, changedAt: 1, tree: emptyTree('8/8/8/8/8/8/8/8 w - - 0 1'), at: 0, flipped: false, review: null, keptAt,
  });
  const open = async () => {
    const opened = await openAnalyses(browser.factory, () => undefined);
    if (!opened) throw new Error('the analyses did not open');
    return opened;
  };
  await (await open()).put(analysis('stored', 10));
  noteAnalysis(analysis('left', 20));
  const next = await open();
  expect((await next.get('one'))?.name).toBe('left');
  noteAnalysis(analysis('left before', 15));
  expect((await (await open()).get('one'))?.name).toBe('left');
  noteAnalysis(analysis('deleted', 30));
  await next.delete('one');
  expect(await (await open()).list()).toEqual([]);
});

test('a table that has just been opened is listed, and one that is known stands once', () => {
  const line = (id: string): TableLine => ({
    id, names: { owner: '', guest: '' }, at: 0, phase: 'playing', score: { owner: 0, guest: 0, games: 0 },
  });
  const event = (seq: number) => ({ seq, at: 0, event: { type: 'paused' } }) as never;
  browserJournal.write('new', { line: line('new'), events: [event(1)], asked: [] });
  browserJournal.write('known', { line: line('known'), events: [event(1)], asked: [] });
  browserJournal.write('forgotten', { line: line('forgotten'), events: [event(4)], asked: [] });
  expect(tablesAhead([line('known')]).map(({ id }) => id)).toEqual(['new']);
});
