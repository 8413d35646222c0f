// Two windows at one table, with the browser's own locks and channels: who asks for a game gets it and keeps it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Entrance } from './entrance.svelte';
import { FakeLocks } from './fake-locks';
import { FakeWorld } from './fake-world';
import { LocalTable, type World } from './local-table.svelte';
import { BrowserWindows } from './windows';

const SETTINGS = {
  rules: { preset: 'fide-online', switches: {} }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
} as const;

let locks: FakeLocks;
let world: World;
let tables: LocalTable[];

beforeEach(() => {
  locks = new FakeLocks();
  vi.stubGlobal('navigator', { locks });
  const { arbiter, store, now, journal, examiner } = new FakeWorld();
  world = { arbiter, store, now, journal, examiner, windows: new BrowserWindows() };
  tables = [];
});
afterEach(async () => {
  for (const table of tables) table.leave();
  await Promise.all(tables.map((table) => table.stored()));
  vi.unstubAllGlobals();
});

async function found(entrance: Entrance, id: string): Promise<LocalTable> {
  const table = await entrance.find(id);
  if (!table) throw new Error('gone');
  tables.push(table);
  return table;
}

/** A window that plays, and another that looks on. */
async function both(): Promise<{ id: string; first: Entrance; second: Entrance; playing: LocalTable; looking: LocalTable }> {
  const playing = await LocalTable.open(SETTINGS, { owner: 'Ada', guest: 'Ben' }, world);
  tables.push(playing);
  await playing.stored();
  const { id } = playing;
  const [first, second] = [new Entrance(undefined, world), new Entrance(undefined, world)];
  first.open(playing);
  expect(await first.find(id)).toBe(playing);
  const looking = await found(second, id);
  expect([playing.elsewhere, looking.elsewhere]).toEqual([false, true]);
  return { id, first, second, playing, looking };
}

test('who gave a game up and sees it free before the other has it takes it from nobody', async () => {
  const { id, first, second, playing, looking } = await both();
  // The second asks for the game; that it waits for it, too, is known a moment later.
  let arrive: () => void = () => undefined;
  locks.late = new Promise((resolve) => (arrive = resolve));
  looking.leave();
  second.takeOver();
  const taking = found(second, id);
  await vi.waitFor(() => expect(playing.free).toBe(true));
  arrive();
  const taken = await taking;
  expect(taken.elsewhere).toBe(false);
  // Only now does the page of the first find the time to enter again.
  playing.leave();
  first.freed();
  const again = await found(first, id);
  await taken.stored();
  expect([again.elsewhere, taken.elsewhere]).toEqual([true, false]);
});

test('who looks on enters a game that has become free, and plays', async () => {
  const { id, second, playing, looking } = await both();
  playing.leave();
  await vi.waitFor(() => expect(looking.free).toBe(true));
  looking.leave();
  second.freed();
  expect(second.times).toBe(1);
  expect((await found(second, id)).elsewhere).toBe(false);
});

test('a page that is left meanwhile does not keep the game', async () => {
  const { id, first, playing } = await both();
  playing.leave();
  first.freed();
  const late = first.find(id);
  first.leave();
  expect(await late).toBeNull();
  const next = new Entrance(undefined, world);
  next.takeOver();
  expect((await found(next, id)).elsewhere).toBe(false);
});
