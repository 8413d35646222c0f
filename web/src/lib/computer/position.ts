// The position from which a game against the computer is asked for by an address: `#fen=…&you=white`, the FEN with
// underscores for its spaces.
import type { Color } from '../protocol';
import { Follower, type Rules } from '../rules';
import { sideToMove } from '../table/placement';

export interface Beginning {
  fen: string;
  /** The color of the person; of the side to move if nothing is said. */
  you: Color;
}

/** What an address asks for; null if it names no position. */
export function beginningIn(hash: string): Beginning | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const fen = query.get('fen')?.replaceAll('_', ' ').trim();
  if (!fen) return null;
  const you = query.get('you');
  return { fen, you: you === 'white' || you === 'black' ? you : sideToMove(fen) };
}

/** Why no game can begin from there, in a sentence; `over` where there is no move to make; null if one can. */
export function faultOf(fen: string, rules: Rules): string | 'over' | null {
  try {
    const line = new rules.Line(fen, false);
    const ended = new Follower(rules).dests(line).size === 0;
    line.free?.();
    return ended ? 'over' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
