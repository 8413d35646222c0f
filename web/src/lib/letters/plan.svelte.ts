// Conditional moves as they are prepared on a board of their own: the lines that are kept, and the one that is played.
import type { Color, View } from '../protocol';
import type { Dests, Line, Rules } from '../rules';
import { Follower } from '../rules';
import * as api from './api';

export interface PlannedLine {
  ucis: readonly string[];
  /** The moves in words: "1… e5 2. Nf3". */
  text: string;
}

export class Plans {
  ply = $state<number | null>(null);
  lines = $state.raw<readonly string[][]>([]);
  /** What has been played on the board, from the position of the game on. */
  path = $state.raw<readonly string[]>([]);
  promotion = $state.raw<{ from: string; to: string; color: Color } | null>(null);
  revision = $state(0);

  /** How many half-moves the lines come after. */
  #of = $state(-1);
  readonly #follower: Follower;

  constructor(
    readonly table: string,
    readonly view: () => View | null,
    readonly moves: () => readonly string[],
    rules: Rules,
  ) {
    this.#follower = new Follower(rules);
  }

  async load(): Promise<void> {
    this.#take(await api.planOf(this.table));
  }

  /** The board as the path leaves it. */
  readonly scene = $derived.by(() => {
    const line = this.#at(this.path);
    if (!line) return null;
    const last = this.path.at(-1) ?? this.moves().at(-1) ?? null;
    return {
      fen: line.fen(line.ply()),
      check: line.check(line.ply()) ?? null,
      dests: this.#follower.dests(line) as Dests,
      last: last ? { from: last.slice(0, 2), to: last.slice(2, 4) } : null,
    };
  });

  /** Whose move is to be played next on the board. */
  readonly theirs = $derived(this.path.length % 2 === 0);
  /** The path ends with an answer. */
  readonly complete = $derived(this.path.length > 0 && this.theirs);

  /** In words, while the lines are those of the position on the board. */
  readonly worded = $derived.by((): PlannedLine[] => {
    if (this.#of !== this.moves().length) return [];
    return this.lines.map((ucis) => ({ ucis, text: this.words(ucis) }));
  });

  words(ucis: readonly string[]): string {
    const base = this.moves();
    const parts: string[] = [];
    for (const [index, uci] of ucis.entries()) {
      const line = this.#at(ucis.slice(0, index));
      if (!line || line.why(uci.slice(0, 2), uci.slice(2, 4), uci.slice(4) || undefined)) return ucis.join(' ');
      const ply = base.length + index;
      const number = Math.floor(ply / 2) + 1;
      if (ply % 2 === 0) parts.push(`${number}.`);
      else if (index === 0) parts.push(`${number}…`);
      parts.push(line.san(uci));
    }
    return parts.join(' ');
  }

  attempt(from: string, to: string, color: Color): void {
    const line = this.#at(this.path);
    this.revision += 1;
    if (!line) return;
    if (line.promotes(from, to)) this.promotion = { from, to, color };
    else this.#play(from + to);
  }

  promote(letter: string | null): void {
    const asked = this.promotion;
    this.promotion = null;
    this.revision += 1;
    if (asked && letter) this.#play(asked.from + asked.to + letter);
  }

  back(): void {
    this.promotion = null;
    this.path = this.path.slice(0, -1);
    this.revision += 1;
  }

  async keep(): Promise<void> {
    await this.#store([...this.lines, [...this.path]]);
    this.path = [];
    this.revision += 1;
  }

  async remove(ucis: readonly string[]): Promise<void> {
    await this.#store(this.lines.filter((line) => line.join() !== ucis.join()));
  }

  async #store(lines: string[][]): Promise<void> {
    if (this.ply === null) return;
    this.#take(await api.keepPlan(this.table, this.ply, lines));
  }

  #take(plan: api.Plan): void {
    this.ply = plan.ply;
    this.lines = plan.lines;
    this.#of = this.moves().length;
  }

  #play(uci: string): void {
    const line = this.#at(this.path);
    const legal = line && !line.why(uci.slice(0, 2), uci.slice(2, 4), uci.slice(4) || undefined);
    if (legal) this.path = [...this.path, uci];
  }

  #at(path: readonly string[]): Line | null {
    const game = this.view()?.game;
    return game ? this.#follower.follow(game.start_fen, game.chess960, [...this.moves(), ...path]) : null;
  }
}
