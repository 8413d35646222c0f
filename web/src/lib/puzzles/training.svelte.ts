// A sitting with puzzles: one after another in the way that was asked for, what each counts, and when a streak is over.
// How one is solved: solving.svelte.ts. Which comes next: choose.ts. What follows: progress.ts.
import { EngineWorker } from '../engine/engine';
import type { Rules } from '../rules';
import { dismiss, recall, remember } from '../storage';
import { nextOf, nextOfStreak } from './choose';
import { dailyPuzzle, dayOf } from './daily';
import { isSettled } from './glicko';
import { EVERY, someImported, type Library, type Range } from './library';
import type { OwnProgress } from './own.svelte';
import { dueOn, isRated, strengthAt, type Mode, type Run, type Try } from './progress';
import type { Puzzle } from './puzzle';
import { Solving, type Mind, type Result, type World as Course } from './solving.svelte';
import { isTheme, skillsOf, type Theme } from './themes';

/** What is asked for. */
export type Wish =
  | { mode: 'mixed' }
  | { mode: 'streak' }
  | { mode: 'review' }
  | { mode: 'theme'; theme: Theme; range: Range }
  | { mode: 'daily'; day: string }
  | { mode: 'link'; id: string };

/** What a try has changed. */
export interface Change {
  before: number;
  after: number;
  provisional: boolean;
}

/** How a streak stands. */
export interface Streak {
  had: readonly string[];
  solved: number;
  skipped: boolean;
  over: boolean;
  /** It is over, and longer than any before. */
  record: boolean;
}

export interface World extends Course {
  now(): number;
  random(): number;
  imported(theme: Theme | null, range: Range): Promise<Puzzle[]>;
  /** A streak that a page has left. */
  recall(): Streak | null;
  remember(streak: Streak | null): void;
  close(): void;
}

const NO_STREAK: Streak = { had: [], solved: 0, skipped: false, over: false, record: false };
const STREAK_KEY = 'puzzle-streak';
const AT_ONCE = 30;
/** With fewer left that are not known, others are fetched. */
const FEW = 8;

/** The browser with one engine for the sitting, which comes when it is first asked. */
export function browserWorld(): World {
  let mind: Promise<EngineWorker> | null = null;
  return {
    mind: (): Promise<Mind> => {
      mind ??= EngineWorker.start();
      // The next attempt begins anew.
      mind.catch(() => (mind = null));
      return mind;
    },
    wait: (ms) => new Promise((wake) => setTimeout(wake, ms)),
    now: () => Date.now(),
    random: () => Math.random(),
    imported: (theme, range) => someImported(theme, range, AT_ONCE),
    recall: () => recall<Streak | null>(STREAK_KEY, null),
    remember: (streak) => (streak ? remember(STREAK_KEY, streak) : dismiss(STREAK_KEY)),
    close: () => void mind?.then((engine) => engine.close(), () => undefined),
  };
}

export class Training {
  /** The puzzle on the board; null where there is none for the wish. */
  solving = $state.raw<Solving | null>(null);
  /** What the last result changed; null where it changed nothing. */
  change = $state.raw<Change | null>(null);
  /** What is on the board does not count: it was there before. */
  practice = $state(false);
  streak = $state.raw<Streak>(NO_STREAK);
  /** The host is being asked for its puzzles. */
  seeking = $state(false);
  readonly #recent: Puzzle[] = [];
  #imported: readonly Puzzle[] = [];
  #closed = false;

  constructor(
    readonly wish: Wish,
    readonly library: Library,
    readonly own: OwnProgress,
    readonly rules: Rules,
    readonly world: World = browserWorld(),
  ) {
    if (wish.mode === 'streak') this.#resumeStreak();
    else this.next();
    void this.#importMore();
  }

  /** More than one puzzle comes in this way. */
  readonly goesOn = $derived.by(() => this.wish.mode !== 'daily' && this.wish.mode !== 'link');

  readonly puzzle = $derived.by(() => this.solving?.puzzle ?? null);

  /** Hints are for all but those who count a streak. */
  readonly helps = $derived.by(() => this.wish.mode !== 'streak');

  get mode(): Mode {
    return this.wish.mode;
  }

  /** The next puzzle. */
  next(): void {
    this.#open(this.#choose());
    const unknown = this.#imported.filter(({ id }) => !this.own.now.known.has(id));
    if (this.goesOn && this.#imported.length > 0 && unknown.length < FEW) void this.#importMore();
  }

  /** The puzzle on the board once more: it does not count. */
  again(): void {
    const { puzzle } = this;
    if (!puzzle) return;
    this.solving?.close();
    this.change = null;
    this.practice = true;
    this.solving = new Solving(puzzle, this.rules, this.world);
    void this.solving.begin();
  }

  close(): void {
    this.#closed = true;
    this.solving?.close();
    this.world.close();
  }

  #open(puzzle: Puzzle | null): void {
    this.solving?.close();
    this.change = null;
    this.practice = false;
    this.solving = puzzle && this.#solvable(puzzle);
    if (!puzzle || !this.solving) return;
    this.#recent.push(puzzle);
    void this.solving.begin();
  }

  #solvable(puzzle: Puzzle): Solving | null {
    try {
      return new Solving(puzzle, this.rules, this.world, {
        onresult: (solved) => this.#note(puzzle, solved),
        onover: (result) => this.#over(result),
      });
    } catch (error) {
      // Its moves are no chess: it is not shown, and not chosen again in this sitting.
      console.warn('puzzles: left out:', error instanceof Error ? error.message : error);
      this.#faulty.add(puzzle.id);
      const other = this.goesOn ? this.#choose() : null;
      return other ? this.#solvable(other) : null;
    }
  }

  readonly #faulty = new Set<string>();

  // ---- choosing -----------------------------------------------------------------

  #choose(): Puzzle | null {
    const { wish, library } = this;
    switch (wish.mode) {
      case 'mixed':
        return this.#near([...library.puzzles, ...this.#imported], EVERY);
      case 'theme':
        return this.#near([...library.select(wish.theme, wish.range), ...this.#imported], wish.range);
      case 'streak':
        return this.#nextOfStreak();
      case 'review':
        return this.#due();
      case 'daily':
        return dailyPuzzle(library.puzzles, wish.day);
      case 'link':
        return library.get(wish.id);
    }
  }

  #near(puzzles: readonly Puzzle[], { from, to }: Range): Puzzle | null {
    const { rating, deviation } = strengthAt(this.own.now, this.world.now());
    const aim = { rating: Math.min(to, Math.max(from, rating)), deviation };
    const sound = puzzles.filter(({ id }) => !this.#faulty.has(id));
    const { random } = this.world;
    return nextOf(sound, { progress: this.own.now, aim, recent: this.#recent, random });
  }

  #due(): Puzzle | null {
    const today = dayOf(this.world.now());
    for (const id of dueOn(this.own.now, today)) {
      const puzzle = this.#faulty.has(id) ? null : this.library.get(id);
      if (puzzle) return puzzle;
    }
    return null;
  }

  /** What the host has imported comes when it comes: until then, and without it, the shipped set is there. */
  async #importMore(): Promise<void> {
    const { wish, library } = this;
    if (library.imported === 0) return;
    this.seeking = true;
    try {
      await this.#fetchFor(wish);
    } finally {
      this.seeking = false;
    }
    library.borrow(this.#imported);
    if (!this.#closed && !this.solving) this.next();
  }

  async #fetchFor(wish: Wish): Promise<void> {
    if (wish.mode === 'link') this.#imported = [await this.library.find(wish.id)].flatMap((found) => found ?? []);
    else if (wish.mode === 'theme') this.#imported = await this.world.imported(wish.theme, wish.range);
    else if (wish.mode === 'mixed') {
      const { rating } = strengthAt(this.own.now, this.world.now());
      this.#imported = await this.world.imported(null, { from: rating - 200, to: rating + 200 });
    }
  }

  // ---- what counts ----------------------------------------------------------------

  #note(puzzle: Puzzle, solved: boolean): void {
    const { wish } = this;
    const entry: Try = {
      type: 'try', at: this.world.now(), puzzle: puzzle.id, mode: wish.mode, solved, rating: puzzle.rating,
      skills: skillsOf(puzzle), ...(wish.mode === 'daily' ? { day: wish.day } : {}),
    };
    const before = strengthAt(this.own.now, entry.at).rating;
    const rated = isRated(this.own.now, entry);
    void this.own.note(entry);
    const { strength } = this.own.now;
    if (rated) this.change = { before, after: strength.rating, provisional: !isSettled(strength) };
    if (wish.mode === 'streak' && !solved) this.#endStreak();
  }

  #over(result: Result): void {
    if (this.wish.mode !== 'streak' || result !== 'solved') return;
    this.#keepStreak({ ...this.streak, solved: this.streak.solved + 1 });
  }

  // ---- streak ---------------------------------------------------------------------

  #nextOfStreak(): Puzzle | null {
    const { had, solved } = this.streak;
    const { now } = this.own;
    const without = new Set([...had, ...this.#faulty]);
    const puzzle = nextOfStreak(this.library.puzzles, solved, without, now, () => this.world.random());
    if (puzzle) this.#keepStreak({ ...this.streak, had: [...had, puzzle.id] });
    return puzzle;
  }

  /** Goes on with the puzzle at which a page was left: leaving is no way around it. */
  #resumeStreak(): void {
    const kept = this.world.recall();
    const last = kept && !kept.over ? kept.had.at(-1) : undefined;
    const puzzle = last === undefined ? null : this.library.get(last);
    if (!kept || !puzzle) return this.restart();
    this.streak = kept;
    // It was solved, and the next one not asked for.
    if (kept.had.length - (kept.skipped ? 1 : 0) <= kept.solved) this.next();
    else this.#open(puzzle);
  }

  #keepStreak(streak: Streak): void {
    this.streak = streak;
    this.world.remember(streak.over ? null : streak);
  }

  /** One puzzle of a streak may be left out. */
  skip(): void {
    if (this.streak.skipped || this.streak.over || this.solving?.stage === 'over') return;
    this.#keepStreak({ ...this.streak, skipped: true });
    this.next();
  }

  #endStreak(): void {
    if (this.streak.over) return;
    const { solved } = this.streak;
    this.#keepStreak({ ...this.streak, over: true, record: solved > this.own.now.best });
    const run: Run = { type: 'run', at: this.world.now(), length: solved };
    void this.own.note(run);
  }

  /** Another streak from the beginning. */
  restart(): void {
    this.#keepStreak(NO_STREAK);
    this.next();
  }
}

/** What an address asks for: `#theme=fork&from=1000&to=1400`; null if it names no theme. */
export function wishOfTheme(hash: string): (Wish & { mode: 'theme' }) | null {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const theme = query.get('theme') ?? '';
  if (!isTheme(theme)) return null;
  const bound = (name: keyof Range): number => {
    const text = query.get(name);
    return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : EVERY[name];
  };
  return { mode: 'theme', theme, range: { from: bound('from'), to: bound('to') } };
}

/** The address of a theme. */
export function addressOfTheme(theme: Theme, range: Range = EVERY): string {
  const bounds = range.from > EVERY.from || range.to < EVERY.to ? `&from=${range.from}&to=${range.to}` : '';
  return `/puzzles/theme#theme=${theme}${bounds}`;
}
