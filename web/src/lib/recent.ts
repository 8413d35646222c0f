// The tables that this browser has been at, newest first, to come back to.
import type { View } from './protocol';
import { recall, remember } from './storage';

export interface RecentTable {
  id: string;
  /** When it was last seen, ms since the epoch. */
  at: number;
  watched: boolean;
  opponent: string | null;
  /** Somebody sits on the other side. */
  joined: boolean;
}

const KEY = 'recent';
const KEPT = 8;

export const recentTables = (): RecentTable[] => recall<RecentTable[]>(KEY, []);

export const forgetTable = (id: string): void =>
  remember(KEY, recentTables().filter((entry) => entry.id !== id));

export function noteTable(view: View): void {
  const other = view.you === 'guest' ? view.seats.owner : view.seats.guest;
  const entry: RecentTable = {
    id: view.table,
    at: Date.now(),
    watched: view.you === 'spectator',
    opponent: other.name,
    joined: other.taken,
  };
  const rest = recentTables().filter((known) => known.id !== view.table);
  remember(KEY, [entry, ...rest].slice(0, KEPT));
}
