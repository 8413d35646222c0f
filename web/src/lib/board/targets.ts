// Which squares chessground lets a man be put on. The dots show the legal ones, but an illegal attempt must come
// out as well, so that it can be told why it is one: the list below yields the first and includes the second.
import type { Dests as GroundDests, Key } from '@lichess-org/chessground/types';
import type { Color } from '../protocol';
import type { Dests } from '../rules';
import type { Placement } from '../table/placement';

class OpenTargets extends Array<Key> {
  allows: (square: Key) => boolean = () => true;

  override includes(square: Key): boolean {
    return super.includes(square) || this.allows(square);
  }
}

/**
 * Targets of every man of `color`. Everything can be tried but one thing: a tap on another own man means
 * that man instead, unless it is a legal move (castling in Chess960) or one of `ownTries`, by the man in hand.
 * Dragging onto an own man is an attempt.
 */
export function openTargets(
  dests: Dests | null,
  men: Placement,
  color: Color | null,
  dragging: () => boolean,
  ownTries?: ReadonlyMap<string, readonly string[]>,
): GroundDests {
  const targets: GroundDests = new Map();
  for (const [from, man] of men) {
    if (man.color !== color) continue;
    const list = new OpenTargets();
    for (const square of dests?.get(from) ?? []) list.push(square as Key);
    const own = ownTries?.get(from) ?? [];
    list.allows = (square) => dragging() || men.get(square)?.color !== color || own.includes(square);
    targets.set(from as Key, list);
  }
  return targets;
}
