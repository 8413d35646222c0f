// A task at a table where touched is moved: what is in hand binds, what is to be set right is announced first.
import type { Hand } from '$lib/board/Board.svelte';
import { fill } from '$lib/messages/catalogue';
import { refusals } from '$lib/messages/refusals.en';
import type { Rules } from '$lib/rules';
import { play } from '$lib/sound';
import type { TouchTask, Wrong } from '../types';
import { learn } from '../words';
import { BoardRun, type Pause } from './board-run.svelte';
import { mayTouch, obeys, touch, type Bound } from './touching';

export class TouchRun extends BoardRun {
  bound = $state.raw<Bound | null>(null);
  /** "I adjust" was said, and nothing has been touched since. */
  announced = $state(false);
  /** The man that stands crooked has been set right. */
  straight = $state(false);

  constructor(
    rules: Rules,
    readonly task: TouchTask,
    wait?: Pause,
  ) {
    super(rules, task.fen, wait);
    this.bound = task.touched ? touch(this.spot, task.touched) : null;
  }

  protected override wrongs(): readonly Wrong[] {
    return this.task.wrong ?? [];
  }

  /** What must be done with a man: it has been touched, the man with it. */
  get demanded(): string | null {
    return this.bound?.square ?? null;
  }

  sayAdjust(): void {
    if (this.done || this.busy) return;
    if (this.bound) return this.#slip(learn('touch.too_late'), '4.2.1');
    this.announced = true;
    this.speak({ mood: 'happy', text: learn('touch.announced') });
  }

  /** A hand on a man: hands back whether it stays in hand. */
  reach(square: string): boolean {
    if (this.done || this.busy) return false;
    if (this.announced) {
      this.announced = false;
      if (square !== this.task.adjust) {
        this.speak({ mood: 'happy', text: learn('touch.set_right', { square }) });
        return false;
      }
      this.straight = true;
      this.speak({ mood: 'happy', text: learn('touch.set_right', { square }) });
      if (this.task.right.length === 0) this.finish(this.task.done);
      return false;
    }
    if (this.task.adjust === square && !this.straight) {
      // Nothing binds in a lesson that the lesson does not let go again.
      this.#slip(learn('touch.not_announced'), '4.2.2');
      return false;
    }
    const { first } = this.task;
    if (first && square !== first && this.bound === null && this.men.get(square)?.color === this.you) {
      const known = this.known(`${square}${first}`);
      this.#slip(known?.say ?? this.task.otherwise, '4.4.2');
      return false;
    }
    this.bound ??= touch(this.spot, square);
    return this.men.get(square)?.color === this.you;
  }

  readonly hand: Hand = {
    mayTake: (square) => {
      if (this.announced || mayTouch(this.spot, this.bound, square)) return true;
      this.#held();
      return false;
    },
    touched: (square) => this.reach(square),
    pressedLong: () => undefined,
  };

  override attempt(from: string, to: string, role?: string): void {
    if (this.done || this.busy) return;
    if (!this.spot.why(from, to, role) && !obeys(this.spot, this.bound, `${from}${to}`)) return this.#held();
    super.attempt(from, to, role);
  }

  async move(uci: string): Promise<void> {
    if (this.task.adjust && !this.straight) return this.takeBack(uci, this.task.hint);
    if (!this.task.right.includes(uci)) {
      const known = this.known(uci);
      await this.takeBack(uci, known?.say ?? this.task.otherwise, known?.reply);
      // The hand is taken back with the move: the task begins again.
      this.bound = this.task.touched ? touch(this.spot, this.task.touched) : null;
      return;
    }
    this.show(uci);
    this.bound = null;
    this.finish(this.task.done);
  }

  #held(): void {
    const { bound } = this;
    if (!bound) return;
    const role = this.men.get(bound.square)?.role ?? '';
    const text = fill(refusals[bound.take ? 'must_capture_touched' : 'must_move_touched'] ?? '', { role, square: bound.square });
    this.#slip(text, bound.take ? '4.3.2' : '4.3.1');
  }

  #slip(text: string, article: string): void {
    this.mistakes += 1;
    this.revision += 1;
    this.speak({ mood: 'think', text, article }, true);
    play('refused');
  }

  hint(): void {
    this.helped = true;
    const from = this.task.adjust && !this.straight ? this.task.adjust : this.task.right[0]?.slice(0, 2);
    this.hinted = from ? [from] : [];
    this.speak({ mood: 'think', text: this.task.hint });
  }
}
