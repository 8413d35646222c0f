// Touched is moved (articles 4.2 and 4.3): which man is bound, which must be taken, what may be taken up now.
import type { Spot } from './spot';
import { taken } from './spot';

export interface Bound {
  /** An own man that must move, or an enemy's that must be taken. */
  square: string;
  take: boolean;
}

/** What a touch binds to; null where it binds to nothing, for no legal move could obey it. */
export function touch(spot: Spot, square: string): Bound | null {
  const man = spot.men.get(square);
  if (!man) return null;
  if (man.color === spot.turn) return (spot.dests.get(square)?.length ?? 0) > 0 ? { square, take: false } : null;
  return spot.moves.some((uci) => taken(spot, uci) === square) ? { square, take: true } : null;
}

/** Whether a legal move does what the touch demands. */
export const obeys = (spot: Spot, bound: Bound | null, uci: string): boolean =>
  bound === null || (bound.take ? taken(spot, uci) === bound.square : uci.slice(0, 2) === bound.square);

/** Whether this man may be taken up. */
export const mayTouch = (spot: Spot, bound: Bound | null, square: string): boolean =>
  bound === null ||
  bound.square === square ||
  (bound.take && spot.moves.some((uci) => uci.slice(0, 2) === square && taken(spot, uci) === bound.square));
