// Reading the file of puzzles: what is none is left out with a warning, and the rest is there.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FOOL, FORK } from './examples-for-tests';
import { fileOf, openGames, splitPgn } from './games';
import { importedCount, Library, loadLibrary, someImported } from './library';
import { readPuzzles, solverOf } from './puzzle';

const line = (value: unknown): string => JSON.stringify(value);
let warnings: unknown[][];

beforeEach(() => {
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((...said: unknown[]) => void warnings.push(said));
});
afterEach(() => vi.restoreAllMocks());

describe('a file of puzzles', () => {
  test('is read line by line', () => {
    expect(readPuzzles(`${line(FOOL)}\n\n${line(FORK)}\r\n`)).toEqual([FOOL, FORK]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['no JSON', '{"id":'],
    ['no object', '7'],
    ['nothing', 'null'],
    ['no id', line({ ...FORK, id: '' })],
    ['no position', line({ ...FORK, fen: 'somewhere' })],
    ['moves that are none', line({ ...FORK, moves: ['Nc7', 'Kd7'] })],
    ['an answer without end', line({ ...FORK, moves: FORK.moves.slice(0, 3) })],
    ['a rating in words', line({ ...FORK, rating: 'hard' })],
    ['themes that are none', line({ ...FORK, themes: [1] })],
    ['a game that is none', line({ ...FORK, game: 7 })],
    ['half a half-move', line({ ...FORK, ply: 0.5 })],
    ['the same again', line(FOOL)],
  ])('loses a line with %s, and says so', (_, faulty) => {
    expect(readPuzzles(`${line(FOOL)}\n${faulty}\n${line({ ...FORK, id: 'last' })}`).map(({ id }) => id)).toEqual(['fool1', 'last']);
    expect(warnings).toHaveLength(1);
    expect(String(warnings[0]?.[0])).toContain('line 2');
  });

  test('is solved by whoever answers its first move', () => {
    expect([solverOf(FOOL), solverOf(FORK)]).toEqual(['black', 'white']);
  });
});

describe('the library', () => {
  const library = new Library([FOOL, FORK]);

  test('knows its puzzles by id, theme and rating', () => {
    expect(library.get('fork1')).toBe(FORK);
    expect(library.get('none')).toBeNull();
    expect(library.select('fork')).toEqual([FORK]);
    expect(library.select(null, { from: 0, to: 700 })).toEqual([FOOL]);
    expect(library.counts().get('mateIn1')).toBe(1);
    expect(library.counts({ from: 900, to: 1200 }).has('mateIn1')).toBe(false);
  });

  const answering = (status: number, text: string) => (() => Promise.resolve(new Response(text, { status }))) as typeof fetch;

  test('is none where the file is not there, or nothing is in it', async () => {
    expect((await loadLibrary(answering(200, line(FOOL))))?.puzzles).toEqual([FOOL]);
    expect(await loadLibrary(answering(404, ''))).toBeNull();
    expect(await loadLibrary(answering(200, ''))).toBeNull();
    expect(await loadLibrary(() => Promise.reject(new Error('offline')))).toBeNull();
  });

  test('finds one of the host by its name, and asks only where the host has any', async () => {
    const { game: _, ...rest } = FORK;
    const theirs = { ...rest, id: 'theirs', url: 'https://example.org/theirs' };
    const asked: string[] = [];
    const host = ((address: string) => {
      asked.push(address);
      return Promise.resolve(new Response(address.endsWith('/theirs') ? JSON.stringify(theirs) : '{}', { status: address.endsWith('/theirs') ? 200 : 404 }));
    }) as typeof fetch;
    const library = new Library([FOOL], 3);
    expect(await library.find(FOOL.id, host)).toEqual(FOOL);
    expect(await library.find('theirs', host)).toEqual(theirs);
    expect(library.get('theirs')).toEqual(theirs);
    expect(library.select(null)).toEqual([FOOL]);
    expect(await library.find('no/body', host)).toBeNull();
    expect(asked).toEqual(['/api/puzzles/theirs', '/api/puzzles/no%2Fbody']);
    expect(await new Library([FOOL]).find('theirs', host)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  test('does without what the host has imported', async () => {
    const { game: _, ...rest } = FORK;
    const imported = { ...rest, url: 'https://example.org/one' };
    expect(await importedCount(answering(200, '{"count":12}'))).toBe(12);
    expect(await importedCount(answering(404, 'nothing'))).toBe(0);
    const range = { from: 900, to: 1100 };
    expect(await someImported('fork', range, 5, answering(200, line({ puzzles: [imported, 7] })))).toEqual([imported]);
    expect(warnings).toHaveLength(1);
    expect(await someImported('fork', range, 5, answering(200, '{}'))).toEqual([]);
    expect(await someImported('fork', range, 5, answering(500, ''))).toEqual([]);
  });
});

describe('the games of the puzzles', () => {
  const PGN = '[Event "Levels"]\n[Site "g0100"]\n[White "Pip"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
    + '[Event "Levels"]\n[Site "g0101"]\n[White "Wen"]\n[Result "1-0"]\n\n1. e4 {good} e5 1-0\n';

  test('lie a hundred in a file', () => {
    expect([fileOf('g0123'), fileOf('g0007'), fileOf('g12345'), fileOf('elsewhere')]).toEqual([
      '/puzzles/games/01.pgn', '/puzzles/games/00.pgn', '/puzzles/games/123.pgn', null,
    ]);
    expect(splitPgn(PGN)).toHaveLength(2);
  });

  test('are found by their name; each file is fetched once, and again after it failed', async () => {
    const asked: string[] = [];
    let up = false;
    const games = openGames(((path: string) => {
      asked.push(path);
      return Promise.resolve(up ? new Response(PGN) : new Response('', { status: 503 }));
    }) as typeof fetch);
    expect(await games.get('g0101')).toBeNull();
    up = true;
    expect((await games.get('g0101'))?.sans).toEqual(['e4', 'e5']);
    expect((await games.get('g0100'))?.tags.White).toBe('Pip');
    expect(await games.get('g0155')).toBeNull();
    expect(asked).toEqual(['/puzzles/games/01.pgn', '/puzzles/games/01.pgn']);
  });
});
