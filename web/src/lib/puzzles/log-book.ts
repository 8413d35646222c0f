// Where the log of tries lies on the device: in IndexedDB, or for as long as the page lives where nothing may be stored.
import { done, finished } from '../indexed-db';
import { Ahead } from '../storage';
import type { Entry } from './progress';

export interface LogBook {
  /** Whether what is written outlasts the page. */
  readonly lasts: boolean;
  /** The oldest first. */
  read(): Promise<Entry[]>;
  add(entry: Entry): Promise<void>;
  /** Puts another log in the place of all that is there. */
  replace(log: readonly Entry[]): Promise<void>;
}

const DATABASE = 'tabiya-puzzles';
const VERSION = 1;
const LOG = 'log';

const ahead = new Ahead<Entry>('ahead.puzzles');

/** The entry's own place in the log, in the order of time: two that bring it there bring it once. */
const newKey = (entry: Entry): number => entry.at * 1000 + Math.floor(Math.random() * 1000);

class IndexedBook implements LogBook {
  readonly lasts = true;

  constructor(readonly database: IDBDatabase) {}

  async read(): Promise<Entry[]> {
    return (await done(this.database.transaction(LOG).objectStore(LOG).getAll())) as Entry[];
  }

  async add(entry: Entry): Promise<void> {
    const key = newKey(entry);
    ahead.note(String(key), entry);
    await this.put(key, entry);
    ahead.strike(String(key));
  }

  put(key: number, entry: Entry): Promise<void> {
    return this.#write((store) => store.put(entry, key));
  }

  replace(log: readonly Entry[]): Promise<void> {
    return this.#write((store) => {
      store.clear();
      for (const entry of log) store.add(entry);
    });
  }

  async #write(change: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = this.database.transaction(LOG, 'readwrite');
    const ending = finished(transaction);
    change(transaction.objectStore(LOG));
    await ending;
  }
}

export class PassingBook implements LogBook {
  readonly lasts = false;
  #log: Entry[] = [];

  read(): Promise<Entry[]> {
    return Promise.resolve([...this.#log]);
  }

  add(entry: Entry): Promise<void> {
    this.#log.push(entry);
    return Promise.resolve();
  }

  replace(log: readonly Entry[]): Promise<void> {
    this.#log = [...log];
    return Promise.resolve();
  }
}

/** Opens the log in this factory's database, with what a page was closed too early for. */
export async function openIndexed(factory: IDBFactory): Promise<LogBook> {
  const request = factory.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(LOG, { autoIncrement: true });
  const database = await done(request);
  // Another page wants a newer version: this one must not stand in its way.
  database.onversionchange = () => database.close();
  const book = new IndexedBook(database);
  await ahead.arrive((key, entry) => book.put(Number(key), entry));
  return book;
}

let opening: Promise<LogBook> | null = null;

/** The log of this device. */
export function openLogBook(): Promise<LogBook> {
  opening ??= (async () => openIndexed(indexedDB))().catch(() => new PassingBook());
  return opening;
}
