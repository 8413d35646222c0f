// The types of the package, written by hand. A test compiles a program against them and compares
// them with what the module exports.

export type Color = 'white' | 'black';
export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
export type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
export type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${File}${Rank}`;
export type PromotionRole = 'knight' | 'bishop' | 'rook' | 'queen';
/** The fields of Forsyth-Edwards Notation. */
export type FenField =
  | 'board'
  | 'turn'
  | 'castling'
  | 'ep_square'
  | 'halfmove_clock'
  | 'fullmove_number';

export type Outcome = '1-0' | '0-1' | '1/2-1/2';
export type AutomaticEnd =
  | 'checkmate'
  | 'stalemate'
  | 'dead_position'
  | 'fivefold_repetition'
  | 'seventyfive_moves';
export type Claim = 'threefold_repetition' | 'fifty_moves';

export interface Piece {
  role: Role;
  color: Color;
}

/** A legal move. */
export interface Move {
  /** As the Universal Chess Interface writes it: `e2e4`, `e7e8q`, `e1g1`. */
  uci: string;
  /** As people write it: `e4`, `e8=Q+`, `O-O`. */
  san: string;
  from: Square;
  /** Where the man goes; in Chess960 castling is the king onto his rook. */
  to: Square;
  promotion?: PromotionRole;
  /** The square of the man that is taken; en passant it is not `to`. */
  captures?: Square;
  castles?: 'kingside' | 'queenside';
}

/** A move that was read from a person's text. */
export interface ReadMove extends Move {
  /** What the person should know, such as “The pawn becomes a queen.” */
  hint?: string;
}

/** Why a man may not go from one square to another. */
export interface Refusal {
  /** A stable name in snake case, for translations. */
  code: string;
  /** The article of the FIDE Laws of Chess. */
  law: string;
  /** The squares that a board should mark. */
  squares: Square[];
  /** One sentence in English. */
  message: string;
}

/** Thrown where a text is no legal move. */
export interface MoveError extends Error {
  name: 'MoveError';
  code: string;
  law: string;
  squares: Square[];
  /** The moves that an ambiguous text could mean. */
  candidates: string[];
}

export interface FenFault {
  field: FenField;
  code: string;
  message: string;
}

/** Thrown where a text is no playable position. */
export interface FenError extends Error {
  name: 'FenError';
  /** Every fault, not only the first. */
  faults: FenFault[];
}

export interface PositionOptions {
  /** Castle by the rules of Chess960. */
  chess960?: boolean;
  /** Take FEN as people paste it; castling and en passant that cannot be are dropped. */
  lenient?: boolean;
}

/** Which definition of “insufficient material to win” applies to a side. */
export interface InsufficientMaterial {
  /** A king and nothing else. */
  loneKing: boolean;
  /** No mate in any position with these men (lichess.org, python-chess). */
  materialPair: boolean;
  /** US Chess rule 14E. */
  usChess: boolean;
  /** A king with at most a minor piece, or two knights against a king (chess.com). */
  simpleMinor: boolean;
}

/** Whether a side can still mate by any series of legal moves. */
export type Winnable =
  /** Yes: moves of both sides that end in mate. */
  | { winnable: true; line: string[]; undecided?: undefined }
  /** The budget ended before the answer; the Laws count that as winnable. */
  | { winnable: true; undecided: true; line?: undefined }
  /** No, which is proved. */
  | { winnable: false; reason: string };

export interface WinnableOptions {
  /** How many positions may be looked at. */
  positions?: number;
}

export type MarkColor = 'green' | 'red' | 'yellow' | 'blue';

export interface SvgOptions {
  /** The side at the bottom. */
  orientation?: Color;
  coordinates?: 'none' | 'inside' | 'outside';
  theme?: 'light' | 'dark';
  /** Width in pixels; without it the picture fills its place. */
  size?: number;
  arrows?: { from: Square; to: Square; color?: MarkColor }[];
  circles?: { square: Square; color?: MarkColor }[];
  marks?: { square: Square; color?: MarkColor }[];
}

/** A playable position, which never changes. `free` gives its memory back at once. */
export class Position {
  /**
   * The start, or what a FEN describes.
   * @throws {FenError}
   */
  constructor(fen?: string, options?: PositionOptions);
  /** The Chess960 start of a number, 0 to 959; 518 is the usual array. */
  static chess960(number: number): Position;

  readonly fen: string;
  readonly turn: Color;
  readonly isChess960: boolean;
  /** Half-moves since the last pawn move or capture. */
  readonly halfmoveClock: number;
  readonly moveNumber: number;
  /** The Polyglot key, 16 hexadecimal digits. */
  readonly key: string;
  /** The square of the king in check. */
  readonly check: Square | undefined;
  readonly isCheckmate: boolean;
  readonly isStalemate: boolean;

  /** The men by their squares. */
  pieces(): Partial<Record<Square, Piece>>;
  moves(): Move[];
  /**
   * Reads a move as people type it: `Nf3`, `0-0`, `e8Q`, `Ng1-f3`, `g1f3`. `bxc3` is the pawn,
   * `Bxc3` the bishop, and what could mean two moves is refused.
   * @throws {MoveError}
   */
  read(text: string): ReadMove;
  /**
   * The position after a move.
   * @throws {MoveError}
   */
  play(text: string): Position;
  /** Why a man may not go there; `undefined` where he may. */
  why(from: Square, to: Square, promotion?: Role): Refusal | undefined;
  /** Whether two positions are the same by article 9.2.3: counters do not matter. */
  equals(other: Position): boolean;
  insufficientMaterial(side: Color): InsufficientMaterial;
  winnable(side: Color, options?: WinnableOptions): Winnable;
  svg(options?: SvgOptions): string;
  free(): void;
}

/** A start position, the moves played from it, and how often each position has been there. */
export class Game {
  /** @throws {FenError} */
  constructor(fen?: string, options?: PositionOptions);

  readonly position: Position;
  readonly fen: string;
  /** How many half-moves have been played. */
  readonly ply: number;
  /** How often this position has been there, this time included (9.2.3). */
  readonly repetitions: number;
  /** How the game has come out by itself, once it is over. */
  readonly outcome: Outcome | undefined;
  /** Why it is over by itself. Blocked positions are seen by `position.winnable` only. */
  readonly endedBy: AutomaticEnd | undefined;

  /** What the player to move may claim. */
  claims(): Claim[];
  /**
   * Plays a move as people type it.
   * @throws {MoveError}
   */
  play(text: string): ReadMove;
  /** Takes back the last move; false at the start. */
  undo(): boolean;
  moves(): Move[];
  /** A picture with the last move marked. */
  svg(options?: SvgOptions): string;
  /** The game in PGN with these tags. */
  pgn(tags?: Record<string, string>): string;
  free(): void;
}

export interface PgnDiagnostic {
  /** Line and column, from 1. */
  line: number;
  column: number;
  code: string;
  message: string;
}

/** Why a main line ends before its text does. */
export interface PgnError extends PgnDiagnostic {
  token: string;
  /** The half-move, from 1. */
  ply: number;
}

export interface PgnMove {
  /** `--` is a null move, and has no `uci`. */
  san: string;
  uci?: string;
  comments: string[];
  /** Numeric annotation glyphs: 1 for `!`, 2 for `?`. */
  nags: number[];
  /** The mover's clock after the move, in seconds. */
  clock?: number;
}

export interface PgnGame {
  tags: Record<string, string>;
  startFen: string;
  moves: PgnMove[];
  /** The position after the last move. */
  fen: string;
  /** The termination marker, where there is one. */
  result?: Outcome | '*';
  /** How many variations were passed over. */
  variations: number;
  error?: PgnError;
  diagnostics: PgnDiagnostic[];
}

/** Whether a text is a playable position. */
export function readFen(
  fen: string,
  options?: PositionOptions
): { ok: true; fen: string } | { ok: false; faults: FenFault[] };

/**
 * The main lines of all games in a text, or in the bytes of a file in whatever encoding. Nothing
 * makes it throw: what cannot be read is told in `error` and `diagnostics`, and the next game is
 * read.
 */
export function readPgn(source: string | Uint8Array): PgnGame[];
