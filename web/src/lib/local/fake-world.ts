// A world for tests of local tables: the real arbiter, a clock that is set by hand, a store in memory.
import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '../protocol';
import { ArbiterDoor } from './arbiter';
import type { World } from './local-table.svelte';
import { WentOnElsewhere, type KeptTable, type LogStore } from './log-store';

interface Package {
  initSync: (source: { module: BufferSource }) => unknown;
}

const modules = import.meta.glob('../wasm-table/tabiya_wasm.js');

/** As IndexedDB does it: an event that is there already cannot be added. */
export class MemoryStore implements LogStore {
  readonly kept = new Map<string, { table: KeptTable; events: RecordedEvent[] }>();

  tables(): Promise<KeptTable[]> {
    return Promise.resolve([...this.kept.values()].map((entry) => entry.table));
  }

  read(id: string): Promise<RecordedEvent[]> {
    return Promise.resolve([...(this.kept.get(id)?.events ?? [])]);
  }

  append(table: KeptTable, events: readonly RecordedEvent[]): Promise<void> {
    const before = this.kept.get(table.id)?.events ?? [];
    if (events[0] && events[0].seq !== before.length + 1) return Promise.reject(new WentOnElsewhere());
    this.kept.set(table.id, { table, events: [...before, ...events] });
    return Promise.resolve();
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
