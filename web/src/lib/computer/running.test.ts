// Which tables against the computer are found again, and which are forgotten.
import { beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '../local/fake-world';
import type { Phase, TableEvent, Termination } from '../protocol';
import { openIndexed, PassingArchive, type Archive, type ArchivedGame } from './archive';
import { FakeIndexedDb } from './fake-indexed-db';
import { forgetFinished, runningGames } from './running';

let store: MemoryStore;
let archive: Archive;

beforeEach(async () => {
  store = new MemoryStore();
  const opened = await openIndexed(new FakeIndexedDb().factory, () => undefined);
  if (!opened) throw new Error('the archive did not open');
  archive = opened;
});

/** A table with one game after another that ended like this; in the store the newest table comes first. */
async function table(id: string, phase: Phase, ...ends: Termination[]): Promise<void> {
  const computer = { level: 'wen', hints: true, seed: 1 };
  const line = { id, names: { owner: '', guest: 'Wen' }, computer, at: 0, phase, score: { owner: 0, guest: 0, games: 0 } };
  const events = ends.flatMap((termination, index): TableEvent[] => [
    { type: 'game_started', number: index + 1, white: 'owner', start_fen: '', chess960: false },
    { type: 'game_ended', outcome: null, termination },
  ]);
  await store.append(line, events.map((event, index) => ({ seq: index + 1, at: 0, event })));
}

const archived = (id: string): Promise<void> => archive.put({ id, endedAt: 0 } as ArchivedGame);
const there = (): string[] => [...store.kept.keys()];
const forget = (): Promise<void> => forgetFinished(() => Promise.resolve(store), () => Promise.resolve(archive));

test('of the tables at which all is over the last stay, and those with a game that is kept nowhere else', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await table(id, 'over', 'resignation');
  await table('kept', 'over', 'aborted', 'checkmate');
  await table('aborted', 'over', 'aborted');
  await table('lost', 'over', 'checkmate', 'checkmate');
  await table('playing', 'playing', 'checkmate');
  await archived('kept-2');
  await archived('lost-1');
  await forget();
  expect(there()).toEqual(['a', 'b', 'c', 'd', 'e', 'lost', 'playing']);
});

test('nothing is forgotten while the archive lasts no longer than the page', async () => {
  archive = new PassingArchive();
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await table(id, 'over', 'resignation');
    await archived(`${id}-1`);
  }
  await forget();
  expect(there()).toHaveLength(6);
});

test('every game that goes on is listed', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await table(id, 'playing');
  await table('over', 'over', 'resignation');
  const games = await runningGames(() => Promise.resolve(store));
  expect(games.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
