// A task of one move or several, with the answers of the other side. A wrong move is shown with what follows.
import type { Rules } from '$lib/rules';
import type { LineTask, Wrong } from '../types';
import { learn } from '../words';
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

  /** Whoever learns to castle puts the king on the rook. */
  override get ownTries(): ReadonlyMap<string, readonly string[]> | undefined {
    if (this.task.steps[this.step]?.goal !== 'castle') return undefined;
    const at = (role: string): string[] =>
      [...this.men].filter(([, man]) => man.color === this.you && man.role === role).map(([square]) => square);
    return new Map(at('king').map((king) => [king, at('rook')]));
  }

  /** The rules read a king on its own rook as castling; here it is learned with the king's two squares. No mistake. */
  override attempt(from: string, to: string, role?: string): void {
    if (this.busy || this.done || !this.ownTries?.get(from)?.includes(to)) return super.attempt(from, to, role);
    const square = `${to > from ? 'g' : 'c'}${from[1]}`;
    this.revision += 1;
    this.speak({ mood: 'think', text: learn('task.castle_with_king', { square }) }, true);
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
