// The set that ships, with the real rules: every line is a puzzle that can be solved, mates are mates, and each lies in its
// game where it says.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Rules } from '../rules';
import { realRules } from '../rules-for-tests';
import { fileOf, openGames } from './games';
import { readPuzzles, type Puzzle } from './puzzle';

const FOLDER = 'static';
/** A slow machine may take longer for all of them than one test is given usually. */
const PATIENCE_MS = 60_000;

const read = (path: string): string => new TextDecoder().decode(readFileSync(`${FOLDER}${path}`));

let rules: Rules;
let puzzles: Puzzle[];
const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);

beforeAll(async () => {
  rules = await realRules();
  puzzles = readPuzzles(read('/puzzles/puzzles.jsonl'));
});

describe('every shipped puzzle', () => {
  test('is read, and they come in the order of their ratings', () => {
    expect(puzzles.length).toBeGreaterThan(100);
    expect(warned).not.toHaveBeenCalled();
    const ratings = puzzles.map(({ rating }) => rating);
    expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
  });

  test('is a line of legal moves, and one that is called a mate ends in it, in so many moves', () => {
    for (const { id, fen, moves, themes } of puzzles) {
      const line = new rules.Line(fen, false);
      let last = '';
      for (const uci of moves) {
        last = line.san(uci);
        line.play(uci);
      }
      const called = themes.find((theme) => /^mateIn\d$/.test(theme));
      expect(last.endsWith('#'), `${id}: ${called ?? 'no mate'}, ${last}`).toBe(called !== undefined);
      if (called && called !== 'mateIn5') expect(moves.length / 2, id).toBe(Number(called.slice(-1)));
      line.free?.();
    }
  }, PATIENCE_MS);

  test('lies in its game where it says', async () => {
    const games = openGames(((path: string) => Promise.resolve(new Response(read(path)))) as typeof fetch);
    for (const { id, fen, game, ply = 0, moves } of puzzles) {
      const source = await games.get(game ?? '');
      expect(source, `${id}: ${game} in ${fileOf(game ?? '')}`).not.toBeNull();
      const line = new rules.Line(source?.tags.FEN ?? 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', false);
      for (const san of source?.sans.slice(0, ply) ?? []) line.play(line.read(san).uci ?? '');
      expect(line.fen(line.ply()), id).toBe(fen);
      expect(line.read(source?.sans[ply] ?? '').uci, id).toBe(moves[0]);
      line.free?.();
    }
  }, PATIENCE_MS);
});
