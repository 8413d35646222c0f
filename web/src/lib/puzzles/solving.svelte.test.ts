// One puzzle on the board, with the real rules and without an engine: what is right, what a wrong move brings, hints, the
// solution, and moves that are none.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hint, Played } from '../engine/questions';
import type { Rules } from '../rules';
import { realRules } from '../rules-for-tests';
import { FOOL, FORK, PAWN } from './examples-for-tests';
import type { Puzzle } from './puzzle';
import { Solving, type World } from './solving.svelte';
import { afterwards } from './standing';

vi.mock('../sound', () => ({ play: () => undefined }));

let rules: Rules;
let answer: (game: Played) => Promise<Hint | null>;
let told: boolean[];
let over: string[];

const world: World = { mind: () => Promise.resolve({ hint: (game) => answer(game) }), wait: () => Promise.resolve() };

beforeAll(async () => void (rules = await realRules()));
beforeEach(() => {
  answer = () => Promise.reject(new Error('nobody is asked'));
  told = [];
  over = [];
});

async function put(puzzle: Puzzle): Promise<Solving> {
  const solving = new Solving(puzzle, rules, world, {
    onresult: (solved) => told.push(solved),
    onover: (result) => over.push(result),
  });
  await solving.begin();
  return solving;
}

const TAKES = { code: 'takes_free', params: { man: { role: 'knight', square: 'b4' } } } as const;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
};

const replyWith = (uci: string, cp: number): void => {
  answer = () => Promise.resolve({ uci, why: [TAKES], line: { score: { cp }, moves: [uci] } });
};

describe('a puzzle', () => {
  test('begins with the last move of the other side', async () => {
    const solving = new Solving(FORK, rules, world);
    expect([solving.stage, solving.movable, solving.color, solving.ply]).toEqual(['opening', null, 'white', 0]);
    solving.attempt('d5', 'c7');
    expect(solving.ply).toBe(0);
    await solving.begin();
    expect([solving.stage, solving.movable, solving.lastMove]).toEqual(['yours', 'white', { from: 'd6', to: 'f4' }]);
    expect(solving.scene.dests?.get('d5')).toContain('c7');
  });

  test('is solved by its moves, with the answers of the other side', async () => {
    const solving = await put(FORK);
    solving.attempt('d5', 'c7');
    expect([solving.praised, solving.left, solving.stage]).toEqual([true, 1, 'theirs']);
    await settle();
    expect([solving.stage, solving.listing.map(({ san }) => san)]).toEqual(['yours', ['Bf4', 'Nc7+', 'Kd7']]);
    expect(told).toEqual([]);
    solving.attempt('c7', 'a8');
    expect([solving.stage, solving.result, solving.goesOn]).toEqual(['over', 'solved', true]);
    expect([told, over]).toEqual([[true], ['solved']]);
    expect(solving.finalFen.split(' ').slice(0, 2)).toEqual(['N7/pp1k1p2/8/8/5b2/8/PP3PPP/6K1', 'b']);
  });

  test('is solved by any mate at its last move', async () => {
    const solving = await put(PAWN);
    solving.attempt('c7', 'd8');
    expect(solving.promotion).toEqual({ from: 'c7', to: 'd8' });
    expect(solving.movable).toBeNull();
    solving.choosePromotion('rook');
    expect([solving.result, solving.listing.at(-1)?.san, solving.goesOn]).toEqual(['solved', 'cxd8=R#', false]);
  });

  test('goes on where no man was chosen for a pawn', async () => {
    const solving = await put(PAWN);
    solving.attempt('c7', 'd8');
    solving.choosePromotion(null);
    expect([solving.stage, solving.promotion, solving.movable]).toEqual(['yours', null, 'white']);
    expect(told).toEqual([]);
  });

  test('is read when it is typed; "cxd8" alone asks for the man', async () => {
    const solving = await put(PAWN);
    expect(solving.type('cxd8')).toBe(true);
    expect(solving.promotion).toEqual({ from: 'c7', to: 'd8' });
    solving.choosePromotion(null);
    expect(solving.type('Qh5')).toBe(false);
    expect(solving.refusal?.sentence).toMatch(/queen/);
    expect(solving.type('cxd8=Q')).toBe(true);
    expect(solving.result).toBe('solved');
    expect(solving.type('Kf1')).toBe(false);
  });

  test('whose moves are none is not put on the board', () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => new Solving({ ...FORK, moves: ['d6f4', 'd5d7'] }, rules, world)).toThrow();
    expect(() => new Solving({ ...FORK, fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, rules, world)).toThrow();
    told.mockRestore();
  });
});

describe('what is no move', () => {
  test('is refused with its reason, and costs nothing', async () => {
    const solving = await put(FORK);
    solving.attempt('d5', 'd6');
    expect(solving.refusal?.sentence).toMatch(/knight on d5 cannot reach d6/);
    expect([solving.stage, told]).toEqual(['yours', []]);
    solving.attempt('d5', 'c7');
    expect(solving.refusal).toBeNull();
  });
});

describe('a wrong move', () => {
  test('is answered, explained and taken back; then one may try again', async () => {
    replyWith('f4c1', 420);
    const solving = await put(FORK);
    solving.attempt('d5', 'b4');
    expect([solving.stage, told, solving.wrong?.looking]).toEqual(['wrong', [false], true]);
    await settle();
    expect(solving.wrong).toMatchObject({ san: 'Nb4', reply: 'Bc1', looking: false });
    expect(solving.wrong?.sentence).toBe('Nb4 is answered by Bc1. It takes the knight on b4, which nobody guards. Then Black is winning.');
    expect(solving.listing.map(({ san }) => san)).toEqual(['Bf4', 'Nb4', 'Bc1']);
    expect(solving.arrows).toEqual([{ from: 'f4', to: 'c1', kind: 'played' }]);
    expect([...solving.remarks.keys()]).toEqual([2]);
    expect(solving.movable).toBeNull();
    solving.takeBack();
    expect([solving.stage, solving.ply, solving.arrows, solving.remarks.size]).toEqual(['yours', 1, [], 0]);
    // What was said stays until the next move.
    expect(solving.wrong?.sentence).toContain('Nb4');
    solving.attempt('d5', 'c7');
    expect(solving.wrong).toBeNull();
    await settle();
    solving.attempt('c7', 'a8');
    expect([solving.result, told, over]).toEqual(['found', [false], ['found']]);
  });

  test('later in the puzzle goes back to where it was made', async () => {
    replyWith('d7c6', 300);
    const solving = await put(FORK);
    solving.attempt('d5', 'c7');
    await settle();
    solving.attempt('c7', 'b5');
    await settle();
    solving.takeBack();
    expect(solving.listing.map(({ san }) => san)).toEqual(['Bf4', 'Nc7+', 'Kd7']);
    expect(solving.stage).toBe('yours');
  });

  test('is asked about with all moves before it', async () => {
    let asked: Played | null = null;
    answer = (game) => {
      asked = game;
      return Promise.resolve(null);
    };
    const solving = await put(FORK);
    solving.attempt('d5', 'b4');
    await settle();
    expect(asked).toEqual({ start: FORK.fen, moves: ['d6f4', 'd5b4'] });
  });

  test('can be tried again where the engine cannot be had', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const solving = await put(FORK);
    solving.attempt('d5', 'b4');
    await settle();
    expect(solving.wrong).toMatchObject({ reply: null, looking: false });
    expect(solving.wrong?.sentence).toBe('Nb4 is not the move that was looked for.');
    solving.takeBack();
    expect(solving.stage).toBe('yours');
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  test('that is stalemate is called a draw, and nobody is asked', async () => {
    const solving = await put({
      ...FORK, fen: '7k/8/8/8/8/8/6Q1/K7 b - - 0 1', moves: ['h8h7', 'g2g3', 'h7h8', 'g3g4'],
    });
    solving.attempt('g2', 'g3');
    await settle();
    expect(solving.stage).toBe('yours');
    solving.attempt('g3', 'g6');
    await settle();
    expect(solving.wrong?.sentence).toBe('Qg6 ends the game in a draw: there is no legal answer to it.');
  });

  test('is not answered any more after it was taken back', async () => {
    let tell: (hint: Hint | null) => void = () => undefined;
    answer = () => new Promise((resolve) => (tell = resolve));
    const solving = await put(FORK);
    solving.attempt('d5', 'b4');
    await settle();
    solving.takeBack();
    solving.attempt('d5', 'c7');
    await settle();
    tell({ uci: 'f4c1', why: [], line: { score: { cp: 0 }, moves: [] } });
    await settle();
    expect(solving.listing.map(({ san }) => san)).toEqual(['Bf4', 'Nc7+', 'Kd7']);
    expect(solving.wrong).toBeNull();
  });

  test('says how it stands then from the solver’s side', () => {
    expect(afterwards({ cp: 900 }, 'white')).toBe('Then Black is winning.');
    expect(afterwards({ cp: 150 }, 'white')).toBe('Then Black is better.');
    expect(afterwards({ cp: 60 }, 'white')).toBe('Then Black is a little better.');
    expect(afterwards({ cp: -20 }, 'black')).toBe('Then the game is about level.');
    expect(afterwards({ cp: -60 }, 'black')).toBe('Black is a little better, but there was something better still.');
    expect(afterwards({ cp: -500 }, 'black')).toBe('Black is still winning, but there was something stronger.');
    expect(afterwards({ mate: 2 }, 'white')).toBe('');
    expect(afterwards({ mate: -4 }, 'white')).toBe('White still mates in 4, but there was something better.');
  });
});

describe('help', () => {
  test('comes in steps: the man, then its square; and then it was not found without', async () => {
    const solving = await put(FORK);
    solving.hint();
    expect([solving.hinted, solving.hintSentence, told]).toEqual([['d5'], 'Look at the knight on d5.', [false]]);
    solving.hint();
    expect([solving.hinted, solving.hintSentence]).toEqual([['d5', 'c7'], 'The knight on d5 goes to c7.']);
    solving.hint();
    solving.attempt('d5', 'c7');
    await settle();
    expect(solving.hinted).toEqual([]);
    solving.attempt('c7', 'a8');
    expect([solving.result, told]).toEqual(['found', [false]]);
  });

  test('the solution is played, and can be looked through', async () => {
    const solving = await put(FORK);
    await solving.showSolution();
    expect([solving.stage, solving.result, told, over]).toEqual(['over', 'shown', [false], ['shown']]);
    expect(solving.ucis).toEqual(FORK.moves);
    solving.goTo(0);
    expect([solving.ply, solving.live, solving.scene.fen]).toEqual([0, false, FORK.fen]);
    solving.step(2);
    expect(solving.lastMove).toEqual({ from: 'd5', to: 'c7' });
    solving.goLive();
    expect(solving.ply).toBe(4);
  });

  test('the solution comes after a wrong move, too', async () => {
    replyWith('f4c1', 100);
    const solving = await put(FORK);
    solving.attempt('d5', 'b4');
    await settle();
    await solving.showSolution();
    expect(solving.ucis).toEqual(FORK.moves);
    expect(told).toEqual([false]);
  });

  test('while the past is looked at, nothing can be moved', async () => {
    const solving = await put(FORK);
    solving.goTo(0);
    expect([solving.movable, solving.scene.dests]).toEqual([null, null]);
    solving.attempt('d5', 'c7');
    expect(solving.ply).toBe(0);
    solving.goLive();
    expect(solving.movable).toBe('white');
  });

  test('a page that is left plays nothing any more', async () => {
    const solving = new Solving(FOOL, rules, world);
    const beginning = solving.begin();
    solving.close();
    await beginning;
    expect([solving.stage, solving.played]).toEqual(['opening', 0]);
  });
});
