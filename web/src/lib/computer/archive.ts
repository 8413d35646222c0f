// The finished games of this device, in IndexedDB, and what was found out about each afterwards. Where the browser
// forbids storing, they are kept for as long as the page lives. Not here: games that go on.
import { done, finished } from '../indexed-db';
import type { Color, Outcome, Settings, Termination } from '../protocol';
import { Ahead } from '../storage';

/** Somebody who sat at the board. */
export interface ArchivedPlayer {
  name: string;
  /** The id of the level (levels.json), null for a person. */
  level: string | null;
}

export interface ArchivedGame {
  id: string;
  /** ms since 1970. */
  startedAt: number;
  endedAt: number;
  white: ArchivedPlayer;
  black: ArchivedPlayer;
  /** Whose game this is: the color of the person at this device; null where both sat here. */
  you: Color | null;
  settings: Settings;
  startFen: string;
  chess960: boolean;
  /** UCI, the castling of Chess960 as king takes rook. */
  moves: string[];
  /** Null where the game was broken off without a result. */
  outcome: Outcome | null;
  termination: Termination;
  /** The end in one sentence. */
  sentence: string;
}

/** How a game of a table is known; null where nothing was decided: that is none. */
export function archiveId(table: string, number: number, termination: Termination): string | null {
  return termination === 'aborted' ? null : `${table}-${number}`;
}

/** Something found out about a game, in the form of whoever found it out. */
export interface ArchivedFinding {
  id: string;
  finding: unknown;
}

export interface Archive {
  /** Whether games outlast the page. */
  readonly lasts: boolean;
  /** The game that ended last comes first. */
  list(): Promise<ArchivedGame[]>;
  get(id: string): Promise<ArchivedGame | null>;
  /** Adds a game, or puts it in the place of the one with its id. */
  put(game: ArchivedGame): Promise<void>;
  /** The game and what was found out about it. */
  delete(id: string): Promise<void>;
  /** What `keep` has kept about the game, null if nothing. */
  finding(id: string): Promise<unknown>;
  keep(id: string, finding: unknown): Promise<void>;
}

const DATABASE = 'tabiya-archive';
const VERSION = 1;
const GAMES = 'games';
const FINDINGS = 'findings';

const lastFirst = (games: ArchivedGame[]): ArchivedGame[] => games.sort((a, b) => b.endedAt - a.endedAt);

class IndexedArchive implements Archive {
  readonly lasts = true;

  constructor(readonly database: IDBDatabase) {}

  async list(): Promise<ArchivedGame[]> {
    return lastFirst((await done(this.#reading(GAMES).getAll())) as ArchivedGame[]);
  }

  async get(id: string): Promise<ArchivedGame | null> {
    return ((await done(this.#reading(GAMES).get(id))) as ArchivedGame | undefined) ?? null;
  }

  put(game: ArchivedGame): Promise<void> {
    return this.#write([GAMES], (transaction) => transaction.objectStore(GAMES).put(game));
  }

  delete(id: string): Promise<void> {
    return this.#write([GAMES, FINDINGS], (transaction) => {
      transaction.objectStore(GAMES).delete(id);
      transaction.objectStore(FINDINGS).delete(id);
    });
  }

  async finding(id: string): Promise<unknown> {
    const row = (await done(this.#reading(FINDINGS).get(id))) as ArchivedFinding | undefined;
    return row?.finding ?? null;
  }

  keep(id: string, finding: unknown): Promise<void> {
    return this.#write([FINDINGS], (transaction) => transaction.objectStore(FINDINGS).put({ id, finding }));
  }

  #reading(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store);
  }

  async #write(stores: string[], change: (transaction: IDBTransaction) => void): Promise<void> {
    const transaction = this.database.transaction(stores, 'readwrite');
    const ending = finished(transaction);
    change(transaction);
    await ending;
  }
}

const ahead = new Ahead<ArchivedGame>('ahead.archive');

async function putOnce(archive: Archive, game: ArchivedGame): Promise<void> {
  if (!(await archive.get(game.id))) await archive.put(game);
}

/** Keeps a game that is over, unless it is kept already. It is known from now on, whatever becomes of the page. */
export async function keepGame(game: ArchivedGame, open: () => Promise<Archive> = openArchive): Promise<void> {
  ahead.note(game.id, game);
  await putOnce(await open(), game);
  ahead.strike(game.id);
}

/** What is known while the page lives, where nothing may be stored. */
export class PassingArchive implements Archive {
  readonly lasts = false;
  readonly #games = new Map<string, ArchivedGame>();
  readonly #findings = new Map<string, unknown>();

  list(): Promise<ArchivedGame[]> {
    return Promise.resolve(lastFirst([...this.#games.values()]));
  }

  get(id: string): Promise<ArchivedGame | null> {
    return Promise.resolve(this.#games.get(id) ?? null);
  }

  put(game: ArchivedGame): Promise<void> {
    this.#games.set(game.id, game);
    return Promise.resolve();
  }

  delete(id: string): Promise<void> {
    this.#games.delete(id);
    this.#findings.delete(id);
    return Promise.resolve();
  }

  finding(id: string): Promise<unknown> {
    return Promise.resolve(this.#findings.get(id) ?? null);
  }

  keep(id: string, finding: unknown): Promise<void> {
    this.#findings.set(id, finding);
    return Promise.resolve();
  }
}

/** Opens the archive in this factory's database; null where it cannot be had. `onclosed` when it must be opened anew. */
export function openIndexed(factory: IDBFactory, onclosed: () => void): Promise<Archive | null> {
  return new Promise((resolve) => {
    const request = factory.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: 'id' });
      request.result.createObjectStore(FINDINGS, { keyPath: 'id' });
    };
    request.onsuccess = async () => {
      const database = request.result;
      // A page with a later version of the application wants to change the store.
      database.onversionchange = () => {
        database.close();
        onclosed();
      };
      // The browser has closed it, since its data were cleared.
      database.onclose = onclosed;
      const archive = new IndexedArchive(database);
      await ahead.arrive((_, game) => putOnce(archive, game));
      resolve(archive);
    };
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  });
}

const passing = new PassingArchive();
let opening: Promise<Archive> | null = null;

/** The archive of this device. */
export function openArchive(): Promise<Archive> {
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
