// One open analysis with all that works on it: the study, the engine's lines, the review, and its keeping on the device.
import { loadNotation, type Notation, type Opening, type ReadGame } from '$lib/analysis/pgn';
import { Learning } from '$lib/analysis/learning.svelte';
import { Lines } from '$lib/analysis/lines.svelte';
import { Review } from '$lib/analysis/review.svelte';
import { noteAnalysis, openAnalyses, strikeAnalysis, type SavedAnalysis } from '$lib/analysis/store';
import { placed, remarksOn, tellingName } from '$lib/analysis/sources';
import { Study } from '$lib/analysis/study.svelte';
import { nodeAt, type GameTree } from '$lib/analysis/tree';
import type { Color } from '$lib/protocol';
import type { Rules } from '$lib/rules';

/** Which position is shown, and how the board is turned, is kept this long after the last change. */
const KEEP_AFTER_MS = 600;

export type Tab = 'moves' | 'review' | 'share' | 'game';

export class Workshop {
  readonly study: Study;
  readonly lines: Lines;
  readonly review: Review;
  tab = $state<Tab>('moves');
  /** Somebody looks for better moves; the engine says nothing meanwhile. */
  learning = $state.raw<Learning | null>(null);
  /** Faults of the text that it was read from. */
  faults = $state.raw<readonly string[]>([]);
  /** What is odd about it, although all was read. */
  oddities = $state.raw<readonly string[]>([]);
  skipped = $state(0);
  notation = $state.raw<Notation | null>(null);
  /** Told when it is kept for the first time. */
  onkept: () => void = () => undefined;
  /** Takes what is being written into the study. */
  finish: () => void = () => undefined;
  /** Set while something is to be kept soon. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  #changedAt = Date.now();
  /** What is to be stored next. */
  #unstored: SavedAnalysis | null = null;
  #storing: Promise<void> | null = null;
  /** The tree that is kept already, or that the address brings. */
  #kept: GameTree;
  #isKept = false;

  constructor(rules: Rules, id: string, tree: GameTree, at = 0) {
    this.study = new Study(rules, id, tree, at);
    this.#kept = tree;
    this.lines = new Lines(this.study);
    this.review = new Review(this.study);
    this.review.onkeep = () => void this.keep();
    loadNotation().then(
      (notation) => (this.notation = notation),
      (error: unknown) => console.error('the notation did not load', error),
    );
  }

  static of(rules: Rules, saved: SavedAnalysis): Workshop {
    const workshop = new Workshop(rules, saved.id, saved.tree, saved.at);
    workshop.study.name = saved.name;
    workshop.study.flipped = saved.flipped;
    workshop.#isKept = true;
    workshop.#changedAt = saved.changedAt;
    if (saved.review) workshop.review.take(saved.review);
    return workshop;
  }

  /** What a text said beside its game. */
  told(read: ReadGame, notation: Notation): void {
    this.faults = read.cuts.map(({ fault }) => placed(fault));
    this.oddities = remarksOn(read, notation);
    this.skipped = read.skippedVariations;
  }

  /** How it is called at its head: as somebody has called it, else by what it holds. */
  readonly title = $derived.by((): string =>
    tellingName({ name: this.study.name, tree: this.study.tree }, (fen) => this.notation?.opening(fen) ?? null),
  );

  /** The name of the last position on the way here that has one. */
  readonly opening = $derived.by((): Opening | null => {
    const { notation, study } = this;
    if (!notation || study.tree.chess960) return null;
    for (const node of [...study.path].reverse()) {
      const found = notation.opening(node.fen);
      if (found) return found;
    }
    return notation.opening(nodeAt(study.tree, 0).fen);
  });

  /** A change is kept at once; which position is shown a little later, when nothing has changed since. What an address
   *  brings is kept from its first change on. */
  keepSoon(): void {
    this.#rest();
    if (this.#isChanged) void this.keep();
    else if (this.#isKept) this.#timer = setTimeout(() => void this.keep(), KEEP_AFTER_MS);
  }

  get #isChanged(): boolean {
    return this.study.tree !== this.#kept;
  }

  #rest(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
  }

  /** Keeps what there is: the last of several things, if they come faster than the store takes them. */
  keep(): Promise<void> {
    this.#rest();
    const isFirst = !this.#isKept;
    if (isFirst || this.#isChanged) this.#changedAt = Date.now();
    const { id, name, at, flipped, tree } = this.study;
    [this.#kept, this.#isKept] = [tree, true];
    const [changedAt, review] = [this.#changedAt, this.review.kept()];
    this.#unstored = { id, name, at, flipped, changedAt, tree, review, keptAt: Date.now() };
    if (isFirst) this.onkept();
    this.#storing ??= this.#store().finally(() => (this.#storing = null));
    return this.#storing;
  }

  async #store(): Promise<void> {
    const store = await openAnalyses();
    while (this.#unstored) {
      const next = this.#unstored;
      try {
        await store.put(next);
      } catch (error) {
        console.error('the analysis was not kept', error);
        return;
      }
      if (this.#unstored !== next) continue;
      this.#unstored = null;
      strikeAnalysis(next.id);
    }
  }

  /** The page goes, perhaps before the store has what was done last. */
  leave(): void {
    this.finish();
    if (this.#timer !== null || this.#isChanged) void this.keep();
    if (this.#unstored) noteAnalysis(this.#unstored);
  }

  learn(color: Color): void {
    this.learning?.close();
    this.learning = new Learning(this.study, this.review, color);
    this.tab = 'review';
  }

  endLearning(): void {
    this.learning?.close();
    this.learning = null;
  }

  close(): void {
    this.endLearning();
    if (this.#isKept || this.#isChanged) void this.keep();
    this.onkept = () => undefined;
    this.lines.close();
    this.review.close();
  }
}
