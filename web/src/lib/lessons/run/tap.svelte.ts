// Pointing at squares, all that are asked for and in any order.
import { announcer } from '$lib/announcer.svelte';
import type { Rules } from '$lib/rules';
import { play } from '$lib/sound';
import type { TapTask } from '../types';
import { learn } from '../words';
import { starsFor, type Said } from './board-run.svelte';
import { Spot } from './spot';

export class TapRun {
  readonly spot: Spot;
  found = $state.raw<readonly string[]>([]);
  /** The square that was pointed at wrongly. */
  missed = $state<string | null>(null);
  hinted = $state.raw<readonly string[]>([]);
  said = $state.raw<Said | null>(null);
  mistakes = $state(0);
  helped = $state(false);
  done = $state(false);

  constructor(
    rules: Rules,
    readonly task: TapTask,
  ) {
    this.spot = new Spot(rules, task.fen);
  }

  point(square: string): void {
    if (this.done || this.found.includes(square)) return;
    this.hinted = [];
    if (!this.task.squares.includes(square)) {
      this.missed = square;
      this.mistakes += 1;
      const known = this.task.wrong?.find((wrong) => wrong.square === square);
      const text = `${square}: ${known?.say ?? this.task.otherwise}`;
      this.said = { mood: 'think', text };
      announcer.interrupt(text);
      play('refused');
      return;
    }
    this.missed = null;
    this.found = [...this.found, square];
    play('move');
    const left = this.task.squares.length - this.found.length;
    this.done = left === 0;
    const text = this.done ? this.task.done : learn(left === 1 ? 'tap.one_left' : 'tap.left', { square, left });
    this.said = { mood: this.done ? 'proud' : 'happy', text };
    announcer.say(text);
  }

  hint(): void {
    this.helped = true;
    const next = this.task.squares.find((square) => !this.found.includes(square));
    this.hinted = next ? [next] : [];
    this.said = { mood: 'think', text: this.task.hint };
    announcer.say(this.task.hint);
  }

  get stars(): number {
    return starsFor(this.mistakes, this.helped);
  }
}
