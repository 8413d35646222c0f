// What is asked of the worker with the engine, and what it answers: the shapes of crates/wasm/src/engine.

/** What a position is worth to the side to move: hundredths of a pawn, or mate in so many moves (negative: against it). */
export type Score = { cp: number } | { mate: number };

export interface EngineLine {
  score: Score;
  /** UCI, the best reply each time; never empty. */
  moves: string[];
}

export interface Info extends EngineLine {
  /** Full half-moves searched, and the longest line looked at. */
  depth: number;
  deepest: number;
  /** Which of the best lines this is, from 1. */
  rank: number;
  bound: 'exact' | 'lower' | 'upper';
  nodes: number;
  /** How full the memory is, in thousandths. */
  hashFull: number;
  timeMs: number;
}

export interface Report {
  /** The best comes first; empty if there is no legal move. */
  lines: EngineLine[];
  depth: number;
  nodes: number;
  timeMs: number;
}

/** What bounds a search; with nothing it goes on until it is stopped. */
export interface Limits {
  depth?: number;
  nodes?: number;
  moveTimeMs?: number;
  /** How many best lines, 1 when missing. */
  lines?: number;
  /** The only moves to consider, in UCI notation. */
  only?: string[];
}

/** What is asked about: a game so far. */
export interface Played {
  /** A FEN. */
  start: string;
  /** UCI, as a view of the arbiter has them. */
  moves: readonly string[];
  chess960?: boolean;
}

/** One question. The worker answers one after another. */
export type Ask =
  | { type: 'new_game' }
  | { type: 'search'; game: Played; limits: Limits };

export interface Answers {
  new_game: null;
  search: Report;
}

export type ToWorker =
  /** The first word: the compiled package, how much memory, and where it is written which questions are stopped. */
  | { module: WebAssembly.Module; hashMib: number; stopped: Int32Array | null }
  | { number: number; ask: Ask };

export type FromWorker =
  | { number: number; info: Info }
  | { number: number; answer: unknown }
  /** `broken`: the engine is not to be asked again. */
  | { number: number; fault: string; broken: boolean };
