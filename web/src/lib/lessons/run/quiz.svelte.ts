// Questions one after another. A wrong answer costs nothing but the first try: the reason is told, and on it goes.
import { announcer } from '$lib/announcer.svelte';
import type { Reason, Rules } from '$lib/rules';
import { play } from '$lib/sound';
import type { QuizCase, QuizTask } from '../types';
import { learn } from '../words';
import { reasonSentence, type Said } from './board-run.svelte';
import { Spot } from './spot';

const YES_NO: readonly string[] = [learn('quiz.yes'), learn('quiz.no')];

export class QuizRun {
  index = $state(0);
  /** What was answered to the question that is open. */
  given = $state<number | null>(null);
  said = $state.raw<Said | null>(null);
  right = $state(0);
  done = $state(false);
  helped = $state(false);
  readonly answers: boolean[] = [];

  constructor(
    readonly rules: Rules,
    readonly task: Pick<QuizTask, 'cases' | 'options' | 'done' | 'hint'>,
  ) {}

  /** The open question. */
  readonly open = $derived.by((): QuizCase => this.task.cases[this.index] as QuizCase);
  readonly options = $derived.by((): readonly string[] => this.open.options ?? this.task.options ?? YES_NO);

  /** The position that is asked about. */
  readonly spot = $derived.by((): Spot | null => {
    const { fen, before = [] } = this.open;
    return fen ? new Spot(this.rules, fen).afterAll(before) : null;
  });

  readonly lastMove = $derived.by(() => {
    const uci = this.open.before?.at(-1);
    return uci ? { from: uci.slice(0, 2), to: uci.slice(2, 4) } : null;
  });

  /** Why the move that is asked about is illegal. */
  readonly reason = $derived.by((): Reason | undefined => {
    const { claim } = this.open;
    return this.spot && 'legal' in claim ? this.spot.whyNot(claim.legal) : undefined;
  });

  answer(option: number): void {
    if (this.given !== null || this.done) return;
    this.given = option;
    const good = option === this.open.answer;
    this.answers.push(good);
    if (good) this.right += 1;
    const reason = this.reason;
    const why = reason && this.open.say === '' ? reasonSentence(reason) : this.open.say;
    const text = `${learn(good ? 'quiz.right' : 'quiz.wrong', { answer: this.options[this.open.answer] ?? '' })} ${why}`;
    this.said = { mood: good ? 'happy' : 'think', text, article: reason?.article };
    if (good) announcer.say(text);
    else announcer.interrupt(text);
    play(good ? 'notice' : 'refused');
  }

  next(): void {
    if (this.given === null || this.done) return;
    if (this.index + 1 >= this.task.cases.length) {
      this.done = true;
      const text = `${this.task.done} ${learn('quiz.score', { right: this.right, all: this.task.cases.length })}`;
      this.said = { mood: this.stars === 3 ? 'proud' : 'happy', text };
      announcer.say(text);
      return;
    }
    this.index += 1;
    this.given = null;
    this.said = null;
  }

  get stars(): number {
    const share = this.right / this.task.cases.length;
    const stars = share === 1 ? 3 : share >= 0.7 ? 2 : 1;
    return this.helped ? Math.min(stars, 2) : stars;
  }
}
