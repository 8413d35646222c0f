// A world for tests of local tables: the real arbiter without its worker, a clock set by hand, a store in memory.
import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '../protocol';
import type { Arbiter } from './arbiter';
import { Bench, type Answer, type Call, type TablePackage } from './bench';
import type { Journal, OnItsWay } from './journal';
import type { World } from './local-table.svelte';
import type { Hold, Holder, Windows } from './windows';
import { expectNext, type LogStore, type TableLine } from './log-store';

interface Package extends TablePackage {
  initSync: (source: { module: BufferSource }) => unknown;
}

const modules = import.meta.glob('../wasm-table/tabiya_wasm.js');

/** As IndexedDB does it: all that is told at once is added or nothing, and only right behind what is there. */
export class MemoryStore implements LogStore {
  /** Nothing more fits in. */
  full = false;
  readonly kept = new Map<string, { table: TableLine; events: RecordedEvent[] }>();

  tables(): Promise<TableLine[]> {
    return Promise.resolve([...this.kept.values()].map((entry) => entry.table));
  }

  line(id: string): Promise<TableLine | null> {
    return Promise.resolve(this.kept.get(id)?.table ?? null);
  }

  read(id: string): Promise<RecordedEvent[]> {
    return Promise.resolve([...(this.kept.get(id)?.events ?? [])]);
  }

  async append(table: TableLine, events: readonly RecordedEvent[]): Promise<void> {
    const before = await this.read(table.id);
    expectNext(before.at(-1)?.seq ?? 0, events);
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.kept.set(table.id, { table, events: [...before, ...events] });
  }

  forget(id: string): Promise<void> {
    this.kept.delete(id);
    return Promise.resolve();
  }
}

/** The windows of one browser: who plays at which table, and who looks on. */
class NearWindows implements Windows {
  readonly #holders = new Map<string, Holder>();
  readonly #lookers = new Map<{ onnews: () => void; onfree: () => void }, string>();

  async hold(table: string, holder: Holder, take: boolean): Promise<Hold | null> {
    const other = this.#holders.get(table);
    if (other && !take) return null;
    await other?.giveUp();
    this.#holders.set(table, holder);
    return { release: () => this.#release(table, holder) };
  }

  tell(table: string): void {
    for (const [{ onnews }, where] of [...this.#lookers]) if (where === table) onnews();
  }

  look(table: string, onnews: () => void, onfree: () => void): () => void {
    const looker = { onnews, onfree };
    this.#lookers.set(looker, table);
    return () => this.#lookers.delete(looker);
  }

  #release(table: string, holder: Holder): void {
    if (this.#holders.get(table) !== holder) return;
    this.#holders.delete(table);
    for (const [{ onfree }, where] of [...this.#lookers]) if (where === table) onfree();
  }
}

/** As localStorage keeps it: a copy, at once. */
class MemoryJournal implements Journal {
  readonly #kept = new Map<string, string>();
  /** Nothing more is written. */
  closed = false;

  constructor(readonly isForbidden: () => boolean) {}

  read(id: string): OnItsWay | null {
    return JSON.parse(this.#kept.get(id) ?? 'null') as OnItsWay | null;
  }

  write(id: string, all: OnItsWay | null): void {
    if (this.closed || this.isForbidden()) return;
    if (all) this.#kept.set(id, JSON.stringify(all));
    else this.#kept.delete(id);
  }
}

let bench: Promise<Package> | null = null;

function load(): Promise<Package> {
  bench ??= (async () => {
    const load = Object.values(modules)[0];
    if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
    const loaded = (await load()) as Package;
    loaded.initSync({ module: readFileSync('src/lib/wasm-table/tabiya_wasm_bg.wasm') });
    return loaded;
  })();
  return bench;
}

/** The arbiter on the page itself, answering later all the same. */
class NearArbiter implements Arbiter {
  #bench = load().then((loaded) => new Bench(loaded));
  /** What is asked next breaks it down. */
  breaking = false;

  async ask(call: Call): Promise<Answer> {
    const bench = await this.#bench;
    if (this.breaking) throw new Error('unreachable');
    return bench.ask(call);
  }

  async pgn(number: number, site: string): Promise<string> {
    return (await this.#bench).pgn(number, site);
  }

  close(): void {
    this.breaking = true;
  }
}

export class FakeWorld implements World {
  time = 1_790_000_000_000;
  readonly memory = new MemoryStore();
  readonly journal = new MemoryJournal(() => this.forbidden);
  readonly windows = new NearWindows();
  /** What the examiner was asked, and how it tells that a position is dead. */
  asked: string[] = [];
  tellDead: () => void = () => undefined;
  /** Where the browser forbids all storing. */
  forbidden = false;

  /** The judge of the newest table. */
  judge: NearArbiter | null = null;

  arbiter = (): Arbiter => {
    this.judge = new NearArbiter();
    return this.judge;
  };

  store = (): Promise<LogStore | null> => Promise.resolve(this.forbidden ? null : this.memory);

  now = (): number => this.time;

  examiner: World['examiner'] = (tell) => {
    this.tellDead = () => tell(true);
    return { ask: (fen) => void this.asked.push(fen), stop: () => undefined };
  };

  pass(seconds: number): void {
    this.time += seconds * 1_000;
  }
}
