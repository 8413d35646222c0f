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
  readonly #byId: Map<string, Puzzle>;
  readonly games = openGames();

  constructor(
    readonly puzzles: readonly Puzzle[],
    /** How many the host has imported beside these. */
    readonly imported = 0,
  ) {
    this.#byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
  }

  get(id: string): Puzzle | null {
    return this.#byId.get(id) ?? null;
  }

  /** Some of the host's can be found by their names from now on; they are not among those that are chosen from. */
  borrow(puzzles: readonly Puzzle[]): void {
    for (const puzzle of puzzles) if (!this.#byId.has(puzzle.id)) this.#byId.set(puzzle.id, puzzle);
  }

  /** The puzzle of a name, of the host's if need be; null where there is none or the host cannot be asked. */
  async find(id: string, fetching: typeof fetch = fetch): Promise<Puzzle | null> {
    const known = this.get(id);
    if (known || this.imported === 0) return known;
    const found = await oneImported(id, fetching);
    if (found) this.borrow([found]);
    return found;
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

/** The shipped set, and what the host has beside it; null where the set cannot be had. */
export async function loadLibrary(fetching: typeof fetch = fetch): Promise<Library | null> {
  try {
    const [answer, imported] = await Promise.all([fetching(SHIPPED), importedCount(fetching)]);
    if (!answer.ok) return null;
    const puzzles = readPuzzles(await answer.text());
    return puzzles.length > 0 ? new Library(puzzles, imported) : null;
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

/** One by its name; null where there is none, or the host cannot be asked. */
async function oneImported(id: string, fetching: typeof fetch): Promise<Puzzle | null> {
  try {
    const answer = await fetching(`/api/puzzles/${encodeURIComponent(id)}`);
    return answer.ok ? (readable(await answer.json())[0] ?? null) : null;
  } catch {
    return null;
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
