// Learning from the mistakes of a game: each position before one comes on the board, and a better move is to be found.
// Other moves than the engine's are judged by the engine: what gives nothing away is right, too.
import { announcer } from '../announcer.svelte';
import { EngineWorker } from '../engine/engine';
import type { Color } from '../protocol';
import type { Mistake, Review } from './review.svelte';
import { question } from './lines.svelte';
import type { Study } from './study.svelte';
import { nodeAt, type Played } from './tree';
import { expectation, LOSSES, percent } from './worth';
import { t } from './words';

/** As many positions as the review has looked at. */
const NODES = 80_000;

/** Asked · the engine looks at a move · not good enough · found · shown on demand. */
export type Answer = 'asked' | 'judging' | 'wrong' | 'found' | 'shown';

type Engine = Pick<EngineWorker, 'search' | 'stop' | 'close'>;

export class Learning {
  place = $state(0);
  answer = $state<Answer>('asked');
  /** What is said of the last move. */
  said = $state('');
  readonly tasks: readonly Mistake[];
  #engine: Promise<Engine> | null = null;
  #attempt: object | null = null;

  constructor(
    readonly study: Study,
    readonly review: Review,
    /** Whose mistakes; both sides' when left out. */
    readonly color: Color | null,
    readonly start: () => Promise<Engine> = () => EngineWorker.start(),
  ) {
    this.tasks = tasksOf(review, color);
    study.taking = (uci) => this.#try(uci);
    this.#show();
  }

  readonly task = $derived.by((): Mistake | null => this.tasks[this.place] ?? null);

  /** The position of the task is on the board. */
  readonly isThere = $derived.by((): boolean => this.task !== null && this.study.at === this.#before(this.task));

  #before(task: Mistake): number {
    return nodeAt(this.study.tree, task.id).parent ?? 0;
  }

  #show(): void {
    this.#attempt = null;
    [this.answer, this.said] = ['asked', ''];
    const { task } = this;
    if (!task) {
      this.study.taking = null;
      return;
    }
    this.study.goTo(this.#before(task));
    this.study.flipped = task.color === 'black';
  }

  next(): void {
    this.place += 1;
    this.#show();
  }

  again(): void {
    this.#show();
  }

  /** The best move is played on the board. */
  reveal(): void {
    const { task } = this;
    if (!task) return;
    this.study.goTo(this.#before(task));
    const played = this.study.written(this.study.node, task.better.slice(0, 1));
    this.#accept(played, 'shown', t('learn.shown', { move: played[0]?.san ?? '' }));
  }

  #accept(played: readonly Played[], answer: Answer, said: string): void {
    this.#attempt = null;
    this.answer = answer;
    this.study.follow(played);
    this.#say(said);
  }

  #say(text: string): void {
    this.said = text;
    announcer.say(text);
  }

  /** A move on the board: one for the task, or one like any other when it is done or another place is shown. */
  #try(uci: string): boolean {
    const { task } = this;
    if (!task || !this.isThere || this.answer === 'found' || this.answer === 'shown') return false;
    const played = this.study.written(this.study.node, [uci]);
    const [move] = played;
    if (!move) return true;
    if (uci === task.better[0]) this.#accept(played, 'found', t('learn.right', { move: move.san }));
    else if (uci === nodeAt(this.study.tree, task.id).uci) {
      this.answer = 'wrong';
      this.#say(t('learn.same'));
    } else void this.#judge(task, uci, played, move);
    return true;
  }

  async #judge(task: Mistake, uci: string, played: readonly Played[], move: Played): Promise<void> {
    const attempt = {};
    this.#attempt = attempt;
    this.answer = 'judging';
    this.#say(t('learn.judging', { move: move.san }));
    try {
      const asked = question(this.study);
      this.#engine ??= this.start();
      const engine = await this.#engine;
      if (this.#attempt !== attempt) return;
      const report = await engine.search({ ...asked, moves: [...asked.moves, uci], limits: { nodes: NODES } });
      if (this.#attempt !== attempt) return;
      const [line] = report.lines;
      // Behind the end of a game nobody moves: it is mate, or nobody has won.
      const kept = line ? 1 - expectation(line.score) : move.san.endsWith('#') ? 1 : 0.5;
      this.#verdict(task, played, move, kept);
    } catch (error) {
      if (this.#attempt !== attempt) return;
      console.error('the move was not judged', error);
      this.#engine = null;
      this.answer = 'wrong';
      this.#say(t('engine.failed'));
    }
  }

  #verdict(task: Mistake, played: readonly Played[], move: Played, kept: number): void {
    const before = this.review.point(task.ply - 1);
    const loss = (before ? expectation(before.score) : 1) - kept;
    if (loss < LOSSES.inaccuracy) {
      const [best] = this.study.written(this.study.node, task.better.slice(0, 1));
      this.#accept(played, 'found', t('learn.good', { move: move.san, best: best?.san ?? '' }));
      return;
    }
    this.answer = 'wrong';
    this.#say(t('learn.wrong', { move: move.san, percent: percent(loss) }));
  }

  close(): void {
    this.#attempt = null;
    this.study.taking = null;
    void this.#engine?.then((engine) => engine.close(), () => undefined);
    this.#engine = null;
  }
}

/** The moves from which something can be learned: what was better is known. */
export const tasksOf = (review: Review, color: Color | null): Mistake[] =>
  review.mistakes.filter(
    (mistake) => mistake.better.length > 0 && mistake.verdict !== 'inaccuracy' && (color === null || mistake.color === color),
  );
