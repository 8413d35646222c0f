// The puzzles that there are: the shipped set, which is kept on the device, and those that the host has imported, if any.
import { openGames } from './games';
import { readPuzzle, readPuzzles, type Puzzle } from './puzzle';
import { isTheme, type Theme } from './themes';

export interface Range {
  from: number;
  to: number;
}

export const EVERY: Range = { from: 0, to: 4_000 };

const within = ({ from, to }: Range) => ({ rating }: Puzzle): boolean => rating >= from && rating <= to;

export class Library {
  readonly #byId: ReadonlyMap<string, Puzzle>;
  readonly games = openGames();

  constructor(readonly puzzles: readonly Puzzle[]) {
    this.#byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  }

  get(id: string): Puzzle | null {
    return this.#byId.get(id) ?? null;
  }

  /** Those of a theme, or all, with a rating in the range. */
  select(theme: Theme | null, range: Range = EVERY): Puzzle[] {
    const inside = this.puzzles.filter(within(range));
    return theme === null ? inside : inside.filter(({ themes }) => themes.includes(theme));
  }

  /** How many there are of each theme that there is any of. */
  counts(range: Range = EVERY): Map<Theme, number> {
    const counts = new Map<Theme, number>();
    for (const { themes } of this.select(null, range)) {
      for (const theme of themes) if (isTheme(theme)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
    }
    return counts;
  }
}

const SHIPPED = '/puzzles/puzzles.jsonl';

/** The shipped set; null where it cannot be had. */
export async function loadLibrary(fetching: typeof fetch = fetch): Promise<Library | null> {
  try {
    const answer = await fetching(SHIPPED);
    if (!answer.ok) return null;
    const puzzles = readPuzzles(await answer.text());
    return puzzles.length > 0 ? new Library(puzzles) : null;
  } catch {
    return null;
  }
}

// ---- what the host has imported -------------------------------------------------

/** How many there are; 0 where the host has none or cannot be asked. */
export async function importedCount(fetching: typeof fetch = fetch): Promise<number> {
  try {
    const answer = await fetching('/api/puzzles/about');
    if (!answer.ok) return 0;
    const { count } = (await answer.json()) as { count?: unknown };
    return typeof count === 'number' && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

/** Some of them; none where they cannot be had, or are none. */
export async function someImported(
  theme: Theme | null, { from, to }: Range, count: number, fetching: typeof fetch = fetch,
): Promise<Puzzle[]> {
  const query = new URLSearchParams({ from: String(Math.round(from)), to: String(Math.round(to)), count: String(count) });
  if (theme) query.set('theme', theme);
  try {
    const answer = await fetching(`/api/puzzles?${query}`);
    if (!answer.ok) return [];
    const { puzzles } = (await answer.json()) as { puzzles?: unknown };
    return Array.isArray(puzzles) ? puzzles.flatMap(readable) : [];
  } catch {
    return [];
  }
}

function readable(value: unknown): Puzzle[] {
  try {
    return [readPuzzle(value)];
  } catch (error) {
    console.warn('puzzles: one of the host is left out:', error instanceof Error ? error.message : error);
    return [];
  }
}
