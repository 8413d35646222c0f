// A knight goes from square to square and to none twice, until it can go no further.
import type { Rules } from '$lib/rules';
import type { TourGame } from '../types';
import { learn } from '../words';
import { BoardRun, type Pause } from './board-run.svelte';
import { waited } from './collect.svelte';

export class TourRun extends BoardRun {
  at = $state('');
  visited = $state.raw<readonly string[]>([]);

  constructor(
    rules: Rules,
    readonly game: TourGame,
    wait?: Pause,
  ) {
    super(rules, game.fen, wait);
    this.at = game.from;
    this.visited = [game.from];
  }

  /** Squares to which the knight can still go. */
  get open(): string[] {
    return (this.spot.dests.get(this.at) ?? []).filter((to) => !this.visited.includes(to) && this.#stays(`${this.at}${to}`));
  }

  /** The other side waits, so it must not be put in check, and it takes what it can. */
  #stays(uci: string): boolean {
    const after = this.spot.after(uci);
    return !after.check && waited(after, uci.slice(2, 4), true).fault === null;
  }

  async move(uci: string): Promise<void> {
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    if (from !== this.at) return this.takeBack(uci, learn('tour.knight_only'));
    if (this.visited.includes(to)) return this.takeBack(uci, learn('tour.twice', { square: to }));
    if (!this.#stays(uci)) return this.takeBack(uci, learn('tour.guarded', { square: to }));
    this.show(uci);
    this.count += 1;
    this.visited = [...this.visited, to];
    this.at = to;
    this.spot = this.spot.passed() ?? this.spot;
    this.revision += 1;
    if (this.open.length === 0) this.finish(learn('tour.end', { squares: this.visited.length }));
  }

  override get stars(): number {
    const { good } = this.game;
    const squares = this.visited.length;
    return squares >= good ? 3 : squares >= good / 2 ? 2 : 1;
  }
}
