// Where the log of tries lies on the device: in IndexedDB, or for as long as the page lives where nothing may be stored.
import { done, finished } from '../indexed-db';
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

class IndexedBook implements LogBook {
  readonly lasts = true;

  constructor(readonly database: IDBDatabase) {}

  async read(): Promise<Entry[]> {
    return (await done(this.database.transaction(LOG).objectStore(LOG).getAll())) as Entry[];
  }

  add(entry: Entry): Promise<void> {
    return this.#write((store) => store.add(entry));
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

async function openIndexed(): Promise<LogBook> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(LOG, { autoIncrement: true });
  const database = await done(request);
  // Another page wants a newer version: this one must not stand in its way.
  database.onversionchange = () => database.close();
  return new IndexedBook(database);
}

let opening: Promise<LogBook> | null = null;

/** The log of this device. */
export function openLogBook(): Promise<LogBook> {
  opening ??= openIndexed().catch(() => new PassingBook());
  return opening;
}
