// A position that is being put up: what stands where, whose turn it is, castling, en passant, counts; and all that is
// wrong with it, named by the rules.
import type { Notation, PositionFault } from '$lib/analysis/pgn';
import { leftOut } from '$lib/analysis/sources';
import type { Color } from '$lib/protocol';
import type { Rules } from '$lib/rules';
import { readPlacement, sideToMove, START_FEN, writePlacement, type Placement } from '$lib/table/placement';

export const EMPTY_FEN = '8/8/8/8/8/8/8/8 w - - 0 1';
const RIGHTS = ['K', 'Q', 'k', 'q'] as const;
export type Right = (typeof RIGHTS)[number];

/** Where king and rook stand before castling in standard chess. */
const HOMES: Readonly<Record<Right, readonly [string, string]>> = {
  K: ['e1', 'h1'], Q: ['e1', 'a1'], k: ['e8', 'h8'], q: ['e8', 'a8'],
};

/** Faults that make a text no FEN at all; others are faults of a position. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'board', 'turn', 'castling_syntax', 'ep_syntax', 'halfmove_clock', 'fullmove_number',
]);
/** Faults of a FEN that is no FEN that are told; more would only repeat them. */
const MOST_TOLD = 3;

/** How a position is the end of a game already; null where the side to move has a move. */
export function endingOf(rules: Rules, fen: string, chess960: boolean): 'checkmate' | 'stalemate' | null {
  const line = new rules.Line(fen, chess960);
  const over = Object.keys(line.dests() as Record<string, unknown>).length === 0;
  const check = line.check(0);
  line.free?.();
  if (!over) return null;
  return check === undefined ? 'stalemate' : 'checkmate';
}

/** A text that is no FEN, and why. */
interface Unread {
  text: string;
  sentences: readonly string[];
}

export class Setup {
  men = $state.raw<Placement>(readPlacement(START_FEN));
  turn = $state<Color>('white');
  castling = $state('KQkq');
  ep = $state('-');
  halfmoves = $state(0);
  number = $state(1);
  chess960 = $state(false);
  /** What was typed instead of a FEN, until something else is done. */
  unread = $state.raw<Unread | null>(null);
  /** Why something of the last FEN was left out. */
  mended = $state.raw<readonly string[]>([]);

  constructor(
    readonly notation: Notation,
    fen: string,
    chess960: boolean,
  ) {
    this.chess960 = chess960;
    this.read(fen);
  }

  readonly fen = $derived.by(
    () =>
      `${writePlacement(this.men)} ${this.turn === 'white' ? 'w' : 'b'} ${this.castling || '-'} ${this.ep} ${this.halfmoves} ${this.number}`,
  );

  readonly faults = $derived.by((): PositionFault[] => this.notation.faults(this.fen, this.chess960));

  /** Why something of a position that can be played will not be there when it is looked at. */
  readonly useless = $derived.by((): string[] => {
    if (this.faults.length > 0) return [];
    return leftOut(this.notation, this.fen, this.notation.fen(this.fen, this.chess960), this.chess960);
  });

  /** En passant squares behind a pawn that can have come by two squares. */
  readonly targets = $derived.by((): string[] => {
    const [rank, pawn, empty, mover] = this.turn === 'white' ? ['6', '5', '7', 'black'] : ['3', '4', '2', 'white'];
    return [...'abcdefgh']
      .filter((file) => {
        const man = this.men.get(`${file}${pawn}`);
        const free = !this.men.has(`${file}${rank}`) && !this.men.has(`${file}${empty}`);
        return man?.role === 'pawn' && man.color === mover && free;
      })
      .map((file) => `${file}${rank}`);
  });

  /** Takes what a FEN says, field by field; what it does not say stays as it is. A text that is no FEN changes nothing. */
  read(text: string): void {
    const faults = this.notation.faults(text.trim().replaceAll('_', ' '), this.chess960);
    this.forget();
    let fen = text;
    try {
      fen = this.notation.fen(text, this.chess960);
      this.mended = leftOut(this.notation, text, fen, this.chess960);
    } catch {
      const unreadable = faults.filter(({ code }) => UNREADABLE.has(code));
      if (unreadable.length > 0 || text.trim() === '') {
        this.unread = { text, sentences: unreadable.slice(0, MOST_TOLD).map(({ sentence }) => sentence) };
        return;
      }
      // No position yet: it is taken as it stands, and its faults are named.
    }
    const [board = '', turn, castling, ep, halfmoves, number] = fen.trim().split(/[\s_]+/);
    this.men = readPlacement(board);
    this.turn = turn ? sideToMove(`- ${turn}`) : this.turn;
    this.castling = castling && /^[A-Ha-hKQkq]+$/.test(castling) ? castling : '';
    this.ep = ep && /^[a-h][1-8]$/.test(ep) ? ep : '-';
    this.halfmoves = Math.max(0, Math.trunc(Number(halfmoves)) || 0);
    this.number = Math.max(1, Math.trunc(Number(number)) || 1);
  }

  /** What was said of the text that was typed last is over. */
  forget(): void {
    this.unread = null;
    this.mended = [];
  }

  /** Men have been moved about: castling that cannot be any more is dropped with them, as is en passant. */
  place(men: Placement): void {
    this.forget();
    this.men = men;
    if (!this.chess960) this.castling = [...this.castling].filter((right) => this.mayCastle(right as Right)).join('');
    if (!this.targets.includes(this.ep)) this.ep = '-';
  }

  setTurn(turn: Color): void {
    this.forget();
    this.turn = turn;
    this.ep = '-';
  }

  mayCastle(right: Right): boolean {
    const color = right === 'K' || right === 'Q' ? 'white' : 'black';
    const homes = HOMES[right];
    if (!homes) return true;
    const [king, rook] = homes.map((square) => this.men.get(square));
    return king?.role === 'king' && king.color === color && rook?.role === 'rook' && rook.color === color;
  }

  toggleRight(right: Right): void {
    this.forget();
    const has = new Set(this.castling);
    if (!has.delete(right)) has.add(right);
    this.castling = RIGHTS.filter((one) => has.has(one)).join('');
  }
}
