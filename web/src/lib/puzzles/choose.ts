// Which puzzle comes next: near the solver's strength, not seen before, on other themes than the last ones, on weak themes
// a little more often. docs/puzzles.md says it in words.
import { byWeight } from './chance';
import type { Progress } from './progress';
import type { Puzzle } from './puzzle';
import { skillsOf } from './themes';

/** A solver learns most from what is usually, but not always, solved. */
const EASIER_BY = 40;
/** How far around its aim the choice spreads, however certain or uncertain the strength is. */
const SPREAD = { least: 70, most: 200 };
/** A theme that came up just now is to wait. */
const RECENT = 3;
const RECENT_FACTOR = 0.35;
/** Tries that a theme is thought to have before there are any: one miss does not make it weak. */
const PRIOR = 4;
const WEAK_FACTOR = { slope: 1.6, least: 0.7, most: 1.8 };

export interface Aim {
  rating: number;
  deviation: number;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** 1 at the aim, half of it one spread away, and never nothing: where all near ones are known, the next nearest come. */
function nearness(rating: number, aim: Aim): number {
  const spread = clamp(aim.deviation * 0.8, SPREAD.least, SPREAD.most);
  const distance = (rating - (aim.rating - EASIER_BY)) / spread;
  return 1 / (1 + distance ** 4);
}

/** More than 1 for skills that go worse than the others. */
export function weakness(skills: readonly string[], progress: Progress): number {
  if (skills.length === 0 || progress.tried === 0) return 1;
  const usual = progress.solved / progress.tried;
  const factors = skills.map((skill) => {
    const { tried, solved } = progress.skills.get(skill) ?? { tried: 0, solved: 0 };
    const share = (solved + PRIOR * usual) / (tried + PRIOR);
    return clamp(1 + (usual - share) * WEAK_FACTOR.slope, WEAK_FACTOR.least, WEAK_FACTOR.most);
  });
  return Math.max(...factors);
}

/** Those not met before; if all were, the fifth of them that was met longest ago. */
export function fresh(puzzles: readonly Puzzle[], progress: Progress): readonly Puzzle[] {
  const unknown = puzzles.filter(({ id }) => !progress.known.has(id));
  if (unknown.length > 0) return unknown;
  const metAt = ({ id }: Puzzle): number => progress.known.get(id)?.at ?? 0;
  return [...puzzles].sort((a, b) => metAt(a) - metAt(b)).slice(0, Math.ceil(puzzles.length / 5));
}

export interface Circumstances {
  progress: Progress;
  aim: Aim;
  /** The last puzzles of this sitting, the newest last. */
  recent: readonly Puzzle[];
  random: () => number;
}

/** The next puzzle; null where there is none. */
export function nextOf(puzzles: readonly Puzzle[], { progress, aim, recent, random }: Circumstances): Puzzle | null {
  const last = recent.at(-1)?.id;
  const candidates = fresh(puzzles.length > 1 ? puzzles.filter(({ id }) => id !== last) : puzzles, progress);
  const tired = new Set(recent.slice(-RECENT).flatMap(skillsOf));
  return byWeight(
    candidates,
    (puzzle) => {
      const skills = skillsOf(puzzle);
      const again = skills.some((skill) => tired.has(skill)) ? RECENT_FACTOR : 1;
      return nearness(puzzle.rating, aim) * weakness(skills, progress) * again;
    },
    random,
  );
}

// ---- streak -------------------------------------------------------------------

const STREAK = { first: 600, step: 40, hardest: 2_400 };
const STREAK_WIDTH = 6;

/** How hard the puzzle after so many solved ones is to be. */
export const streakRating = (solved: number): number => Math.min(STREAK.hardest, STREAK.first + solved * STREAK.step);

/** One of the nearest to that rating that this streak has not had, unknown ones first. */
export function nextOfStreak(
  puzzles: readonly Puzzle[], solved: number, had: ReadonlySet<string>, progress: Progress, random: () => number,
): Puzzle | null {
  const left = puzzles.filter(({ id }) => !had.has(id));
  const unknown = left.filter(({ id }) => !progress.known.has(id));
  const aim = streakRating(solved);
  const near = (from: readonly Puzzle[]): Puzzle[] =>
    [...from].sort((a, b) => Math.abs(a.rating - aim) - Math.abs(b.rating - aim)).slice(0, STREAK_WIDTH);
  // What is unknown but far off would be no ladder.
  const close = near(unknown).filter(({ rating }) => Math.abs(rating - aim) <= 4 * STREAK.step);
  return byWeight(close.length > 0 ? close : near(left), () => 1, random);
}
