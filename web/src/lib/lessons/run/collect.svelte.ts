// Walking to stars and taking men, while the other side waits. It must answer a check, and where it is on guard it
// takes what stands in its way: then the move was none.
import { learn } from '../words';
import type { CollectTask, Wrong } from '../types';
import { BoardRun, type Pause } from './board-run.svelte';
import { Spot, taken } from './spot';
import type { Rules } from '$lib/rules';

interface Then {
  spot: Spot;
  left: readonly string[];
  lastMove: { from: string; to: string } | null;
}

/** What becomes of the position after a move while the other side waits: null where the move cannot stand. */
export interface Waited {
  spot: Spot | null;
  /** The other side had to answer a check with this move. */
  answer: string | null;
  /** Why it cannot stand: the man is taken, or the other side has no move. */
  fault: 'taken' | 'mate' | null;
}

/** The other side waits; out of check it goes, taking nothing where it can. */
export function waited(after: Spot, moved: string, guard: boolean): Waited {
  const answers = after.moves;
  if (guard) {
    const takes = answers.find((uci) => taken(after, uci) === moved);
    if (takes) return { spot: null, answer: takes, fault: 'taken' };
  }
  if (!after.check) {
    return { spot: after.passed(), answer: null, fault: null };
  }
  const answer = answers.find((uci) => taken(after, uci) === null);
  if (!answer) {
    const capture = answers[0];
    return { spot: null, answer: capture ?? null, fault: capture ? 'taken' : 'mate' };
  }
  const next = after.after(answer);
  return { spot: next, answer, fault: null };
}

/** What is to be collected at the start: stars, or the enemy's men but the king. */
export function goalsOf(task: CollectTask, spot: Spot): string[] {
  if (task.stars) return [...task.stars];
  return [...spot.men].filter(([, man]) => man.color !== spot.turn && man.role !== 'king').map(([square]) => square);
}

export class CollectRun extends BoardRun {
  left = $state.raw<readonly string[]>([]);
  #history: Then[] = [];
  readonly #start: Then;

  constructor(
    rules: Rules,
    readonly task: CollectTask,
    wait?: Pause,
  ) {
    super(rules, task.fen, wait);
    this.left = goalsOf(task, this.spot);
    this.#start = this.#now();
  }

  override get stars(): number {
    const over = this.count - this.task.par;
    const stars = over <= 0 ? 3 : over <= 2 ? 2 : 1;
    return this.helped ? Math.min(stars, 2) : stars;
  }

  #now(): Then {
    return { spot: this.spot, left: this.left, lastMove: this.lastMove };
  }

  protected override wrongs(): readonly Wrong[] {
    return this.task.wrong ?? [];
  }

  async move(uci: string): Promise<void> {
    const known = this.known(uci);
    if (known) return this.takeBack(uci, known.say ?? '', known.reply);
    const before = this.#now();
    const capture = taken(this.spot, uci);
    const after = this.spot.after(uci);
    const to = uci.slice(2, 4);
    const got = this.task.stars ? this.left.includes(to) : capture !== null && this.left.includes(capture);
    const left = this.left.filter((square) => square !== (this.task.stars ? to : capture));
    const then = waited(after, to, this.task.guard ?? false);
    if (left.length > 0 && then.fault === 'taken') return this.takeBack(uci, learn('collect.taken'), [then.answer ?? '']);
    if (left.length > 0 && then.fault === 'mate') return this.takeBack(uci, learn('collect.mate'));
    this.show(uci);
    this.count += 1;
    this.left = left;
    this.#history.push(before);
    if (left.length === 0) {
      const over = this.count - this.task.par;
      this.finish(over > 0 ? `${this.task.done} ${learn('collect.over', { moves: this.count, par: this.task.par })}` : this.task.done);
      return;
    }
    if (got) this.speak({ mood: 'happy', text: learn(left.length === 1 ? 'collect.one_left' : 'collect.left', { left: left.length }) });
    await this.#other(then);
  }

  async #other({ spot, answer }: Waited): Promise<void> {
    if (answer) await this.answer(answer);
    else if (spot) this.spot = spot;
    this.revision += 1;
  }

  get canUndo(): boolean {
    return this.#history.length > 0 && !this.done && !this.busy;
  }

  undo(): void {
    const before = this.#history.pop();
    if (!before || this.busy || this.done) return;
    this.#set(before);
    this.count -= 1;
  }

  /** The way from the start: the first move of it, where nothing has been moved; in words otherwise. */
  hint(): void {
    this.helped = true;
    const first = this.task.solution[0];
    if (this.count === 0 && first) this.arrows = [{ from: first.slice(0, 2), to: first.slice(2, 4), kind: 'good' }];
    this.speak({ mood: 'think', text: this.task.hint });
  }

  restart(): void {
    if (this.busy) return;
    this.#history = [];
    this.#set(this.#start);
    this.count = 0;
    this.done = false;
    this.said = null;
  }

  #set({ spot, left, lastMove }: Then): void {
    this.spot = spot;
    this.left = left;
    this.lastMove = lastMove;
    this.marks = [];
    this.revision += 1;
  }
}
