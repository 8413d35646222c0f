// Opens a table against the computer.
import { LocalTable, type World } from '../local/local-table.svelte';
import { levelOf } from './levels';
import { rememberWishes, settingsOf, type Wishes } from './wishes';

/** Throws when the settings are refused; see `refusalIn`. */
export async function openAgainst(wishes: Wishes, name: string, world?: World): Promise<LocalTable> {
  rememberWishes(wishes);
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const names = { owner: name.trim(), guest: levelOf(wishes.level)?.name ?? '' };
  const computer = { level: wishes.level, hints: wishes.hints, seed };
  return LocalTable.open(settingsOf(wishes), names, world, computer);
}
