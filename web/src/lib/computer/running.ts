// The games against the computer that go on, on this device.
import { openLogStore, type TableLine } from '../local/log-store';

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
