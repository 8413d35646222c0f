// A puzzle as it is shipped (static/puzzles/puzzles.jsonl, docs/puzzles.md), and how the file is read: a line that is no
// puzzle is left out and told to the console. Whether the moves are legal is asked of the rules when it is solved.
import { type Color, otherColor } from '../protocol';
import { sideToMove } from '../table/placement';

export interface Puzzle {
  id: string;
  /** The position before the last move of the other side. */
  fen: string;
  /** UCI: the last move of the other side, then solver and other side in turn; the solver makes the last one. */
  moves: readonly string[];
  rating: number;
  /** Keys of themes.ts; others are kept and not shown. */
  themes: readonly string[];
  /** The game that it comes from, of those that are shipped. */
  game?: string;
  /** How many half-moves of the game were played before `moves[0]`. */
  ply?: number;
  /** Where its game is to be seen, for one that the host has imported. */
  url?: string;
}

const UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/;
const PLACEMENT = /^([1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+ [wb] /;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Why a value is no puzzle, in words for the console; null if it is one. */
function faultOf(value: Partial<Record<keyof Puzzle, unknown>>): string | null {
  const { id, fen, moves, rating, themes, game, ply, url } = value;
  if (!isText(id)) return 'no id';
  if (!isText(fen) || !PLACEMENT.test(fen)) return 'no position';
  if (!areTexts(moves) || !moves.every((move) => UCI.test(move))) return 'no moves';
  if (moves.length < 2 || moves.length % 2 !== 0) return 'not a last move and answers to it';
  if (typeof rating !== 'number' || !Number.isFinite(rating)) return 'no rating';
  if (!areTexts(themes)) return 'no themes';
  if (game !== undefined && !isText(game)) return 'no game';
  if (ply !== undefined && !Number.isInteger(ply)) return 'no half-move';
  return url === undefined || isText(url) ? null : 'no address';
}

/** Throws an Error that says what is missing. */
export function readPuzzle(value: unknown): Puzzle {
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  const fault = faultOf(value);
  if (fault !== null) throw new Error(fault);
  return value as Puzzle;
}

/** The puzzles of a file with one in each line, the first of those with one id. */
export function readPuzzles(text: string): Puzzle[] {
  const found = new Map<string, Puzzle>();
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    try {
      const puzzle = readPuzzle(JSON.parse(line));
      if (found.has(puzzle.id)) throw new Error('an id for the second time');
      found.set(puzzle.id, puzzle);
    } catch (error) {
      console.warn(`puzzles: line ${index + 1} is left out:`, error instanceof Error ? error.message : error);
    }
  });
  return [...found.values()];
}

/** Who solves it: the side that answers the first move. */
export const solverOf = (puzzle: Pick<Puzzle, 'fen'>): Color => otherColor(sideToMove(puzzle.fen));

/** A FEN in an address. */
export const fenInAddress = (fen: string): string => fen.replaceAll(' ', '_');
