// Mini-games come to an end and tell their own result: won, lost and drawn, by the Laws and by the goal of the game.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Rules } from '$lib/rules';
import { realRules } from '../../rules-for-tests';
import { loadAll } from '..';
import type { GameGoal, PlayGame } from '../types';
import { chance } from './chance';
import { randomOpponent, type Opponent } from './opponent';
import { PlayRun } from './play.svelte';
import { SquaresRun } from './squares.svelte';
import { TourRun } from './tour.svelte';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

const atOnce = (): Promise<void> => Promise.resolve();
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};

const scripted = (...answers: string[]): Opponent => ({
  poor: false, close: () => undefined, hint: () => Promise.resolve({ uci: 'a1a8', why: [{ code: 'mates', params: { moves: 1 } }] }), answer: () => Promise.resolve(answers.shift() ?? ''),
});

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const game = (fen: string, goal: GameGoal, rest: Partial<PlayGame> = {}): PlayGame =>
  ({ kind: 'play', title: 'A game', ask: 'Play it.', fen, you: 'white', level: 'pip', goal, ...rest });

async function play(run: PlayRun, ...moves: string[]): Promise<PlayRun> {
  await run.begin();
  for (const uci of moves) {
    run.attempt(uci.slice(0, 2), uci.slice(2, 4), uci[4]);
    await settle();
  }
  return run;
}

const run = (made: PlayGame, ...answers: string[]): PlayRun => new PlayRun(rules, made, scripted(...answers), atOnce);

describe('a game ends', () => {
  test('by checkmate, whoever gives it, before any goal', async () => {
    const won = await play(run(game('7k/8/5KQ1/8/8/8/8/8 w - - 0 1', { type: 'mate' })), 'g6g7');
    expect(won.end).toMatchObject({ result: 'won' });
    const lost = await play(run(game(START, { type: 'check' }), 'e7e5', 'd8h4'), 'f2f3', 'g2g4');
    expect(lost.end).toMatchObject({ result: 'lost' });
    expect(lost.end?.text).toMatch(/checkmate/);
  });

  test('after a hint, which is told and marked, and is none when the game is over', async () => {
    const helped = run(game('7k/8/6K1/8/8/8/8/R7 w - - 0 1', { type: 'mate' }, { hints: true }));
    await helped.begin();
    await helped.help();
    expect(helped.said?.text).toBe('Try Ra8#. It is checkmate.');
    // As a hint is shown everywhere; `marks` are the squares of a refusal.
    expect(helped.hinted).toEqual(['a1', 'a8']);
    expect(helped.marks).toEqual([]);
    await play(helped, 'a1a8');
    expect(helped.hinted).toEqual([]);
    expect(helped.end?.result).toBe('won');
    const said = helped.said;
    await helped.help();
    expect(helped.said).toBe(said);
  });

  test('by promotion of either side', async () => {
    const fen = '4k3/P7/8/8/8/8/6p1/4K3 w - - 0 1';
    expect((await play(run(game(fen, { type: 'promote' })), 'a7a8q')).end?.result).toBe('won');
    expect((await play(run(game(fen, { type: 'promote' }), 'g2g1q'), 'e1d2')).end?.result).toBe('lost');
  });

  test('when all pawns are taken, or one gets through', async () => {
    const goal = { type: 'capture', role: 'pawn' } as const;
    expect((await play(run(game('4k3/8/8/8/p7/8/8/R3K3 w - - 0 1', goal)), 'a1a4')).end?.result).toBe('won');
    expect((await play(run(game('4k3/8/8/8/8/8/6p1/R3K3 w - - 0 1', goal), 'g2g1q'), 'e1d2')).end?.result).toBe('lost');
  });

  test('by castling in time, and not in time', async () => {
    const fen = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5';
    expect((await play(run(game(fen, { type: 'castle', moves: 3 })), 'e1g1')).end?.result).toBe('won');
    expect((await play(run(game(fen, { type: 'castle', moves: 1 })), 'b1c3')).end?.result).toBe('lost');
  });

  test('by stalemate, which is a draw, and the aim where a draw is wanted', async () => {
    const fen = '7k/8/6K1/8/8/8/8/5Q2 w - - 0 1';
    expect((await play(run(game(fen, { type: 'mate' })), 'f1f7')).end?.result).toBe('drawn');
    expect((await play(run(game(fen, { type: 'draw' })), 'f1f7')).end?.result).toBe('won');
  });

  test('by bare kings, by the third repetition, by fifty moves', async () => {
    const bare = await play(run(game('8/8/3k4/8/4p3/3K4/8/8 w - - 0 1', { type: 'draw' })), 'd3e4');
    expect(bare.end?.text).toMatch(/Nobody can mate/);
    const third = await play(run(game('8/8/3k4/8/8/3K4/R7/8 w - - 0 1', { type: 'mate' }), 'd6d5', 'd5d6', 'd6d5', 'd5d6'), 'a2a3', 'a3a2', 'a2a3', 'a3a2');
    expect(third.end?.text).toMatch(/third time/);
    const fifty = await play(run(game('8/8/3k4/8/8/3K4/R7/8 w - - 99 90', { type: 'mate' })), 'a2a3');
    expect(fifty.end?.text).toMatch(/Fifty moves/);
  });

  test('by a fallen flag; a clock that is not pressed runs on', async () => {
    let now = 0;
    const made = game(START, { type: 'moves', moves: 2 }, { clock: { seconds: 60, increment: 2 } });
    const timed = new PlayRun(rules, made, scripted('e7e5', 'b8c6'), atOnce, () => now);
    await play(timed, 'e2e4');
    now = 10_000;
    timed.tick();
    expect(timed.clock?.left.white).toBe(50_000);
    await timed.press();
    expect(timed.clock?.left.white).toBe(52_000);
    now = 70_000;
    timed.tick();
    expect(timed.end?.result).toBe('lost');
  });

  test('and a man that was touched must move, where that counts', async () => {
    const touched = run(game(START, { type: 'moves', moves: 1 }, { touch: true }));
    await touched.begin();
    expect(touched.hand.touched('g1', 'tap')).toBe(true);
    expect(touched.hand.mayTake('e2')).toBe(false);
    expect(touched.said?.text).toMatch(/knight on g1 was touched: it must move/);
    await play(touched, 'e2e4');
    expect(touched.end).toBeNull();
    await play(touched, 'g1f3');
    expect(touched.end?.result).toBe('won');
  });
});

test('every mini-game of the lessons comes to an end, played by chance', async () => {
  for (const lesson of await loadAll()) {
    for (const made of lesson.games) {
      const luck = chance(lesson.title.length);
      if (made.kind === 'squares') {
        const race = new SquaresRun(made, 3);
        while (!race.done) race.point(race.wanted);
        expect(race.stars).toBe(3);
      } else if (made.kind === 'tour') {
        const tour = new TourRun(rules, made, atOnce);
        while (!tour.done) {
          const to = luck.pick(tour.open);
          tour.attempt(tour.at, to);
          await settle();
        }
        expect(tour.said?.text).toMatch(/^The knight has been on \d+ squares/);
      } else if (made.kind === 'play') {
        const played = new PlayRun(rules, made, randomOpponent(rules, 5), atOnce, () => 0);
        await played.begin();
        for (let move = 0; move < 40 && !played.end; move += 1) {
          const uci = luck.pick(played.spot.moves);
          played.attempt(uci.slice(0, 2), uci.slice(2, 4), uci[4]);
          await settle();
          if (played.unpressed) await played.press();
          await settle();
        }
        if (!played.end) played.giveUp();
        expect(played.end?.text.length, made.title).toBeGreaterThan(10);
        expect(played.stars).toBeGreaterThan(0);
      }
    }
  }
}, 60_000);
