// Conduct at the board as the page sees it: what a table asks of hands and clocks, and what that means for a press,
// a touched man, an illegal move that stands. Pure functions; the judgment is the arbiter's.
import type { Color, Due, GameView, Settings } from '../protocol';
import type { Dests } from '../rules';
import { switchesOf } from '../settings';
import { writePlacement, type Man, type Placement } from './placement';

export interface Conduct {
  /** Touched is moved (Article 4). */
  touch: boolean;
  /** A move is completed by pressing the clock (Article 6.2). */
  press: boolean;
  /** Illegal moves can be put on the board, and cost (Article 7.5). */
  penalise: boolean;
}

/** What the rules of a table ask. */
export function conductOf(settings: Settings): Conduct {
  const { touch_move, completion, illegal } = switchesOf(settings.rules);
  return { touch: touch_move, press: completion === 'on_press', penalise: illegal === 'penalise' };
}

/** A tournament table: one where conduct counts. */
export const isTournament = ({ touch, press, penalise }: Conduct): boolean => touch || press || penalise;

/**
 * What pressing the clock would do for `color`:
 * complete the made move; nothing yet, as the other side has not pressed; nothing, as the other clock runs;
 * or be an irregularity, as no move is made.
 */
export type PressState = 'made' | 'wait' | 'theirs' | 'unmade';

export function pressState(game: GameView, color: Color): PressState {
  if (game.to_press === color) return 'made';
  if (game.to_press !== null) return game.turn === color ? 'theirs' : 'wait';
  if (game.turn !== color) return 'theirs';
  return game.standing ? 'made' : 'unmade';
}

/** The first half-move that is made but not completed; null when all are. */
export function firstUnpressed(game: GameView, moves: number): number | null {
  if (game.to_press === null || moves === 0) return null;
  // Whoever is to move now has answered: then two moves wait.
  return game.turn === game.to_press ? moves - 1 : moves;
}

const from = (uci: string): string => uci.slice(0, 2);
const to = (uci: string): string => uci.slice(2, 4);

/** Where the men stand that may make the due move. */
export const dueMovers = (due: Due): ReadonlySet<string> => new Set(due.moves.map(from));

/** The due moves by the man that makes them. */
export function dueDests(due: Due): Dests {
  const dests = new Map<string, string[]>();
  for (const uci of due.moves) {
    const squares = dests.get(from(uci)) ?? [];
    if (!squares.includes(to(uci))) squares.push(to(uci));
    dests.set(from(uci), squares);
  }
  return dests;
}

/** The men that bind: those touched that a due move moves or takes, else those that can make it. */
export function boundSquares(due: Due, touched: readonly string[]): string[] {
  const bound = touched.filter((square) => due.moves.some((uci) => from(uci) === square || to(uci) === square));
  return bound.length > 0 ? bound : [...dueMovers(due)];
}

/** Where the due move must go, if that is less than any move of the touched man; else nothing. */
export function demandedTargets(due: Due, legal: Dests | null): string[] {
  const dests = dueDests(due);
  const [only, ...others] = dests;
  if (!only) return [];
  const [man, squares] = only;
  const any = others.length === 0 && legal !== null && (legal.get(man)?.length ?? 0) === squares.length;
  return any ? [] : [...new Set([...dests.values()].flat())];
}

/** The man that an attempt is about: one that stands after an illegal move is the one that came from elsewhere. */
export const originOf = (square: string, standing: string | null): string =>
  standing !== null && to(standing) === square ? from(standing) : square;

/** The board after a man was put down, by hand and whether that is legal or not. */
export function afterPutting(men: Placement, uci: string): string {
  const next = new Map(men);
  const man = next.get(from(uci));
  if (man) {
    next.delete(from(uci));
    next.set(to(uci), man);
  }
  return writePlacement(next);
}

/** A pawn of `color` that stands on its last rank without being anything else yet. */
export const leftUnpromoted = (man: Man | undefined, square: string): boolean =>
  man?.role === 'pawn' && square[1] === (man.color === 'white' ? '8' : '1');

/** "g1–f3": a move as it is seen before it is completed, legal or not. */
export const bareMove = (uci: string): string => `${from(uci)}–${to(uci)}`;
