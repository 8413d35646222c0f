// The analyses of this device, in IndexedDB: several, with names. Where the browser forbids storing, they live as long
// as the page.
import { done, finished } from '../indexed-db';
import { Ahead } from '../storage';
import type { Kept } from './review.svelte';
import type { GameTree } from './tree';

export interface SavedAnalysis {
  id: string;
  name: string;
  /** ms since 1970. */
  changedAt: number;
  tree: GameTree;
  at: number;
  flipped: boolean;
  review: Kept | null;
  /** When it was last kept, ms since 1970; missing in those of older versions. */
  keptAt?: number;
}

/** An analysis as a list tells of it. */
export type Entry = Pick<SavedAnalysis, 'id' | 'name' | 'changedAt' | 'tree'>;

export interface AnalysisStore {
  /** Whether analyses outlast the page. */
  readonly lasts: boolean;
  /** What was changed last comes first. */
  list(): Promise<Entry[]>;
  get(id: string): Promise<SavedAnalysis | null>;
  put(analysis: SavedAnalysis): Promise<void>;
  delete(id: string): Promise<void>;
}

const DATABASE = 'tabiya-analyses';
const STORE = 'analyses';

const listed = (all: SavedAnalysis[]): Entry[] =>
  all.map(({ id, name, changedAt, tree }) => ({ id, name, changedAt, tree })).sort((a, b) => b.changedAt - a.changedAt);

class IndexedStore implements AnalysisStore {
  readonly lasts = true;

  constructor(readonly database: IDBDatabase) {}

  async list(): Promise<Entry[]> {
    return listed((await done(this.#store('readonly').getAll())) as SavedAnalysis[]);
  }

  async get(id: string): Promise<SavedAnalysis | null> {
    return ((await done(this.#store('readonly').get(id))) as SavedAnalysis | undefined) ?? null;
  }

  async put(analysis: SavedAnalysis): Promise<void> {
    const store = this.#store('readwrite');
    const ending = finished(store.transaction);
    store.put(analysis);
    await ending;
  }

  async delete(id: string): Promise<void> {
    strikeAnalysis(id);
    const store = this.#store('readwrite');
    const ending = finished(store.transaction);
    store.delete(id);
    await ending;
  }

  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction([STORE], mode).objectStore(STORE);
  }
}

const ahead = new Ahead<SavedAnalysis>('ahead.analyses');

/** An analysis that is not stored yet, and whose page goes: the next page that asks for analyses stores it. */
export const noteAnalysis = (analysis: SavedAnalysis): void => ahead.note(analysis.id, analysis);

/** It is stored, or not wanted any more. */
export const strikeAnalysis = (id: string): void => ahead.strike(id);

/** What was noted, unless something later has been kept. */
async function putLater(store: AnalysisStore, noted: SavedAnalysis): Promise<void> {
  const there = await store.get(noted.id);
  if ((there?.keptAt ?? 0) < (noted.keptAt ?? 0)) await store.put(noted);
}

export class PassingStore implements AnalysisStore {
  readonly lasts = false;
  readonly #all = new Map<string, SavedAnalysis>();

  list = (): Promise<Entry[]> => Promise.resolve(listed([...this.#all.values()]));
  get = (id: string): Promise<SavedAnalysis | null> => Promise.resolve(this.#all.get(id) ?? null);
  put = (analysis: SavedAnalysis): Promise<void> => Promise.resolve(void this.#all.set(analysis.id, analysis));
  delete = (id: string): Promise<void> => Promise.resolve(void this.#all.delete(id));
}

export function openIndexed(factory: IDBFactory, onclosed: () => void): Promise<AnalysisStore | null> {
  return new Promise((resolve) => {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = async () => {
      const database = request.result;
      // A page with a later version of the application wants to change the store.
      database.onversionchange = () => {
        database.close();
        onclosed();
      };
      database.onclose = onclosed;
      const store = new IndexedStore(database);
      await ahead.arrive((_, noted) => putLater(store, noted));
      resolve(store);
    };
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  });
}

const passing = new PassingStore();
let opening: Promise<AnalysisStore> | null = null;

/** The analyses of this device. */
export function openAnalyses(): Promise<AnalysisStore> {
  opening ??= (async () => {
    try {
      const indexed = await openIndexed(indexedDB, () => (opening = null));
      if (indexed) return indexed;
    } catch {
      // There is no such thing here, or it is forbidden.
    }
    opening = null;
    return passing;
  })();
  return opening;
}

/** The name of a new analysis in the store. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
