// When the page of a local table was last known to be there: so much a reload, a crash or a flat battery may charge
// to the side to move, and no more. Written every second while a clock runs, and when the page is left.
import { recall, remember } from '../storage';

const KEY = 'local.alive';
export const EVERY_MS = 1_000;

interface Alive {
  table: string;
  at: number;
}

export const noteAlive = (table: string, at: number): void => remember(KEY, { table, at } satisfies Alive);

/** The last known moment of this table, or null. */
export function lastAlive(table: string): number | null {
  const alive = recall<Alive | null>(KEY, null);
  return alive?.table === table ? alive.at : null;
}
