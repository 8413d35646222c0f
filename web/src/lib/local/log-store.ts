// The tables of this device in IndexedDB: the log of each, event by event, and a line about each to find it by.
// An event is added only behind the one before it: of two pages with the same table open, one is told that it came
// too late, and a log has no gaps.
import { done, finished } from '../indexed-db';
import type { Phase, RecordedEvent } from '../protocol';
import type { Names } from './bench';
import { browserJournal, tablesAhead } from './journal';

/** Who sits in the guest's seat, where it is no person. */
export interface ComputerSeat {
  /** The id of the level (levels.json). */
  level: string;
  /** Whether the person may ask for hints. */
  hints: boolean;
  /** What makes this opponent's chance its own. */
  seed: number;
}

/** What the list of tables tells of one. */
export interface TableLine {
  id: string;
  names: Names;
  /** Missing at a table for two people. */
  computer?: ComputerSeat;
  /** When something last happened, ms since 1970. */
  at: number;
  phase: Phase;
  score: { owner: number; guest: number; games: number };
}

/** Another page has gone on with the table. */
export class WentOnElsewhere extends Error {}

/** What came before is not stored any more: another page has forgotten the table. */
export class Forgotten extends Error {}

/** Throws unless these events come right behind the last that is stored, `last`; 0 if there is none. */
export function expectNext(last: number, events: readonly RecordedEvent[]): void {
  const before = (events[0]?.seq ?? last + 1) - 1;
  if (last > before) throw new WentOnElsewhere();
  if (last < before) throw new Forgotten();
}

export interface LogStore {
  /** Newest first. */
  tables(): Promise<TableLine[]>;
  /** Null if there is no such table. */
  line(id: string): Promise<TableLine | null>;
  read(id: string): Promise<RecordedEvent[]>;
  /** Adds all these events or none; fails as `expectNext` does where they do not come right behind the stored ones. */
  append(table: TableLine, events: readonly RecordedEvent[]): Promise<void>;
  forget(id: string): Promise<void>;
}

const TABLES = 'tables';
const EVENTS = 'events';

const eventsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

async function add(transaction: IDBTransaction, table: TableLine, events: readonly RecordedEvent[]): Promise<void> {
  const store = transaction.objectStore(EVENTS);
  const last = await done(store.openKeyCursor(eventsOf(table.id), 'prev'));
  expectNext(last ? (last.key as [string, number])[1] : 0, events);
  for (const event of events) store.add({ table: table.id, seq: event.seq, event });
  transaction.objectStore(TABLES).put(table);
}

class IndexedLogStore implements LogStore {
  constructor(readonly database: IDBDatabase) {}

  async tables(): Promise<TableLine[]> {
    const store = this.database.transaction(TABLES).objectStore(TABLES);
    const tables = (await done(store.getAll())) as TableLine[];
    return tables.sort((a, b) => b.at - a.at);
  }

  async line(id: string): Promise<TableLine | null> {
    const store = this.database.transaction(TABLES).objectStore(TABLES);
    return ((await done(store.get(id))) as TableLine | undefined) ?? null;
  }

  async read(id: string): Promise<RecordedEvent[]> {
    const store = this.database.transaction(EVENTS).objectStore(EVENTS);
    const rows = (await done(store.getAll(eventsOf(id)))) as { event: RecordedEvent }[];
    return rows.map((row) => row.event);
  }

  async append(table: TableLine, events: readonly RecordedEvent[]): Promise<void> {
    // Strict: on the disk before it counts as stored, so that it survives a crash.
    const transaction = this.database.transaction([TABLES, EVENTS], 'readwrite', { durability: 'strict' });
    await Promise.all([finished(transaction), add(transaction, table, events)]);
  }

  async forget(id: string): Promise<void> {
    browserJournal.write(id, null);
    const transaction = this.database.transaction([TABLES, EVENTS], 'readwrite');
    const ending = finished(transaction);
    transaction.objectStore(TABLES).delete(id);
    transaction.objectStore(EVENTS).delete(eventsOf(id));
    await ending;
  }
}

/** The tables that can be gone on with, the newest first; those of which nothing is stored yet, too. */
export async function keptTables(open: () => Promise<LogStore | null> = openLogStore): Promise<TableLine[]> {
  const stored = await open().then((store) => store?.tables() ?? []).catch(() => []);
  return [...tablesAhead(stored), ...stored];
}

let opening: Promise<LogStore | null> | null = null;

/** The store, or null where the browser forbids one. */
export function openLogStore(): Promise<LogStore | null> {
  opening ??= new Promise<LogStore | null>((resolve) => {
    const fail = (): void => {
      opening = null;
      resolve(null);
    };
    try {
      const request = indexedDB.open('tabiya', 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(TABLES, { keyPath: 'id' });
        request.result.createObjectStore(EVENTS, { keyPath: ['table', 'seq'] });
      };
      request.onsuccess = () => {
        const database = request.result;
        // A page with a later version of the application wants to change the store: it opens again when needed.
        database.onversionchange = () => {
          database.close();
          opening = null;
        };
        // The browser has closed it, since its data were cleared: it opens anew.
        database.onclose = () => (opening = null);
        resolve(new IndexedLogStore(database));
      };
      request.onerror = fail;
      request.onblocked = fail;
    } catch {
      fail();
    }
  });
  return opening;
}
