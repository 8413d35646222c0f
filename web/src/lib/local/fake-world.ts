// A world for tests of local tables: the real arbiter without its worker, a clock set by hand, a store in memory.
import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '../protocol';
import type { Arbiter } from './arbiter';
import { Bench, type Answer, type Call, type TablePackage } from './bench';
import type { World } from './local-table.svelte';
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
