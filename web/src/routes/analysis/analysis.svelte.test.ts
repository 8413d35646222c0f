// What is on the board, beside it and found out, with an engine that says what it is told to say.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineWorker } from '$lib/engine/engine';
import type { Point, Review } from '$lib/engine/questions';
import type { Rules } from '$lib/rules';
import { Analysis } from './analysis.svelte';
import { gameOfPgn } from './load';
import { realRules } from './rules-for-tests';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

const MATE = '1. f3 e5 2. g4 Qh4# 0-1';

const point = (ply: number, white: number, best: string[], loss = 0): Point => ({
  ply, score: { cp: 0 }, white, best, loss,
});

const REVIEW: Review = {
  points: [
    point(0, 0.52, ['e2e4']), point(1, 0.45, ['e7e5']), point(2, 0.45, ['e2e4', 'g8f6']),
    point(3, 0, ['d8h4'], 0.45), point(4, 0, []),
  ],
  turning: [
    {
      ply: 3, loss: 0.45,
      better: { score: { cp: -20 }, moves: ['e2e4', 'g8f6'] },
      why: [{ code: 'takes_center', sentence: 'It takes room in the center.' }],
      answer: ['d8h4'],
      answerWhy: [{ code: 'mates', sentence: 'It is checkmate.' }],
    },
  ],
  complete: true,
};

/** An engine that tells two points and then waits. */
class FakeEngine {
  asked: unknown;
  resolve: (review: Review) => void = () => undefined;
  reject: (error: Error) => void = () => undefined;
  stop = vi.fn(() => this.reject(new Error('stopped')));
  close = vi.fn();
  review: EngineWorker['review'] = (question, onProgress) => {
    this.asked = question;
    REVIEW.points
      .slice(3)
      .reverse()
      .forEach((found, index) => onProgress?.({ done: index + 1, total: 5, point: found }));
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  };
}

/** How many were started. */
let engines = 0;

function opened(pgn = MATE) {
  engines = 0;
  const engine = new FakeEngine();
  const kept: Review[] = [];
  const analysis = new Analysis(gameOfPgn(pgn, rules), rules, {
    engine: () => {
      engines += 1;
      return Promise.resolve(engine);
    },
    keep: (review) => void kept.push(review),
  });
  return { analysis, engine, kept };
}

describe('replay', () => {
  it('begins at the end and goes to every position', () => {
    const { analysis } = opened();
    expect(analysis.sans).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
    expect(analysis.ply).toBe(4);
    expect(analysis.scene.check).toBe('e1');
    analysis.step(-1);
    expect(analysis.lastMove).toEqual({ from: 'g2', to: 'g4' });
    analysis.goTo(0);
    expect(analysis.scene.fen).toMatch(/^rnbqkbnr\/pppppppp/);
    analysis.step(-1);
    expect(analysis.ply).toBe(0);
    expect(analysis.nameOf(0)).toBe('Start');
    expect(analysis.nameOf(3)).toBe('2. g4');
    expect(analysis.nameOf(4)).toBe('2… Qh4#');
  });

  it('follows a line beside the game and comes back to it', () => {
    const { analysis } = opened();
    analysis.follow(2, ['e2e4', 'g8f6'], 1);
    expect(analysis.scene.fen).toContain('4P3');
    expect(analysis.point).toBeUndefined();
    analysis.step(1);
    analysis.step(1);
    expect(analysis.side?.shown).toBe(2);
    expect(analysis.lastMove).toEqual({ from: 'g8', to: 'f6' });
    analysis.step(-1);
    analysis.step(-1);
    expect(analysis.side).toBeNull();
    expect(analysis.ply).toBe(2);
  });

  it('shows where the king lands that castles in Chess960', () => {
    const { analysis } = opened('[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]\n\n1. O-O *');
    expect(analysis.lastMove).toEqual({ from: 'e1', to: 'g1' });
  });
});

describe('what the engine has found', () => {
  it('comes point by point, and is kept when it is whole', async () => {
    const { analysis, engine, kept } = opened();
    const running = analysis.run();
    await vi.waitFor(() => expect(analysis.done).toBe(2));
    expect(analysis.stage).toBe('running');
    expect(analysis.white).toEqual([null, null, null, 0, 0]);
    expect(engine.asked).toMatchObject({ chess960: false, moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'] });
    engine.resolve(REVIEW);
    await running;
    expect(analysis.stage).toBe('done');
    expect(analysis.remarks.get(3)).toEqual({ sign: '??', meaning: 'gave away 45 %' });
    expect(kept).toEqual([REVIEW]);
  });

  it('points at the best move, and at the one that was played where they differ', () => {
    const { analysis } = opened();
    analysis.take(REVIEW);
    analysis.goTo(2);
    expect(analysis.arrows).toEqual([
      { from: 'g2', to: 'g4', kind: 'played' },
      { from: 'e2', to: 'e4', kind: 'good' },
    ]);
    analysis.goTo(3);
    expect(analysis.arrows).toEqual([{ from: 'd8', to: 'h4', kind: 'good' }]);
    analysis.pointing = false;
    expect(analysis.arrows).toEqual([]);
  });

  it('stays when it is stopped, and can be gone on with', async () => {
    const { analysis, engine, kept } = opened();
    const running = analysis.run();
    await vi.waitFor(() => expect(analysis.done).toBe(2));
    analysis.stop();
    await running;
    expect(engine.stop).toHaveBeenCalledOnce();
    expect(analysis.stage).toBe('stopped');
    expect(analysis.white[4]).toBe(0);
    const again = analysis.run();
    await vi.waitFor(() => expect(analysis.done).toBe(2));
    engine.resolve(REVIEW);
    await again;
    expect(analysis.stage).toBe('done');
    expect(kept).toHaveLength(1);
  });

  it('is not looked for when it was stopped while the engine came, and once when it was asked for again', async () => {
    const { analysis, engine } = opened();
    const running = analysis.run();
    analysis.stop();
    const again = analysis.run();
    analysis.stop();
    await Promise.all([running, again]);
    expect(analysis.stage).toBe('stopped');
    expect(engine.asked).toBeUndefined();
    const third = analysis.run();
    await vi.waitFor(() => expect(analysis.done).toBe(2));
    engine.resolve(REVIEW);
    await third;
    expect(analysis.stage).toBe('done');
    expect(engines).toBe(1);
  });

  it('is not looked for when the page was left while the engine came, which is closed', async () => {
    const { analysis, engine } = opened();
    const running = analysis.run();
    analysis.close();
    await running;
    expect(engine.asked).toBeUndefined();
    expect(engine.close).toHaveBeenCalledOnce();
  });

  it('that cannot be had is said, and closing is no failure', async () => {
    const failing = opened();
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    const running = failing.analysis.run();
    await vi.waitFor(() => expect(failing.analysis.done).toBe(2));
    failing.engine.reject(new Error('broken'));
    await running;
    expect(failing.analysis.stage).toBe('failed');

    const closing = opened();
    const going = closing.analysis.run();
    await vi.waitFor(() => expect(closing.analysis.done).toBe(2));
    closing.analysis.close();
    closing.engine.reject(new Error('closed'));
    await going;
    expect(closing.engine.close).toHaveBeenCalledOnce();
    expect(closing.analysis.stage).toBe('running');
  });
});
