// A world for tests of local tables: the real arbiter, a clock that is set by hand, a store in memory.
import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '../protocol';
import { ArbiterDoor } from './arbiter';
import type { World } from './local-table.svelte';
import { expectNext, type LogStore, type TableLine } from './log-store';

interface Package {
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

export class FakeWorld implements World {
  time = 1_790_000_000_000;
  readonly memory = new MemoryStore();
  /** What the examiner was asked, and how it tells that a position is dead. */
  asked: string[] = [];
  tellDead: () => void = () => undefined;
  /** Where the browser forbids all storing. */
  forbidden = false;

  readonly door = new ArbiterDoor(async () => {
    const load = Object.values(modules)[0];
    if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
    const loaded = (await load()) as Package;
    loaded.initSync({ module: readFileSync('src/lib/wasm-table/tabiya_wasm_bg.wasm') });
    return loaded as never;
  });

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
