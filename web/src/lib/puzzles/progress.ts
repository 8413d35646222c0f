// What a solver has done, as a log of tries, and what follows from it: strength, which puzzles are known, weak themes, the
// days, the best streak, what is to be repeated. The log is all that is kept; the rest is reckoned from it.
import { dayOf, shifted } from './daily';
import { NEWCOMER, PUZZLE_DEVIATION, rate, rested, type Strength } from './glicko';

/** Where a puzzle was met. */
export type Mode = 'mixed' | 'daily' | 'theme' | 'streak' | 'review' | 'link';

/** A first try at a puzzle that was put on the board. */
export interface Try {
  type: 'try';
  at: number;
  puzzle: string;
  mode: Mode;
  /** At the first try and without help. */
  solved: boolean;
  /** Of the puzzle. */
  rating: number;
  skills: readonly string[];
  /** The day whose puzzle it is. */
  day?: string;
}

/** A streak that has ended, with so many solved. */
export interface Run {
  type: 'run';
  at: number;
  length: number;
}

export type Entry = Try | Run;

/** Modes in which nothing is known of the puzzle beforehand. */
const RATED: ReadonlySet<Mode> = new Set<Mode>(['mixed', 'daily']);

/** A missed puzzle comes again after so many days, each time that it is solved. */
const AGAIN_AFTER = [1, 3, 7] as const;

export interface Known {
  at: number;
  solved: boolean;
  tries: number;
}

export interface Skill {
  tried: number;
  solved: number;
}

export interface Due {
  /** "2026-12-24" */
  day: string;
  /** How often it has been solved since it was missed. */
  step: number;
}

export interface Point {
  at: number;
  puzzle: string;
  solved: boolean;
  before: number;
  rating: number;
}

export interface Progress {
  strength: Strength;
  /** Of the last rated try; null before the first. */
  ratedAt: number | null;
  /** The rated tries, the oldest first. */
  history: Point[];
  known: Map<string, Known>;
  skills: Map<string, Skill>;
  /** The days whose puzzle was tried, and whether it was solved. */
  days: Map<string, boolean>;
  /** The longest streak. */
  best: number;
  due: Map<string, Due>;
  tried: number;
  solved: number;
}

export const nothing = (): Progress => ({
  strength: NEWCOMER, ratedAt: null, history: [], known: new Map(), skills: new Map(), days: new Map(), best: 0,
  due: new Map(), tried: 0, solved: 0,
});

/** Whether a try would change the rating: the first at this puzzle, and nothing was known of it. */
export const isRated = (progress: Progress, { mode, puzzle }: Pick<Try, 'mode' | 'puzzle'>): boolean =>
  RATED.has(mode) && !progress.known.has(puzzle);

/** The strength at a moment. */
export const strengthAt = (progress: Progress, now: number): Strength =>
  progress.ratedAt === null ? progress.strength : rested(progress.strength, now - progress.ratedAt);

function noteTry(progress: Progress, entry: Try): void {
  const { at, puzzle, solved, skills, day } = entry;
  if (isRated(progress, entry)) {
    const before = strengthAt(progress, at);
    const score = solved ? 1 : 0;
    progress.strength = rate(before, [{ rating: entry.rating, deviation: PUZZLE_DEVIATION, score }]);
    progress.ratedAt = at;
    progress.history.push({ at, puzzle, solved, before: before.rating, rating: progress.strength.rating });
  }
  noteDue(progress, entry);
  const tries = (progress.known.get(puzzle)?.tries ?? 0) + 1;
  progress.known.set(puzzle, { at, solved, tries });
  for (const skill of skills) {
    const before = progress.skills.get(skill) ?? { tried: 0, solved: 0 };
    progress.skills.set(skill, { tried: before.tried + 1, solved: before.solved + (solved ? 1 : 0) });
  }
  // The first try is the one that counts.
  if (day !== undefined && !progress.days.has(day)) progress.days.set(day, solved);
  progress.tried += 1;
  if (solved) progress.solved += 1;
}

function noteDue(progress: Progress, { at, puzzle, solved }: Try): void {
  const today = dayOf(at);
  const before = progress.due.get(puzzle);
  if (!solved) progress.due.set(puzzle, { day: shifted(today, AGAIN_AFTER[0]), step: 0 });
  else if (before && before.day <= today) {
    const step = before.step + 1;
    const days = AGAIN_AFTER[step];
    if (days === undefined) progress.due.delete(puzzle);
    else progress.due.set(puzzle, { day: shifted(today, days), step });
  }
}

/** What follows from a log. */
export function reckon(log: readonly Entry[]): Progress {
  const progress = nothing();
  for (const entry of log) {
    if (entry.type === 'try') noteTry(progress, entry);
    else progress.best = Math.max(progress.best, entry.length);
  }
  return progress;
}

/** The puzzles that are to be repeated on a day, the longest due first. */
export const dueOn = (progress: Progress, day: string): string[] =>
  [...progress.due].filter(([, due]) => due.day <= day).sort(([, a], [, b]) => (a.day < b.day ? -1 : 1)).map(([id]) => id);

// ---- as a file ----------------------------------------------------------------

const FORMAT = 'tabiya-puzzles-1';

export const writeLog = (log: readonly Entry[]): string => JSON.stringify({ format: FORMAT, log });

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof Try | keyof Run, unknown>>;
  if (typeof entry.at !== 'number' || !Number.isFinite(entry.at)) return false;
  if (entry.type === 'run') return Number.isInteger(entry.length);
  return (
    entry.type === 'try' && typeof entry.puzzle === 'string' && typeof entry.solved === 'boolean' &&
    typeof entry.mode === 'string' && Number.isFinite(entry.rating) && Array.isArray(entry.skills) &&
    (entry.day === undefined || typeof entry.day === 'string')
  );
}

/** The log of a file; null if it is not such a file. */
export function readLog(text: string): Entry[] | null {
  try {
    const { format, log } = JSON.parse(text) as { format?: unknown; log?: unknown };
    return format === FORMAT && Array.isArray(log) && log.every(isEntry) ? log : null;
  } catch {
    return null;
  }
}

const keyOf = (entry: Entry): string => `${entry.at} ${entry.type === 'try' ? entry.puzzle : ''}`;

/** Two logs as one, in the order of time; what both have is there once. */
export function merged(one: readonly Entry[], other: readonly Entry[]): Entry[] {
  const all = new Map([...one, ...other].map((entry) => [keyOf(entry), entry]));
  return [...all.values()].sort((a, b) => a.at - b.at);
}
