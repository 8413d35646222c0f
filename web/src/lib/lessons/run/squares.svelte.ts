// Squares are named, and are pointed at, so many in a row.
import { announcer } from '$lib/announcer.svelte';
import { play } from '$lib/sound';
import { FILES, RANKS } from '$lib/table/placement';
import type { SquaresGame } from '../types';
import { learn } from '../words';
import type { Said } from './board-run.svelte';
import { chance } from './chance';

const ALL = FILES.flatMap((file) => RANKS.map((rank) => `${file}${rank}`));

export class SquaresRun {
  index = $state(0);
  right = $state(0);
  missed = $state<string | null>(null);
  said = $state.raw<Said | null>(null);
  done = $state(false);
  readonly squares: readonly string[];
  #clean = true;

  constructor(
    readonly game: SquaresGame,
    seed: number,
  ) {
    this.squares = chance(seed).some(ALL, game.rounds);
  }

  readonly wanted = $derived.by((): string => this.squares[Math.min(this.index, this.squares.length - 1)] ?? '');

  point(square: string): void {
    if (this.done) return;
    if (square !== this.wanted) {
      this.#clean = false;
      this.missed = square;
      this.said = { mood: 'think', text: learn('squares.no', { square, wanted: this.wanted, file: this.wanted[0] ?? '', rank: this.wanted[1] ?? '' }) };
      announcer.interrupt(this.said.text);
      play('refused');
      return;
    }
    if (this.#clean) this.right += 1;
    this.#clean = true;
    this.missed = null;
    this.index += 1;
    play('move');
    this.done = this.index >= this.squares.length;
    const text = this.done
      ? learn('squares.end', { right: this.right, all: this.squares.length })
      : learn('squares.yes', { square, next: this.wanted });
    this.said = { mood: this.done ? 'proud' : 'happy', text };
    announcer.say(text);
  }

  get stars(): number {
    const share = this.right / this.squares.length;
    return share >= 0.9 ? 3 : share >= 0.6 ? 2 : 1;
  }
}
