// The main line gone through by the engine: what each position was worth, which moves gave something away and what was
// better. What was found belongs to the moves and stays with them when the tree is edited.
import { announcer } from '../announcer.svelte';
import { EngineWorker, Stopped, type Point, type Review as Told, type Score, type Turning } from '../engine/engine';
import { lostBy } from './lost';
import type { Color } from '../protocol';
import { otherColor } from '../protocol';
import { sideToMove } from '../table/placement';
import type { Study } from './study.svelte';
import { exactness, expectation, type Verdict, verdictOf, worth } from './worth';
import { t } from './words';

/** Nobody has asked yet · the engine is at it · it was stopped · all is known · it could not be had. */
export type Stage = 'idle' | 'running' | 'stopped' | 'done' | 'failed';

/** The positions that are looked at for each half-move: some tenths of a second. */
const NODES = 80_000;

/** A review as it is kept: the moves that it is about, and what was said. */
export interface Kept {
  moves: readonly string[];
  told: Told;
}

/** A move that gave something away. */
export interface Mistake {
  /** Its half-move on the main line, from 1, and its node. */
  ply: number;
  id: number;
  color: Color;
  loss: number;
  verdict: Verdict;
  /** What it lost, in words. */
  lost: string;
  /** What was better, as far as the engine looked. */
  better: readonly string[];
  /** Why, and how the move could be answered; null where only the evaluations of a file are known. */
  turning: Turning | null;
}

export interface Summary {
  /** 0 to 100; null where no move of this side was judged. */
  accuracy: number | null;
  counts: Readonly<Record<Verdict, number>>;
}

type Engine = Pick<EngineWorker, 'review' | 'hint' | 'stop' | 'close'>;

export class Review {
  stage = $state<Stage>('idle');
  done = $state(0);
  total = $state(0);
  points = $state.raw<ReadonlyMap<number, Point>>(new Map());
  turning = $state.raw<readonly Turning[]>([]);
  /** The reasons of further mistakes are being looked for. */
  explaining = $state(false);
  /** Told when all was looked at, and again when every mistake has its reasons. */
  onkeep: (told: Told) => void = () => undefined;
  /** The moves that all this is about. */
  moves = $state.raw<readonly string[]>([]);
  #told: Told | null = null;
  #engine: Promise<Engine> | null = null;
  /** The attempt that goes on; none when it was stopped or the page was left. */
  #attempt: object | null = null;

  constructor(
    readonly study: Study,
    readonly start: () => Promise<Engine> = () => EngineWorker.start(),
  ) {}

  readonly plies = $derived.by((): number => this.study.main.length);

  /** As far as the main line is still the one that was looked at. */
  readonly #valid = $derived.by((): number => {
    const { main } = this.study;
    let same = 0;
    while (same < main.length && main[same]?.uci === this.moves[same]) same += 1;
    return same;
  });

  /** All of the main line was looked at, and nothing has been added since. */
  readonly fits = $derived.by((): boolean => this.#valid === this.plies);

  point(ply: number): Point | undefined {
    return ply <= this.#valid ? this.points.get(ply) : undefined;
  }

  moverOf(ply: number): Color {
    const first = sideToMove(this.study.tree.startFen);
    return ply % 2 === 1 ? first : otherColor(first);
  }

  /** What White could expect after each half-move of the main line: by this engine, or by what the file says. */
  readonly white = $derived.by((): (number | null)[] => {
    const nodes = [null, ...this.study.main];
    return nodes.map((node, ply) => {
      const point = this.point(ply);
      if (point) return point.white;
      const said = node?.notes.eval;
      if (said?.mate !== undefined) return said.mate > 0 ? 1 : 0;
      return said?.cp === undefined ? null : expectation({ cp: said.cp });
    });
  });

  readonly known = $derived.by((): boolean => this.white.filter((value) => value !== null).length > 1);

  /** The moves that gave something away, in the order of the game. */
  readonly mistakes = $derived.by((): readonly Mistake[] =>
    this.study.main.flatMap((node, index): Mistake[] => {
      const ply = index + 1;
      const [loss, before] = [this.#lossOf(ply), this.point(ply - 1)];
      const verdict = loss === null ? null : verdictOf(loss);
      if (loss === null || !verdict) return [];
      const turning = (this.point(ply) && this.turning.find((turn) => turn.ply === ply)) || null;
      const best = turning?.better.moves ?? before?.best ?? [];
      const better = best[0] === node.uci ? [] : best;
      const color = this.moverOf(ply);
      const lost = lostBy(color, this.#scoreOf(ply - 1), this.#scoreOf(ply), this.point(ply)?.best.length === 0);
      return [{ ply, id: node.id, color, loss, verdict, lost, better, turning }];
    }),
  );

  /** What the side to move after so many half-moves has, by the engine or by the evaluations in the file. */
  #scoreOf(ply: number): Score | null {
    const point = this.point(ply);
    if (point) return point.score;
    const said = this.study.main[ply - 1]?.notes.eval;
    const sign = this.moverOf(ply + 1) === 'white' ? 1 : -1;
    if (said?.mate !== undefined) return { mate: sign * said.mate };
    return said?.cp === undefined ? null : { cp: sign * said.cp };
  }

  /** What a half-move gave away, by the engine or by the evaluations in the file. */
  #lossOf(ply: number): number | null {
    const point = this.point(ply);
    if (point && this.point(ply - 1)) return point.loss;
    const [before, after] = [this.white[ply - 1], this.white[ply]];
    if (before === null || before === undefined || after === null || after === undefined) return null;
    return Math.max(0, this.moverOf(ply) === 'white' ? before - after : after - before);
  }

  readonly verdicts = $derived.by((): ReadonlyMap<number, Mistake> =>
    new Map(this.mistakes.map((mistake) => [mistake.id, mistake])),
  );

  summary(color: Color): Summary {
    const losses = this.study.main.flatMap((_, index) => {
      const loss = this.moverOf(index + 1) === color ? this.#lossOf(index + 1) : null;
      return loss === null ? [] : [loss];
    });
    const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const mistake of this.mistakes) if (mistake.color === color) counts[mistake.verdict] += 1;
    const sum = losses.reduce((total, loss) => total + exactness(loss), 0);
    return { accuracy: losses.length > 0 ? Math.round(sum / losses.length) : null, counts };
  }

  /** The next mistake after a half-move, or the one before; around the ends. */
  nextMistake(ply: number, by: 1 | -1): Mistake | null {
    const all = by === 1 ? this.mistakes : [...this.mistakes].reverse();
    return all.find((mistake) => (by === 1 ? mistake.ply > ply : mistake.ply < ply)) ?? all[0] ?? null;
  }

  /** How the game stood after so many half-moves, in words. */
  worthOf(ply: number): string {
    const point = this.point(ply);
    if (point) return worth(point.score, this.moverOf(ply + 1));
    const said = this.study.main[ply - 1]?.notes.eval;
    if (said?.mate !== undefined) return worth({ mate: said.mate }, 'white');
    return said?.cp === undefined ? t('worth.unknown') : worth({ cp: said.cp }, 'white');
  }

  // ---- asking -----------------------------------------------------------------

  /** What was found before. */
  take({ moves, told }: Kept): void {
    this.moves = moves;
    this.#told = told;
    this.points = new Map(told.points.map((point) => [point.ply, point]));
    this.turning = told.turning;
    this.stage = told.complete ? 'done' : 'stopped';
  }

  kept(): Kept | null {
    return this.#told?.complete ? { moves: [...this.moves], told: this.#told } : null;
  }

  /** A null move ends what can be looked at. */
  #line(): string[] {
    const ucis = this.study.main.map((node) => node.uci);
    const pass = ucis.indexOf(null);
    return (pass < 0 ? ucis : ucis.slice(0, pass)).flatMap((uci) => uci ?? []);
  }

  async run(): Promise<void> {
    if (this.stage === 'running') return;
    const { tree } = this.study;
    const moves = this.#line();
    if (moves.length === 0) return;
    const attempt = {};
    this.#attempt = attempt;
    this.stage = 'running';
    [this.done, this.total] = [0, moves.length + 1];
    try {
      const engine = await this.#started();
      if (this.#attempt !== attempt) return;
      [this.points, this.turning, this.moves] = [new Map(), [], moves];
      const question = { start: tree.startFen, chess960: tree.chess960, moves, nodes: NODES };
      const told = await engine.review(question, ({ done, point }) => {
        if (this.#attempt !== attempt) return;
        this.done = done;
        this.points = new Map(this.points).set(point.ply, point);
      });
      if (this.#attempt !== attempt) return;
      this.take({ moves, told });
      if (!told.complete) return;
      this.onkeep(told);
      announcer.say(t('review.finished', { count: this.mistakes.length }));
    } catch (error) {
      if (this.#attempt !== attempt) return;
      console.error('the review broke off', error);
      this.stage = 'failed';
    }
  }

  /** Looks for the reasons of the mistakes that have none yet, the greatest first: a review tells those of three. */
  async explain(): Promise<void> {
    if (this.explaining || this.stage !== 'done' || !this.#unexplained()) return;
    this.explaining = true;
    try {
      const engine = await this.#started();
      for (let next = this.#unexplained(); next && this.stage === 'done'; next = this.#unexplained()) {
        const { moves } = this;
        const found = await this.#reasonsOf(next, moves, engine);
        if (this.moves !== moves || !this.#told) break;
        this.turning = [...this.turning, found].sort((a, b) => a.ply - b.ply);
        this.#told = { ...this.#told, turning: [...this.turning] };
      }
      if (this.#told && this.stage === 'done') this.onkeep(this.#told);
    } catch (error) {
      if (!(error instanceof Stopped)) console.error('the reasons were not found', error);
    } finally {
      this.explaining = false;
    }
  }

  #unexplained(): Mistake | undefined {
    const open = this.mistakes.filter(({ ply, turning }) => !turning && this.point(ply) && this.point(ply - 1));
    return open.sort((a, b) => b.loss - a.loss)[0];
  }

  async #reasonsOf({ ply, loss, better }: Mistake, moves: readonly string[], engine: Engine): Promise<Turning> {
    const { startFen: start, chess960 } = this.study.tree;
    const before = await engine.hint({ start, chess960, moves: moves.slice(0, ply - 1) });
    const after = await engine.hint({ start, chess960, moves: moves.slice(0, ply) });
    // A longer look can find the move that was played best after all: then the line of the review stays, and is not explained.
    const isOther = before !== null && before.uci !== moves[ply - 1];
    const score = this.#scoreOf(ply - 1) ?? { cp: 0 };
    return {
      ply, loss, better: isOther ? before.line : { score, moves: [...better] }, why: isOther ? before.why : [],
      answer: after?.line.moves ?? [], answerWhy: after?.why ?? [],
    };
  }

  /** What has been found stays. */
  stop(): void {
    if (this.stage !== 'running') return;
    this.#attempt = null;
    this.stage = 'stopped';
    void this.#engine?.then((engine) => engine.stop(), () => undefined);
  }

  #started(): Promise<Engine> {
    if (!this.#engine) {
      this.#engine = this.start();
      // The next attempt begins anew.
      this.#engine.catch(() => (this.#engine = null));
    }
    return this.#engine;
  }

  close(): void {
    this.#attempt = null;
    void this.#engine?.then((engine) => engine.close(), () => undefined);
    this.#engine = null;
  }
}

