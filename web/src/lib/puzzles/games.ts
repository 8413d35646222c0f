// The games from which the shipped puzzles come (static/puzzles/games), a hundred in a file.
import { readPgn } from '../computer/pgn';

export interface SourceGame {
  id: string;
  tags: Readonly<Record<string, string>>;
  /** As they are written, the first half-move first. */
  sans: readonly string[];
  pgn: string;
}

export interface Games {
  /** The game; null where it cannot be had. */
  get(id: string): Promise<SourceGame | null>;
}

const IN_A_FILE = 100;

/** The file in which a game lies; null if this is no name of one. */
export function fileOf(id: string): string | null {
  const digits = /^g(\d+)$/.exec(id)?.[1];
  if (digits === undefined) return null;
  return `/puzzles/games/${String(Math.floor(Number(digits) / IN_A_FILE)).padStart(2, '0')}.pgn`;
}

/** The games of a file, each with its tags. */
export const splitPgn = (text: string): string[] =>
  text.split(/\n\s*\n(?=\[)/).map((game) => game.trim()).filter((game) => game.startsWith('['));

function find(text: string, id: string): SourceGame | null {
  const pgn = splitPgn(text).find((game) => game.includes(`[Site "${id}"]`));
  if (pgn === undefined) return null;
  const { tags, moves } = readPgn(pgn);
  return { id, tags, sans: moves, pgn };
}

export function openGames(fetching: typeof fetch = (...asked) => fetch(...asked)): Games {
  const files = new Map<string, Promise<string | null>>();
  const read = (path: string): Promise<string | null> => {
    const reading = files.get(path) ?? fetching(path).then((answer) => (answer.ok ? answer.text() : null), () => null);
    files.set(path, reading);
    // What could not be had is asked for again.
    void reading.then((text) => text === null && files.delete(path));
    return reading;
  };
  return {
    async get(id) {
      const path = fileOf(id);
      const text = path === null ? null : await read(path);
      return text === null ? null : find(text, id);
    },
  };
}
