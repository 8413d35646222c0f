// The tables against the computer on this device: which go on, and which are forgotten.
import { keptTables, openLogStore, type LogStore, type TableLine } from '../local/log-store';
import type { RecordedEvent } from '../protocol';
import { archiveId, openArchive, type Archive } from './archive';

/** Of games that are over the archive knows; their tables are kept a while for whoever goes back to them. */
const LEFT = 5;

/** The newest first; empty where the browser keeps nothing. */
export async function runningGames(
  openStore: () => Promise<LogStore | null> = openLogStore,
): Promise<TableLine[]> {
  return (await keptTables(openStore)).filter(({ computer, phase }) => computer && phase === 'playing');
}

/** Forgets all but the newest of the tables at which nothing goes on any more, if their games outlast them. */
export async function forgetFinished(
  openStore: () => Promise<LogStore | null> = openLogStore, openGames: () => Promise<Archive> = openArchive,
): Promise<void> {
  const [store, archive] = [await openStore(), await openGames()];
  if (!store || !archive.lasts) return;
  const over = (await store.tables()).filter(({ computer, phase }) => computer && phase !== 'playing');
  for (const { id } of over.slice(LEFT)) {
    const games = await Promise.all(gamesIn(id, await store.read(id)).map((game) => archive.get(game)));
    if (games.every((game) => game !== null)) await store.forget(id);
  }
}

/** How the archive knows the games of a table. */
function gamesIn(table: string, log: readonly RecordedEvent[]): string[] {
  let number = 0;
  return log.flatMap(({ event }) => {
    if (event.type === 'game_started') number = event.number;
    const id = event.type === 'game_ended' ? archiveId(table, number, event.termination) : null;
    return id === null ? [] : [id];
  });
}
