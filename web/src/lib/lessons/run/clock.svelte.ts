// A task at a clock that must be pressed: a move, then the press; or a flag to be claimed when it has fallen.
import type { Rules } from '$lib/rules';
import { otherColor } from '$lib/protocol';
import { play } from '$lib/sound';
import type { ClockTask } from '../types';
import { learn } from '../words';
import { BoardRun, type Pause } from './board-run.svelte';
import { ClockPair } from './clock-pair.svelte';

export class ClockRun extends BoardRun {
  readonly clock: ClockPair;
  step = $state(0);
  /** A move is made and the clock is not pressed yet. */
  unpressed = $state(false);

  constructor(
    rules: Rules,
    readonly task: ClockTask,
    wait?: Pause,
    now?: () => number,
  ) {
    super(rules, task.fen, wait);
    const other = otherColor(this.you);
    const seconds = { white: task.seconds, black: task.seconds };
    if (task.flag) seconds[other] = task.flag.seconds;
    this.clock = new ClockPair(seconds, (task.increment ?? 0) * 1000, now);
    this.clock.start(this.you);
  }

  /** The opponent of a task with a flag thinks too long. */
  readonly waiting = $derived.by((): boolean => this.task.flag !== undefined && this.step >= this.task.steps.length);

  override attempt(from: string, to: string, role?: string): void {
    if (this.done || this.busy) return;
    if (this.unpressed) return this.#err('clock.press_first');
    if (this.waiting) return this.#err('clock.not_your_turn');
    super.attempt(from, to, role);
  }

  async move(uci: string): Promise<void> {
    const step = this.task.steps[this.step];
    if (!step?.right.includes(uci)) return this.takeBack(uci, this.task.hint);
    this.show(uci);
    this.count += 1;
    this.unpressed = true;
    this.speak({ mood: 'hello', text: learn('clock.now_press') });
  }

  async press(): Promise<void> {
    if (this.done || this.busy) return;
    if (!this.unpressed) return this.#err(this.waiting ? 'clock.not_running' : 'clock.nothing_made');
    play('press');
    this.unpressed = false;
    this.clock.press(this.you);
    const reply = this.task.steps[this.step]?.reply;
    this.step += 1;
    const last = this.step >= this.task.steps.length;
    if (last && !this.task.flag) {
      this.clock.stop();
      return this.finish(this.task.done);
    }
    this.speak({ mood: 'happy', text: this.#pressed() });
    if (!reply) return;
    await this.answer(reply);
    if (this.gone) return;
    this.clock.press(otherColor(this.you));
    this.speak({ mood: 'hello', text: learn('clock.yours_runs') });
  }

  #pressed(): string {
    if (this.waiting) return learn('clock.watch');
    const { increment } = this.task;
    return increment ? learn('clock.got', { seconds: increment }) : learn('clock.other_runs');
  }

  /** "Your flag has fallen": before it has, it is a slip. */
  claim(): void {
    if (this.done) return;
    this.clock.tick();
    if (this.clock.fallen === otherColor(this.you)) {
      this.finish(this.task.done);
      return;
    }
    this.#err('clock.no_flag');
  }

  tick(): void {
    if (this.done) return;
    this.clock.tick();
    if (this.clock.fallen !== this.you) return;
    // No task is failed: the clock is set anew.
    this.clock.fallen = null;
    this.clock.left = { ...this.clock.left, [this.you]: this.task.seconds * 1000 };
    this.clock.start(this.you);
    this.mistakes += 1;
    this.speak({ mood: 'oops', text: learn('clock.you_fell') }, true);
  }

  #err(key: 'clock.press_first' | 'clock.nothing_made' | 'clock.not_your_turn' | 'clock.not_running' | 'clock.no_flag'): void {
    this.mistakes += 1;
    this.revision += 1;
    this.speak({ mood: 'think', text: learn(key) }, true);
    play('refused');
  }

  hint(): void {
    this.helped = true;
    const from = this.task.steps[this.step]?.right[0]?.slice(0, 2);
    if (from && !this.unpressed) this.hinted = [from];
    this.speak({ mood: 'think', text: this.unpressed ? learn('clock.now_press') : this.task.hint });
  }
}
