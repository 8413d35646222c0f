// A game that is looked at afterwards: which position is on the board, the line beside the game that is followed, and
// what the engine has found, as it comes. Not here: where games come from (load.ts) and how it looks (Table.svelte).
import { announcer } from '$lib/announcer.svelte';
import type { ArchivedGame } from '$lib/computer/archive';
import { EngineWorker } from '$lib/engine/engine';
import type { Point, Review, Turning } from '$lib/engine/questions';
import { t } from '$lib/messages';
import type { Color } from '$lib/protocol';
import { otherColor } from '$lib/protocol';
import { Follower, type Rules } from '$lib/rules';
import type { Arrow } from '$lib/board/Board.svelte';
import { readPlacement, sideToMove } from '$lib/table/placement';
import type { Listed } from '$lib/table/desk.svelte';
import { percent, worth } from './words';

/** A line beside the game: how it could have gone on after its first `from` half-moves. */
export interface Side {
  from: number;
  ucis: readonly string[];
  sans: readonly string[];
  /** How many of its moves are on the board, from 1. */
  shown: number;
}

/** Nobody has asked yet · the engine is at it · it was stopped · all is known · it could not be had. */
export type Stage = 'idle' | 'running' | 'stopped' | 'done' | 'failed';

/** The positions that are looked at for each half-move: some tenths of a second. */
const NODES = 80_000;

type Engine = Pick<EngineWorker, 'review' | 'stop' | 'close'>;

/** How the engine is come by, and where findings are kept. */
export interface World {
  engine(): Promise<Engine>;
  keep(review: Review): void;
}

const browser: World = { engine: () => EngineWorker.start(), keep: () => undefined };

export class Analysis {
  /** The position on the board, in half-moves from the start. */
  ply = $state(0);
  flipped = $state(false);
  /** Arrows for the best move and the one that was played. */
  pointing = $state(true);
  side = $state.raw<Side | null>(null);
  stage = $state<Stage>('idle');
  done = $state(0);
  points = $state.raw<ReadonlyMap<number, Point>>(new Map());
  turning = $state.raw<readonly Turning[]>([]);

  readonly sans: readonly string[];
  readonly #follower: Follower;
  readonly #board: Follower;
  #engine: Promise<Engine> | null = null;
  /** The attempt that goes on; none when it was stopped or the page was left. */
  #attempt: object | null = null;

  /** Throws an Error with a sentence where the moves are none. */
  constructor(
    readonly game: ArchivedGame,
    rules: Rules,
    readonly world: World = browser,
  ) {
    this.#follower = new Follower(rules);
    this.#board = new Follower(rules);
    this.sans = this.#sansOf(0, game.moves);
    this.ply = game.moves.length;
    this.flipped = game.you === 'black';
  }

  /** How moves are written that follow the first `from` half-moves of the game. */
  #sansOf(from: number, ucis: readonly string[]): string[] {
    const { startFen, chess960, moves } = this.game;
    const sans: string[] = [];
    const played = moves.slice(0, from);
    for (const uci of ucis) {
      const line = this.#follower.follow(startFen, chess960, played);
      if (!line) throw new Error(t('analysis.no_game'));
      sans.push(line.san(uci));
      played.push(uci);
    }
    return sans;
  }

  // ---- the board --------------------------------------------------------------

  /** The moves that lead to what is on the board. */
  readonly #path = $derived.by((): readonly string[] => {
    const { side, game } = this;
    return side ? [...game.moves.slice(0, side.from), ...side.ucis.slice(0, side.shown)] : game.moves.slice(0, this.ply);
  });

  readonly scene = $derived.by((): { fen: string; check: string | null } => {
    const { startFen, chess960 } = this.game;
    const line = this.#board.follow(startFen, chess960, this.#path);
    if (!line) return { fen: startFen, check: null };
    return { fen: line.fen(line.ply()), check: line.check(line.ply()) ?? null };
  });

  readonly men = $derived.by(() => readPlacement(this.scene.fen));
  readonly turn = $derived.by(() => sideToMove(this.scene.fen));
  readonly orientation = $derived.by((): Color => (this.flipped ? 'black' : 'white'));

  readonly lastMove = $derived.by(() => {
    const uci = this.#path.at(-1);
    if (!uci) return null;
    const san = this.side ? this.side.sans[this.side.shown - 1] : this.sans[this.ply - 1];
    return { from: uci.slice(0, 2), to: this.#landing(uci, san ?? '') };
  });

  readonly arrows = $derived.by((): readonly Arrow[] => {
    if (!this.pointing || this.side) return [];
    const best = this.point?.best[0];
    const played = this.game.moves[this.ply];
    const arrows: Arrow[] = [];
    if (played && best && best !== played) arrows.push(this.#arrow(played, 'played'));
    if (best) arrows.push(this.#arrow(best, 'good'));
    return arrows;
  });

  #arrow(uci: string, kind: Arrow['kind']): Arrow {
    return { from: uci.slice(0, 2), to: uci.slice(2, 4), kind };
  }

  /** Castling is written king takes rook in Chess960: the king lands elsewhere. */
  #landing(uci: string, san: string): string {
    const to = uci.slice(2, 4);
    if (!this.game.chess960 || !san.startsWith('O-O')) return to;
    return `${san.startsWith('O-O-O') ? 'c' : 'g'}${to[1]}`;
  }

  // ---- replay (as lib/table/replayed.ts wants it) -------------------------------

  readonly listing = $derived.by((): readonly Listed[] => this.sans.map((san) => ({ san, completed: true })));
  readonly moves = $derived.by(() => this.game.moves.map((uci, index) => ({ uci, san: this.sans[index] ?? uci })));
  readonly played = $derived.by(() => this.game.moves.length);
  readonly live = $derived.by(() => this.ply === this.game.moves.length);
  readonly afterword: [] = [];
  readonly drafts = { current: null };
  readonly canReplay = true;

  goTo(ply: number): void {
    this.side = null;
    this.ply = Math.max(0, Math.min(this.game.moves.length, ply));
  }

  step(by: number): void {
    const { side } = this;
    if (!side) {
      this.goTo(this.ply + by);
      return;
    }
    const shown = side.shown + by;
    if (shown < 1) this.goTo(side.from);
    else this.side = { ...side, shown: Math.min(side.ucis.length, shown) };
  }

  goLive(): void {
    this.goTo(this.game.moves.length);
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  /** Follows a line beside the game, up to its move number `shown`. */
  follow(from: number, ucis: readonly string[], shown = 1): void {
    this.ply = from;
    this.side = { from, ucis, sans: this.#sansOf(from, ucis), shown };
  }

  /** A line in algebraic notation. */
  written(from: number, ucis: readonly string[]): string[] {
    return this.#sansOf(from, ucis);
  }

  // ---- what the engine has found ------------------------------------------------

  /** What is known of the position on the board, where that is one of the game. */
  readonly point = $derived.by((): Point | undefined => (this.side ? undefined : this.points.get(this.ply)));

  /** What White could expect after each half-move, null where that is not known. */
  readonly white = $derived.by((): (number | null)[] =>
    Array.from({ length: this.game.moves.length + 1 }, (_, ply) => this.points.get(ply)?.white ?? null),
  );

  readonly remarks = $derived.by((): ReadonlyMap<number, { sign: string; meaning: string }> =>
    new Map(
      this.turning.map(({ ply, loss }) => [
        ply,
        { sign: loss >= 0.3 ? '??' : '?', meaning: t('analysis.gave', { percent: percent(loss) }) },
      ]),
    ),
  );

  /** How the game stood after so many half-moves, in words. */
  worthOf(ply: number): string {
    const point = this.points.get(ply);
    return point ? worth(point.white, point.score, this.moverOf(ply + 1)) : t('analysis.unknown');
  }

  /** Who made a half-move, from 1. */
  moverOf(ply: number): Color {
    const first = sideToMove(this.game.startFen);
    return ply % 2 === 1 ? first : otherColor(first);
  }

  /** "14. Nd5", "14… Nf6", or the start. */
  nameOf(ply: number): string {
    const san = this.sans[ply - 1];
    return san === undefined ? t('analysis.start') : `${this.numberOf(ply)} ${san}`;
  }

  /** "14." or "14…" of a half-move, from 1. */
  numberOf(ply: number): string {
    const first = Number(this.game.startFen.split(' ')[5]) || 1;
    const half = ply - 1 + (sideToMove(this.game.startFen) === 'black' ? 1 : 0);
    return `${first + Math.floor(half / 2)}${half % 2 === 0 ? '.' : '…'}`;
  }

  /** What was found before. */
  take(review: Review): void {
    this.points = new Map(review.points.map((point) => [point.ply, point]));
    this.turning = review.turning;
    this.done = review.points.length;
    this.stage = review.complete ? 'done' : 'stopped';
  }

  async run(): Promise<void> {
    if (this.stage === 'running' || this.stage === 'done') return;
    this.stage = 'running';
    this.done = 0;
    const attempt = {};
    this.#attempt = attempt;
    try {
      const engine = await this.#asked();
      if (this.#attempt !== attempt) return;
      const { startFen: start, chess960, moves } = this.game;
      const review = await engine.review({ start, chess960, moves, nodes: NODES }, ({ done, point }) => {
        this.done = done;
        this.points = new Map(this.points).set(point.ply, point);
      });
      if (this.#attempt !== attempt) return;
      this.take(review);
      if (!review.complete) return;
      this.world.keep(review);
      announcer.say(t('analysis.done', { turning: this.turning.length }));
    } catch (error) {
      if (this.#attempt !== attempt) return;
      console.error('the analysis broke off', error);
      this.stage = 'failed';
    }
  }

  #asked(): Promise<Engine> {
    if (!this.#engine) {
      this.#engine = this.world.engine();
      // The next attempt begins anew.
      this.#engine.catch(() => (this.#engine = null));
    }
    return this.#engine;
  }

  /** What has been found stays. */
  stop(): void {
    if (this.stage !== 'running') return;
    this.#attempt = null;
    this.stage = 'stopped';
    void this.#engine?.then((engine) => engine.stop(), () => undefined);
  }

  close(): void {
    this.#attempt = null;
    void this.#engine?.then((engine) => engine.close(), () => undefined);
    this.#engine = null;
  }
}
