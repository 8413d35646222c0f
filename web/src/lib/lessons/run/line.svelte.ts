// A task of one move or several, with the answers of the other side. A wrong move is shown with what follows.
import type { Rules } from '$lib/rules';
import type { LineTask, Wrong } from '../types';
import { BoardRun, type Pause } from './board-run.svelte';
import { Spot } from './spot';

export class LineRun extends BoardRun {
  step = $state(0);

  constructor(
    rules: Rules,
    readonly task: LineTask,
    wait?: Pause,
  ) {
    // The reader moves after the half-moves that are shown first.
    super(rules, new Spot(rules, task.fen, task.before), wait);
    const last = task.before?.at(-1);
    if (last) this.lastMove = { from: last.slice(0, 2), to: last.slice(2, 4) };
  }

  /** How the move is written that is asked for, where it is dictated. */
  get dictated(): string | null {
    const uci = this.task.dictate && this.spot.turn === this.you ? this.task.steps[this.step]?.right[0] : undefined;
    return uci && !this.spot.whyNot(uci) ? this.spot.san(uci) : null;
  }

  protected override wrongs(): readonly Wrong[] {
    return (this.task.wrong ?? []).filter(({ at = 0 }) => at === this.step);
  }

  async move(uci: string): Promise<void> {
    const step = this.task.steps[this.step];
    if (!step?.right.includes(uci)) {
      const known = this.known(uci);
      return this.takeBack(uci, known?.say ?? this.task.otherwise, known?.reply);
    }
    this.show(uci);
    this.count += 1;
    this.step += 1;
    const reply = typeof step.reply === 'string' ? step.reply : step.reply?.[uci];
    if (this.step >= this.task.steps.length) {
      if (reply) await this.answer(reply);
      if (!this.gone) this.finish(this.task.done);
      return;
    }
    if (step.say) this.speak({ mood: 'happy', text: step.say });
    if (reply) await this.answer(reply);
  }

  /** The man that moves, then where it goes. */
  hint(): void {
    this.helped = true;
    const uci = this.task.steps[this.step]?.right[0];
    if (!uci) return;
    const from = uci.slice(0, 2);
    if (this.hinted.includes(from)) {
      this.arrows = [{ from, to: uci.slice(2, 4), kind: 'good' }];
    } else this.hinted = [from];
    this.speak({ mood: 'think', text: this.task.hint });
  }
}
