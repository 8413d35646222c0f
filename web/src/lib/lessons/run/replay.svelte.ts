// Moves that led to the position that is asked about, to step through.
import type { Color } from '$lib/protocol';
import type { Rules } from '$lib/rules';
import { Spot } from './spot';

export class Replay {
  readonly spots: readonly Spot[];
  readonly sans: readonly string[];
  readonly bottom: Color;
  /** How many of the moves are on the board. */
  ply: number;

  constructor(
    rules: Rules,
    readonly start: string,
    readonly moves: readonly string[],
  ) {
    let spot = new Spot(rules, start);
    const spots = [spot];
    this.bottom = spot.turn;
    this.sans = moves.map((uci) => {
      const san = spot.san(uci);
      spot = spot.after(uci);
      spots.push(spot);
      return san;
    });
    this.spots = spots;
    this.ply = $state(moves.length);
  }

  get spot(): Spot | null {
    return this.spots[this.ply] ?? null;
  }

  get lastMove(): { from: string; to: string } | null {
    const uci = this.moves[this.ply - 1];
    return uci ? { from: uci.slice(0, 2), to: uci.slice(2, 4) } : null;
  }

  /** The number written before a move: "2. ", and "1… " where Black begins. */
  number(index: number): string {
    const count = index + (this.bottom === 'black' ? 1 : 0);
    const move = Math.floor(count / 2) + 1;
    if (count % 2 === 0) return `${move}. `;
    return index === 0 ? `${move}… ` : '';
  }
}
