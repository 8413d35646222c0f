// The tables against the computer on this device: which go on, and which are forgotten.
import { openLogStore, type TableLine } from '../local/log-store';

/** Of games that are over the archive knows; their tables are kept a while for whoever goes back to them. */
const LEFT = 5;

/** So many are shown: whoever has more has forgotten the rest. */
const MOST = 3;

/** The newest first; empty where the browser keeps nothing. */
export async function runningGames(): Promise<TableLine[]> {
  try {
    const all = (await (await openLogStore())?.tables()) ?? [];
    return all.filter(({ computer, phase }) => computer && phase === 'playing').slice(0, MOST);
  } catch {
    return [];
  }
}

/** Forgets all but the newest of the tables at which nothing goes on any more. */
export async function forgetFinished(): Promise<void> {
  const store = await openLogStore();
  const all = (await store?.tables()) ?? [];
  const over = all.filter(({ computer, phase }) => computer && phase !== 'playing');
  for (const { id } of over.slice(LEFT)) await store?.forget(id);
}
