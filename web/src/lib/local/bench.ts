// The arbiter of one table beside its WebAssembly package: every call comes with its moment, and every answer says
// all that the page must know. It runs in a worker (worker.ts); nothing here knows of one.
import type { Command, RecordedEvent, Refusal, Seat, Settings, TableEvent, View, You } from '../protocol';

export interface Names {
  /** Empty where a player has none. */
  owner: string;
  guest: string;
}

/** What is asked of the arbiter; `at` and `since` are milliseconds since 1970. */
export type Call =
  | { type: 'open'; settings: Settings; names: Names; seed: bigint; at: number }
  | { type: 'replay'; log: readonly RecordedEvent[] }
  | { type: 'act'; actor: You; command: Command; at: number }
  | { type: 'tick'; at: number }
  /** The clock stands from `since` on, until `wake` or the next move. */
  | { type: 'pause'; since: number; at: number }
  /** Both are here, and what stands runs on. */
  | { type: 'wake'; at: number }
  /** A player looks at the page, or looks away. */
  | { type: 'presence'; seat: Seat; present: boolean; at: number }
  | { type: 'declare_dead'; ply: number; at: number };

export type Looks = Record<You, Omit<View, 'table' | 'link'>>;

export interface Told {
  /** What has happened, as everybody may know it. */
  fresh: TableEvent[];
  /** The same as it is to be stored. */
  log: RecordedEvent[];
  looks: Looks;
  /** When to tick if nothing happens before. */
  deadline: number | null;
  /** A position to be looked into at leisure: nobody may be able to mate in it. */
  examine: { ply: number; fen: string; chess960: boolean } | null;
}

export type Answer = Told | { refusal: Refusal };

/** The class of the package (crates/wasm/src/table/exports.rs). */
interface ArbiterTable {
  act(actor: You, command: string, at: bigint): string;
  tick(at: bigint): string;
  pause(since: bigint, at: bigint): string;
  wake(at: bigint): string;
  notePresence(seat: Seat, present: boolean, at: bigint): string;
  toExamine(): { ply: number; fen: string; chess960: boolean } | undefined;
  declareDead(ply: number, at: bigint): string;
  deadline(): bigint | undefined;
  view(actor: You): string;
  log(seq: number): string;
  pgn(number: number, site: string): string | undefined;
}

export interface TablePackage {
  ArbiterTable: {
    open(settings: string, owner: string | undefined, guest: string | undefined, seed: bigint, at: bigint): ArbiterTable;
    replay(log: string): ArbiterTable;
  };
}

type Happened = { events: RecordedEvent[] } | { refusal: Refusal };

export class Bench {
  #table: ArbiterTable | null = null;
  /** The last event that the page was told. */
  #told = 0;

  constructor(readonly loaded: TablePackage) {}

  /** Throws when the call makes no sense; see `refusalIn`. */
  ask(call: Call): Answer {
    if (call.type === 'open') {
      const { settings, names, seed, at } = call;
      const name = (seat: Seat): string | undefined => names[seat] || undefined;
      const { ArbiterTable } = this.loaded;
      this.#table = ArbiterTable.open(JSON.stringify(settings), name('owner'), name('guest'), seed, BigInt(at));
      return this.#tell([]);
    }
    if (call.type === 'replay') {
      this.#table = this.loaded.ArbiterTable.replay(JSON.stringify(call.log));
      this.#told = call.log.length;
      return this.#tell([]);
    }
    const answer = JSON.parse(happened(this.#opened(), call)) as Happened;
    return 'refusal' in answer ? answer : this.#tell(answer.events);
  }

  /** A game as PGN; empty if there was no such game. */
  pgn(number: number, site: string): string {
    return this.#opened().pgn(number, site) ?? '';
  }

  #opened(): ArbiterTable {
    if (!this.#table) throw new Error('no table has been opened');
    return this.#table;
  }

  #tell(events: RecordedEvent[]): Told {
    const table = this.#opened();
    const log = JSON.parse(table.log(this.#told)) as RecordedEvent[];
    this.#told = log.at(-1)?.seq ?? this.#told;
    const look = (you: You): Looks[You] => JSON.parse(table.view(you)) as Looks[You];
    const deadline = table.deadline();
    const examine = table.toExamine();
    return {
      fresh: events.map((recorded) => recorded.event),
      log,
      looks: { owner: look('owner'), guest: look('guest'), spectator: look('spectator') },
      deadline: deadline === undefined ? null : Number(deadline),
      // A plain copy: an object of the package cannot leave its worker.
      examine: examine ? { ply: examine.ply, fen: examine.fen, chess960: examine.chess960 } : null,
    };
  }
}

function happened(table: ArbiterTable, call: Exclude<Call, { type: 'open' | 'replay' }>): string {
  const at = BigInt(call.at);
  switch (call.type) {
    case 'act':
      return table.act(call.actor, JSON.stringify(call.command), at);
    case 'tick':
      return table.tick(at);
    case 'pause':
      return table.pause(BigInt(call.since), at);
    case 'wake':
      return table.wake(at);
    case 'presence':
      return table.notePresence(call.seat, call.present, at);
    case 'declare_dead':
      return table.declareDead(call.ply, at);
  }
}
