// The tables of this device in IndexedDB: the log of each, event by event, and a line about each to find it by.
// An event is added only as the next one: of two pages with the same table open, one is told that it came too late.
import type { Phase, RecordedEvent } from '../protocol';
import type { Names } from './arbiter';

export interface KeptTable {
  id: string;
  names: Names;
  /** When something last happened, ms since 1970. */
  at: number;
  phase: Phase;
  score: { owner: number; guest: number; games: number };
}

/** Another page has gone on with the table. */
export class WentOnElsewhere extends Error {}

export interface LogStore {
  /** Newest first. */
  tables(): Promise<KeptTable[]>;
  read(id: string): Promise<RecordedEvent[]>;
  /** Adds events behind those that are stored; fails with `WentOnElsewhere` if others are there already. */
  append(table: KeptTable, events: readonly RecordedEvent[]): Promise<void>;
  forget(id: string): Promise<void>;
}

const TABLES = 'tables';
const EVENTS = 'events';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the store failed'));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the store broke off'));
  });

const eventsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

class IndexedLogStore implements LogStore {
  constructor(readonly database: IDBDatabase) {}

  async tables(): Promise<KeptTable[]> {
    const store = this.database.transaction(TABLES).objectStore(TABLES);
    const tables = (await done(store.getAll())) as KeptTable[];
    return tables.sort((a, b) => b.at - a.at);
  }

  async read(id: string): Promise<RecordedEvent[]> {
    const store = this.database.transaction(EVENTS).objectStore(EVENTS);
    const rows = (await done(store.getAll(eventsOf(id)))) as { event: RecordedEvent }[];
    return rows.map((row) => row.event);
  }

  async append(table: KeptTable, events: readonly RecordedEvent[]): Promise<void> {
    // Strict: on the disk before it counts as stored, so that it survives a crash.
    const transaction = this.database.transaction([TABLES, EVENTS], 'readwrite', { durability: 'strict' });
    const ending = finished(transaction);
    const store = transaction.objectStore(EVENTS);
    for (const event of events) store.add({ table: table.id, seq: event.seq, event });
    transaction.objectStore(TABLES).put(table);
    try {
      await ending;
    } catch (error) {
      const isThere = error instanceof DOMException && error.name === 'ConstraintError';
      throw isThere ? new WentOnElsewhere() : error;
    }
  }

  async forget(id: string): Promise<void> {
    const transaction = this.database.transaction([TABLES, EVENTS], 'readwrite');
    const ending = finished(transaction);
    transaction.objectStore(TABLES).delete(id);
    transaction.objectStore(EVENTS).delete(eventsOf(id));
    await ending;
  }
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
