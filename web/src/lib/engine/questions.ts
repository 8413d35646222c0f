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

/** What an opponent plays. */
export interface Choice {
  uci: string;
  /** How long a person would take for it, from the question to the move. */
  pauseMs: number;
  score: Score;
}

/** A man that a reason speaks of. */
export interface ReasonMan {
  role: 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
  square: string;
}

/** A reason for a move: its name (crates/engine/src/review/why.rs) and what it speaks of (crates/wasm/src/engine/reason.rs).
    Told by reasons.ts. */
export interface Reason {
  code: string;
  params: Readonly<Record<string, ReasonMan | readonly ReasonMan[] | string | number | boolean | readonly string[]>>;
}

export interface Hint {
  uci: string;
  /** The weightiest first; never empty. */
  why: Reason[];
  line: EngineLine;
}

/** What a position of a game was worth. */
export interface Point {
  /** Half-moves played before it. */
  ply: number;
  /** To the side to move. */
  score: Score;
  /** The points that White could expect, 0 to 1. */
  white: number;
  /** The best line from here; empty where the game was over by itself. */
  best: string[];
  /** What the move that led here gave away, in points of expectation; 0 at the start. */
  loss: number;
}

/** A move at which the game turned. */
export interface Turning {
  /** Which half-move, from 1. */
  ply: number;
  loss: number;
  /** What should have been played, and why. */
  better: EngineLine;
  why: Reason[];
  /** How the move that was played could be answered, and why so; empty where the game was over with it. */
  answer: string[];
  answerWhy: Reason[];
}

export interface Review {
  /** The start first. */
  points: Point[];
  /** At most three, in the order of the game. */
  turning: Turning[];
  /** Every position was looked at. */
  complete: boolean;
}

/** How far a review has got: it goes from the end of the game to its start. */
export interface Progress {
  done: number;
  total: number;
  point: Point;
}

/** The clock of the side to move. */
export interface ClockLeft {
  remainingMs: number;
  incrementMs: number;
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
  | { type: 'search'; game: Played; limits: Limits }
  | { type: 'choose'; game: Played; level: string; seed: number; clock: ClockLeft | null }
  | { type: 'hint'; game: Played }
  | { type: 'review'; game: Played; nodes: number };

export interface Answers {
  new_game: null;
  search: Report;
  /** Null if there is no legal move; so is a hint. */
  choose: Choice | null;
  hint: Hint | null;
  review: Review;
}

export type ToWorker =
  /** The first word: the compiled package, how much memory, and where it is written which questions are stopped. */
  | { module: WebAssembly.Module; hashMib: number; stopped: Int32Array | null }
  | { number: number; ask: Ask };

export type FromWorker =
  | { number: number; info: Info }
  | { number: number; progress: Progress }
  | { number: number; answer: unknown }
  /** `broken`: the engine is not to be asked again. */
  | { number: number; fault: string; broken: boolean };
