// The rules of chess in the browser: the only door to the WASM package, which is the server's own code.
// It comes late and may not come at all; whoever asks must be able to do without.
import type { Params } from './protocol';

export interface Reason {
  code: string;
  article: string | null;
  squares: string[];
  params: Params;
  sentence: string;
}

export interface Reading {
  uci?: string;
  san?: string;
  hint?: string;
  reason?: Reason;
}

/** A line of play from a start position. Throws an Error with a sentence when it cannot do as told. */
export interface Line {
  play(uci: string): void;
  truncate(ply: number): void;
  ply(): number;
  fen(ply: number): string;
  check(ply: number): string | undefined;
  dests(): unknown;
  san(uci: string): string;
  why(from: string, to: string, promotion?: string): Reason | undefined;
  read(text: string): Reading;
  promotes(from: string, to: string): boolean;
  free?(): void;
}

export interface Rules {
  Line: new (fen: string, chess960: boolean) => Line;
}

interface WasmModule extends Rules {
  default: (source?: unknown) => Promise<unknown>;
}

// A glob rather than an import: the application also builds, and plays by the server's judgment
// alone, where the package has not been made.
const modules = import.meta.glob<WasmModule>('./wasm/tabiya_wasm.js');

let loading: Promise<Rules | null> | null = null;

/** The rules, or null where they cannot be had. */
export function loadRules(): Promise<Rules | null> {
  loading ??= (async () => {
    const load = Object.values(modules)[0];
    if (!load) return null;
    const module = await load();
    await module.default();
    return module;
  })().catch((error: unknown) => {
    console.error('the rules did not load', error);
    loading = null;
    return null;
  });
  return loading;
}

export type Dests = ReadonlyMap<string, readonly string[]>;

/** Where men may go, as the package hands it out. */
export function readDests(raw: unknown): Dests {
  const value: unknown = typeof raw === 'string' ? JSON.parse(raw) : raw;
  if (value instanceof Map) return value as Dests;
  return new Map(Object.entries((value ?? {}) as Record<string, string[]>));
}

/** One line that follows a game: it plays and takes back only what differs since the last time. */
export class Follower {
  #line: Line | null = null;
  #start = '';
  #played: string[] = [];

  constructor(readonly rules: Rules) {}

  /** The line with exactly these moves on it; null when the rules do not know such a game. */
  follow(startFen: string, chess960: boolean, ucis: readonly string[]): Line | null {
    const start = `${startFen} ${chess960}`;
    try {
      if (!this.#line || this.#start !== start) {
        this.#line?.free?.();
        this.#line = new this.rules.Line(startFen, chess960);
        this.#start = start;
        this.#played = [];
      }
      let same = 0;
      while (same < ucis.length && this.#played[same] === ucis[same]) same += 1;
      if (same < this.#played.length) {
        this.#line.truncate(same);
        this.#played.length = same;
      }
      for (const uci of ucis.slice(same)) {
        this.#line.play(uci);
        this.#played.push(uci);
      }
      return this.#line;
    } catch (error) {
      console.error('the line does not follow the game', error);
      this.#line = null;
      return null;
    }
  }

  /** Where each man of the side to move may go at the end of the line. */
  dests(line: Line): Dests {
    return readDests(line.dests());
  }
}
