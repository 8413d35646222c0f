// The arbiter in the browser: the only door to the WASM package with a whole table in it, the server's own code.
// Answers come as JSON in the shapes of docs/protocol.md; here they get their types.
import type { Command, RecordedEvent, Refusal, Settings, View, You } from '../protocol';

/** The class of the package. Moments are milliseconds since 1970. */
export interface ArbiterTable {
  act(actor: You, command: string, at: bigint): string;
  tick(at: bigint): string;
  pause(since: bigint, at: bigint): string;
  wake(at: bigint): string;
  toExamine(): { ply: number; fen: string; chess960: boolean } | undefined;
  declareDead(ply: number, at: bigint): string;
  deadline(): bigint | undefined;
  view(actor: You): string;
  log(seq: number): string;
  pgn(number: number, site: string): string | undefined;
}

interface Package {
  default: () => Promise<unknown>;
  ArbiterTable: {
    open(settings: string, owner: string | undefined, guest: string | undefined, seed: bigint, at: bigint): ArbiterTable;
    replay(log: string): ArbiterTable;
  };
}

export type Answer = { events: RecordedEvent[]; refusal?: undefined } | { refusal: Refusal };

export interface Names {
  owner: string;
  guest: string;
}

/** One table and its judge. Every moment is told by the caller. */
export class Arbiter {
  constructor(readonly table: ArbiterTable) {}

  act(actor: You, command: Command, at: number): Answer {
    return read(this.table.act(actor, JSON.stringify(command), BigInt(at)));
  }

  tick(at: number): Answer {
    return read(this.table.tick(BigInt(at)));
  }

  /** The clock stands from `since` on, until `wake` or the next move. */
  pause(since: number, at: number): Answer {
    return read(this.table.pause(BigInt(since), BigInt(at)));
  }

  wake(at: number): Answer {
    return read(this.table.wake(BigInt(at)));
  }

  declareDead(ply: number, at: number): Answer {
    return read(this.table.declareDead(ply, BigInt(at)));
  }

  deadline(): number | null {
    const deadline = this.table.deadline();
    return deadline === undefined ? null : Number(deadline);
  }

  view(actor: You): Omit<View, 'table' | 'link'> {
    return JSON.parse(this.table.view(actor)) as View;
  }

  /** The events after the first `seq`, as they are to be stored. */
  log(seq: number): RecordedEvent[] {
    return JSON.parse(this.table.log(seq)) as RecordedEvent[];
  }
}

const read = (text: string): Answer => JSON.parse(text) as Answer;

/** A refusal that stands in the message of an error; null for every other error. */
export function refusalIn(error: unknown): Refusal | null {
  try {
    return (JSON.parse((error as Error).message) as { refusal: Refusal }).refusal ?? null;
  } catch {
    return null;
  }
}

export class ArbiterDoor {
  constructor(readonly load: () => Promise<Package>) {}

  /** Opens a table for two who are both here. Throws; see `refusalIn`. */
  async open(settings: Settings, names: Names, seed: bigint, at: number): Promise<Arbiter> {
    const { ArbiterTable } = await this.load();
    return new Arbiter(ArbiterTable.open(JSON.stringify(settings), names.owner, names.guest, seed, BigInt(at)));
  }

  /** The table of a stored log. Throws when it is none. */
  async replay(log: readonly RecordedEvent[]): Promise<Arbiter> {
    const { ArbiterTable } = await this.load();
    return new Arbiter(ArbiterTable.replay(JSON.stringify(log)));
  }
}

// A glob rather than an import: the application also builds where the package has not been made.
const packages = import.meta.glob<Package>('../wasm-table/tabiya_wasm.js');

let loading: Promise<Package> | null = null;

/** The arbiter of this device. Its promises fail when the package cannot be had. */
export const arbiterDoor = new ArbiterDoor(() => {
  loading ??= (async () => {
    const load = Object.values(packages)[0];
    if (!load) throw new Error('the package has not been built');
    const module = await load();
    await module.default();
    return module;
  })();
  // The next attempt begins anew.
  loading.catch(() => (loading = null));
  return loading;
});
