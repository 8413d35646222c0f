// Positions by chance, from games of legal moves by chance. The same seed gives the same.
import type { Rules } from '$lib/rules';
import { START_FEN } from '$lib/table/placement';
import type { Chance } from './chance';
import { Spot, taken } from './spot';
import type { WriteItem } from './write.svelte';

/** A position some half-moves into a game by chance, with moves left to play. */
export function wander(rules: Rules, luck: Chance, plies: number): Spot {
  let spot = new Spot(rules, START_FEN);
  for (let ply = 0; ply < plies; ply += 1) {
    const next = spot.after(luck.pick(spot.moves));
    if (next.moves.length === 0) break;
    spot = next;
  }
  return spot;
}

/** Moves to write down, of all kinds: captures, checks and castling more often than chance would have them. */
export function writeItems(rules: Rules, luck: Chance, count: number): WriteItem[] {
  return Array.from({ length: count }, () => {
    const spot = wander(rules, luck, 8 + luck.below(24));
    const moves = spot.moves;
    const rare = moves.filter((uci) => taken(spot, uci) !== null || /[O+#=]/.test(spot.san(uci)));
    const move = luck.pick(rare.length > 0 && luck.below(2) === 0 ? rare : moves);
    return { fen: spot.fen, move, san: spot.san(move) };
  });
}
