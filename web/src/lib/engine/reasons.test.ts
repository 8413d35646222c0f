// Why a move is good, in the words of the catalogue: each form of each reason (testdata/engine/reasons.json, which a test
// of crates/wasm compares with the engine), and what the engine says of shipped puzzles whose best move is known.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { reasons } from '../messages/reasons.en';
import type { Hint, Reason } from './questions';
import { reasonSentence, reasonsTold } from './reasons';

interface EngineHandle {
  setGame(start: string, chess960: boolean, moves: string): void;
  hint(isStopped: () => boolean): string;
}

interface Package {
  initSync: (source: { module: BufferSource }) => unknown;
  EngineHandle: new (hashMib: number) => EngineHandle;
}

interface Puzzle {
  id: string;
  fen: string;
  moves: string[];
}

const packages = import.meta.glob('../wasm-engine/tabiya_wasm.js');

const reason = (code: string, params: Reason['params'] = {}): Reason => ({ code, params });
const knight = { role: 'knight', square: 'f3' } as const;
const queen = { role: 'queen', square: 'd8' } as const;
const king = { role: 'king', square: 'g8' } as const;
const rook = { role: 'rook', square: 'a8' } as const;

describe('each form of a reason has its words', () => {
  test.each([
    [reason('mates', { moves: 1 }), 'It is checkmate.'],
    [reason('mates', { moves: 3 }), 'It leads to checkmate in 3 moves.'],
    [reason('draws', { how: 'stalemate' }), 'It is a draw: the other side has no legal move.'],
    [reason('takes_free', { man: queen }), 'It takes the queen on d8, which nobody guards.'],
    [reason('forks', { by: knight, men: [king, queen, rook] }),
      'It attacks the king on g8, the queen on d8 and the rook on a8 at the same time: a fork.'],
    [reason('pins', { by: rook, man: knight, behind: king }), 'It pins the knight on f3: behind it stands the king.'],
    [reason('pins', { by: rook, man: knight, behind: queen }),
      'It pins the knight on f3: behind it stands the queen on d8.'],
    [reason('discovers', { by: rook, man: king }), 'It opens the line of the rook on a8: a discovered check.'],
    [reason('wins', { taken: ['rook', 'pawn', 'pawn'], given: ['knight'], moves: 2 }),
      'It wins a rook and two pawns for a knight with the next move.'],
    [reason('wins', { taken: ['pawn', 'pawn', 'pawn', 'pawn'], given: [], moves: 3 }), 'It wins 4 pawns within 3 moves.'],
    [reason('trades', { man: knight, with: 'knight', ahead: true }), 'It trades knights: whoever has more men likes to trade.'],
    [reason('trades', { man: knight, with: 'bishop', ahead: false }), 'It trades a bishop for the knight on f3.'],
    [reason('threatens', { man: rook, how: 'trapped' }), 'It attacks the rook on a8, which has nowhere safe to go.'],
    [reason('threatens', { man: rook, how: 'attacked' }), 'It attacks the rook on a8.'],
    [reason('develops', { man: knight }), 'It brings the knight into the game.'],
    [reason('improves', { man: knight, before: 2, after: 7 }), 'It gives the knight more to do: it reaches 7 squares now, not 2.'],
    [reason('pushes', { man: { role: 'pawn', square: 'a7' }, steps: 1 }), 'The passed pawn is one step away from promotion.'],
  ])('%o', (told, sentence) => expect(reasonSentence(told)).toBe(sentence));

  const forms = JSON.parse(new TextDecoder().decode(readFileSync('../testdata/engine/reasons.json'))) as (Reason & { sentence: string })[];

  test.each(forms)('as the engine itself says it: $sentence', ({ sentence, ...told }) => {
    expect(reasonSentence(told)).toBe(sentence);
  });

  test('and no words are left over', () => {
    const unsaid = new Set(Object.keys(reasons));
    for (const { code, params } of forms) {
      const ends = ['', ...Object.values(params).map((value) => `.${String(value)}`), '.king', '.same', '.ahead', '.same_ahead'];
      for (const end of ends) unsaid.delete(code + end);
    }
    expect([...unsaid]).toEqual(['man', 'and', 'list', 'one', 'many.2', 'many.3', 'many', 'the', 'wins.for']);
  });

  test('of what the catalogue does not know, or cannot fill, nothing is said, and the next reason is', () => {
    const [unknown, empty] = [reason('new_idea', { man: knight }), reason('forks')];
    expect([unknown, empty].map(reasonSentence)).toEqual(['', '']);
    const known = [reason('checks'), reason('double_check'), reason('only_move')];
    expect(reasonsTold([unknown, empty, ...known])).toBe('It gives check. It gives check twice at once: the king must move.');
  });
});

describe('what the engine says of moves that are known to be best', () => {
  let engine: EngineHandle;
  let puzzles: Map<string, Puzzle>;

  beforeAll(async () => {
    const load = Object.values(packages)[0];
    if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
    const loaded = (await load()) as Package;
    loaded.initSync({ module: readFileSync('src/lib/wasm-engine/tabiya_wasm_bg.wasm') });
    engine = new loaded.EngineHandle(4);
    const text = new TextDecoder().decode(readFileSync('static/puzzles/puzzles.jsonl'));
    const lines = text.trim().split('\n');
    puzzles = new Map(lines.map((line) => JSON.parse(line) as Puzzle).map((puzzle) => [puzzle.id, puzzle]));
  });

  test.each([
    ['tdirb', /at the same time: a fork\./],
    ['6bxwf', /^It attacks the king on d2 and the queen on d4 at the same time: a fork\. It wins a queen for a knight/],
    ['897cp', /: a skewer\. It wins a /],
    ['tqwni', /: a skewer\. It wins a rook/],
    ['6ntec', /: a discovered (check|attack)\./],
    ['2695w', /^The pawn becomes a queen\./],
    ['8gd3c', /The pawn on f2 promotes with the next move\./],
    ['qpp3h', /^It takes the .*, which nobody guards\./],
    ['ddufw', /^It leads to checkmate in 2 moves\.$/],
    ['9f9b7', /^It pins the /],
    ['hhmy5', /^It attacks the queen on c4, which has nowhere safe to go\. It wins a /],
  ])('%s', (id, words) => {
    const puzzle = puzzles.get(id);
    if (!puzzle) throw new Error('not shipped any more');
    const [mistake = '', best] = puzzle.moves;
    engine.setGame(puzzle.fen, false, mistake);
    const hint = JSON.parse(engine.hint(() => false)) as Hint;
    expect(hint.uci).toBe(best);
    expect(reasonsTold(hint.why)).toMatch(words);
    expect(hint.why.map(reasonSentence)).not.toContain('');
  }, 60_000);
});
