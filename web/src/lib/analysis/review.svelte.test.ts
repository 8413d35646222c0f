// The review and the engine's lines, with an engine that says what it is told to say.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineWorker, Info, Point, Review as Told } from '../engine/engine';
import type { Rules } from '../rules';
import { START_FEN } from '../table/placement';
import { realNotation, realRules } from './for-tests';
import { Learning } from './learning.svelte';
import { Lines, question } from './lines.svelte';
import type { Notation } from './pgn';
import { Review } from './review.svelte';
import { Study } from './study.svelte';
import { emptyTree } from './tree';
import { withReview } from './with-review';

let rules: Rules;
let notation: Notation;
beforeAll(async () => {
  [rules, notation] = [await realRules(), await realNotation()];
});

const opened = (pgn: string): Study => new Study(rules, 'test', notation.read(pgn).tree);

const point = (ply: number, white: number, best: string[], loss = 0): Point => ({ ply, score: { cp: ply }, white, best, loss });

const TOLD: Told = {
  points: [
    point(0, 0.52, ['e2e4']), point(1, 0.45, ['e7e5'], 0.07), point(2, 0.45, ['e2e4', 'g8f6']),
    { ...point(3, 0, ['d8h4'], 0.45), score: { mate: 1 } }, { ...point(4, 0, []), score: { mate: 0 } },
  ],
  turning: [
    {
      ply: 3, loss: 0.45, better: { score: { cp: -20 }, moves: ['e2e4', 'g8f6'] },
      why: [{ code: 'takes_center', params: { square: 'd4' } }],
      answer: ['d8h4'], answerWhy: [{ code: 'mates', params: { moves: 1 } }],
    },
  ],
  complete: true,
};

/** An engine that waits until it is told to answer. */
class FakeEngine {
  asked: unknown[] = [];
  tell: (info: Info) => void = () => undefined;
  resolve: (told: Told) => void = () => undefined;
  reject: (error: Error) => void = () => undefined;
  hint: EngineWorker['hint'] = ({ moves }) => {
    this.hinted.push(moves.length);
    const uci = moves.length === 0 ? 'd2d4' : 'd7d5';
    const why = [{ code: 'improves', params: { man: { role: 'knight', square: 'f3' }, before: 0, after: moves.length } } as const];
    return Promise.resolve({ uci, why: [...why], line: { score: { cp: 10 }, moves: [uci] } });
  };
  hinted: number[] = [];
  stop = vi.fn();
  close = vi.fn();
  review: EngineWorker['review'] = (asked, onProgress) => {
    this.asked.push(asked);
    for (const found of TOLD.points.slice(3)) onProgress?.({ done: 2, total: 5, point: found });
    return new Promise((resolve, reject) => ([this.resolve, this.reject] = [resolve, reject]));
  };
  search: EngineWorker['search'] = (asked, onInfo) => {
    this.asked.push(asked);
    this.tell = (info) => onInfo?.(info);
    return new Promise(() => undefined);
  };
}

describe('the review', () => {
  const reviewed = (pgn = '1. f3 e5 2. g4 Qh4# 0-1') => {
    const [engine, study] = [new FakeEngine(), opened(pgn)];
    return { engine, study, review: new Review(study, () => Promise.resolve(engine)) };
  };

  it('says why of every mistake, once somebody reads them, and keeps it', async () => {
    const { engine, review } = reviewed();
    const running = review.run();
    await vi.waitFor(() => expect(review.done).toBe(2));
    engine.resolve(TOLD);
    await running;
    const kept = vi.fn();
    review.onkeep = kept;
    expect(review.mistakes.map(({ turning }) => turning?.ply)).toEqual([undefined, 3]);
    expect(review.mistakes[1]?.lost).toBe('It allows mate in 1. Before it: Level (0.0). After it: Black mates in 1.');
    await review.explain();
    // The one that the review explained itself is not asked about again.
    expect(engine.hinted).toEqual([0, 1]);
    expect(review.mistakes[0]).toMatchObject({
      better: ['d2d4'],
      turning: { ply: 1, why: [{ params: { after: 0 } }], answer: ['d7d5'], answerWhy: [{ params: { after: 1 } }] },
    });
    expect(review.mistakes[1]?.turning?.why).toEqual(TOLD.turning[0]?.why);
    expect(kept).toHaveBeenCalledWith(expect.objectContaining({ turning: [expect.objectContaining({ ply: 1 }), TOLD.turning[0]] }));
    expect(review.kept()?.told.turning).toHaveLength(2);
    await review.explain();
    expect(engine.hinted).toHaveLength(2);
  });

  it('comes point by point, names mistakes, and is kept', async () => {
    const { engine, review } = reviewed();
    const kept = vi.fn();
    review.onkeep = kept;
    const running = review.run();
    await vi.waitFor(() => expect(review.done).toBe(2));
    expect(review.white).toEqual([null, null, null, 0, 0]);
    expect(engine.asked).toEqual([expect.objectContaining({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], chess960: false })]);
    engine.resolve(TOLD);
    await running;
    expect(review.stage).toBe('done');
    expect(review.mistakes.map(({ ply, verdict }) => [ply, verdict])).toEqual([[1, 'inaccuracy'], [3, 'blunder']]);
    expect(review.mistakes[1]).toMatchObject({ better: ['e2e4', 'g8f6'], color: 'white', turning: { ply: 3 } });
    expect(review.summary('white')).toEqual({ accuracy: 46, counts: { inaccuracy: 1, mistake: 0, blunder: 1 } });
    expect(review.summary('black').accuracy).toBe(100);
    expect(review.worthOf(4)).toBe('White is mated');
    expect(kept).toHaveBeenCalledWith(TOLD);
    expect(review.kept()).toEqual({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], told: TOLD });
  });

  it('goes from one mistake to the next, around the ends', () => {
    const { review } = reviewed();
    review.take({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], told: TOLD });
    expect([review.nextMistake(0, 1)?.ply, review.nextMistake(1, 1)?.ply, review.nextMistake(3, 1)?.ply]).toEqual([1, 3, 1]);
    expect(review.nextMistake(1, -1)?.ply).toBe(3);
  });

  it('holds as far as the main line is still the one that was looked at', () => {
    const { review, study } = reviewed();
    review.take({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], told: TOLD });
    study.goTo(study.mainAt(2));
    study.type('e4');
    study.makeMain();
    expect(review.fits).toBe(false);
    expect(review.white).toEqual([0.52, 0.45, 0.45, null]);
    expect(review.mistakes.map(({ ply }) => ply)).toEqual([1]);
  });

  it('shows what the file says where nobody has looked', () => {
    const { review } = reviewed('1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval -1.5]} *');
    expect(review.known).toBe(true);
    expect(review.mistakes.map(({ ply, verdict, better }) => [ply, verdict, better])).toEqual([[3, 'blunder', []]]);
    expect(review.worthOf(3)).toBe('Black is better (−1.5)');
  });

  it('is stopped, is not looked for after the page was left, and says when it cannot be had', async () => {
    const stopped = reviewed();
    const running = stopped.review.run();
    stopped.review.stop();
    await running;
    expect(stopped.review.stage).toBe('stopped');
    expect(stopped.engine.asked).toEqual([]);
    const failing = reviewed();
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    const broken = failing.review.run();
    await vi.waitFor(() => expect(failing.review.done).toBe(2));
    failing.engine.reject(new Error('broken'));
    await broken;
    expect(failing.review.stage).toBe('failed');
  });

  it('is written into the game with evaluations and signs, where there are none', () => {
    const { review, study } = reviewed('1. f3! e5 2. g4 Qh4# 0-1');
    review.take({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], told: TOLD });
    const pgn = notation.write(withReview(study.tree, review)).replace(/\s+/g, ' ');
    expect(pgn).toContain('1. f3 $1 {[%eval -0.01]} 1... e5 {[%eval 0.02]} 2. g4 $4 {[%eval #-1]} 2... Qh4# 0-1');
  });
});

describe('the lines', () => {
  const info = (rank: number, depth: number, cp: number, bound: Info['bound'] = 'exact'): Info => ({
    rank, depth, deepest: depth, bound, score: { cp }, moves: ['e2e4', 'e7e5'], nodes: 1_000, hashFull: 0, timeMs: 10,
  });
  const looking = (study = new Study(rules, 'test', emptyTree(START_FEN))) => {
    const engine = new FakeEngine();
    const lines = new Lines(study, () => Promise.resolve(engine));
    lines.count = 2;
    return { engine, study, lines };
  };

  it('come for the position that is shown, and are known when one comes back', async () => {
    const { engine, study, lines } = looking();
    lines.look();
    await vi.waitFor(() => expect(engine.asked).toHaveLength(1));
    expect(engine.asked[0]).toMatchObject({ start: START_FEN, moves: [], limits: { lines: 2 } });
    engine.tell(info(1, 5, 30));
    engine.tell(info(1, 6, 99, 'lower'));
    engine.tell(info(2, 5, 10));
    expect(lines.found?.lines.map(({ score }) => score)).toEqual([{ cp: 30 }, { cp: 10 }]);
    const tell = engine.tell;
    study.type('e4');
    lines.look();
    await vi.waitFor(() => expect(engine.asked).toHaveLength(2));
    tell(info(1, 9, 500));
    expect(lines.found).toBeNull();
    study.back();
    lines.look();
    expect(lines.found?.depth).toBe(5);
  });

  it('are not looked for when it is off, hidden, or the game is over', async () => {
    const { engine, lines } = looking(opened('1. f3 e5 2. g4 Qh4# 0-1'));
    lines.study.last();
    lines.look();
    lines.hide(true);
    lines.study.first();
    lines.look();
    lines.hide(false);
    await vi.waitFor(() => expect(engine.asked).toHaveLength(1));
    lines.toggle();
    expect(lines.thinking).toBe(false);
    await vi.waitFor(() => expect(engine.stop).toHaveBeenCalled());
    lines.close();
    lines.toggle();
  });

  it('ask behind a null move, which is no move to an engine', () => {
    const study = opened('1. e4 -- 2. d4 e5 *');
    study.last();
    const asked = question(study);
    expect(asked.moves).toEqual(['d2d4', 'e7e5']);
    expect(asked.start).toMatch(/^rnbqkbnr\/pppppppp\/8\/8\/4P3.* w /);
  });
});

describe('learning from mistakes', () => {
  const learning = () => {
    const study = opened('1. f3 e5 2. g4 Qh4# 0-1');
    const engine = new FakeEngine();
    const review = new Review(study);
    review.take({ moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], told: TOLD });
    let score: { cp: number } = { cp: 0 };
    engine.search = (asked) => {
      engine.asked.push(asked);
      return Promise.resolve({ lines: [{ score, moves: ['d7d5'] }], depth: 1, nodes: 1, timeMs: 1 });
    };
    const made = new Learning(study, review, 'white', () => Promise.resolve(engine));
    return { study, engine, learning: made, judge: (cp: number) => (score = { cp }) };
  };

  it('asks for a better move than the one that was played', () => {
    const { study, learning: task } = learning();
    expect(task.tasks.map(({ ply }) => ply)).toEqual([3]);
    expect(study.path).toHaveLength(2);
    study.type('g4');
    expect(task.answer).toBe('wrong');
    expect(study.path).toHaveLength(2);
    study.type('e4');
    expect([task.answer, task.said]).toEqual(['found', 'Right: e4 is the best move.']);
    expect(study.node.san).toBe('e4');
    task.next();
    expect(task.task).toBeNull();
    study.type('Nf6');
    expect(study.node.san).toBe('Nf6');
  });

  it('lets the engine judge other moves', async () => {
    const { study, learning: task, judge, engine } = learning();
    judge(400);
    study.type('a3');
    await vi.waitFor(() => expect(task.answer).toBe('wrong'));
    expect(task.said).toMatch(/^a3 gives away \d+ %/);
    expect(engine.asked[0]).toMatchObject({ moves: ['f2f3', 'e7e5', 'a2a3'] });
    judge(0);
    study.type('d3');
    await vi.waitFor(() => expect(task.answer).toBe('found'));
    expect(task.said).toBe('d3 is good, too: it gives nothing away. The engine prefers e4.');
    task.close();
    expect(study.taking).toBeNull();
  });

  it('shows the best move on demand', () => {
    const { study, learning: task } = learning();
    task.reveal();
    expect([task.answer, study.node.san]).toEqual(['shown', 'e4']);
  });
});
