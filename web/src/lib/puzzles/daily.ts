// The puzzle of a day: the same for everybody on one date of UTC, from the date and the shipped set alone. Each puzzle
// draws a lot for each day and the highest wins, so that a set that grows leaves nearly all other days as they were.
import { hash } from './chance';
import type { Puzzle } from './puzzle';

/** The first day that has a puzzle. */
export const FIRST_DAY = '2026-11-01';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Easy on Monday, hard on Sunday: the ratings of a weekday, Sunday first as Date has them. */
const RATINGS: readonly (readonly [number, number])[] = [
  [1800, 2300], [700, 1200], [900, 1400], [1100, 1500], [1200, 1700], [1400, 1800], [1500, 2000],
];

/** "2026-12-24" of a moment, in UTC. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is a date that exists. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

/** The day so many days later. */
export const shifted = (day: string, by: number): string => dayOf(Date.parse(day) + by * DAY_MS);

/** The days of a month, "2026-12": first to last. */
export function daysOfMonth(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = shifted(day, 1)) days.push(day);
  return days;
}

function fitting(puzzles: readonly Puzzle[], day: string): readonly Puzzle[] {
  const [from, to] = RATINGS[new Date(Date.parse(day)).getUTCDay()] ?? [0, Infinity];
  const found = puzzles.filter(({ rating }) => rating >= from && rating <= to);
  return found.length > 0 ? found : puzzles;
}

function drawn(puzzles: readonly Puzzle[], day: string, taken: ReadonlySet<string>): Puzzle | null {
  let best: Puzzle | null = null;
  let highest = -1;
  for (const puzzle of fitting(puzzles, day)) {
    const lot = taken.has(puzzle.id) ? -1 : hash(`${day} ${puzzle.id}`);
    if (lot > highest) [best, highest] = [puzzle, lot];
  }
  return best;
}

/** The puzzle of a day; null where there are none. No puzzle comes twice in one month while there are enough. */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: string): Puzzle | null {
  const taken = new Set<string>();
  for (const earlier of daysOfMonth(day.slice(0, 7))) {
    const puzzle = drawn(puzzles, earlier, taken) ?? drawn(puzzles, earlier, new Set());
    if (earlier === day || !puzzle) return puzzle;
    taken.add(puzzle.id);
  }
  return null;
}
