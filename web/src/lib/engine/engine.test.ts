// The engine's worker from the page's side: answers, stops with shared memory and without, and breakdowns.
import { beforeEach, describe, expect, test } from 'vitest';
import { EngineWorker, Stopped, type EngineWorld, type WorkerLike } from './engine';
import type { FromWorker, Info, ToWorker } from './questions';

class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  told: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.told.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

let workers: FakeWorker[] = [];
const newest = (): FakeWorker => workers.at(-1) as FakeWorker;

const world = (shared: Int32Array | null): EngineWorld => ({
  spawn: () => {
    workers.push(new FakeWorker());
    return newest();
  },
  module: () => Promise.resolve({} as WebAssembly.Module),
  shared: () => shared,
});

const QUESTION = { start: 'fen', moves: ['e2e4'], limits: { depth: 9 } };
const REPORT = { lines: [{ score: { cp: 20 }, moves: ['e7e5'] }], depth: 9, nodes: 1_000, timeMs: 5 };

const info = (rank: number, depth: number, move: string): Info =>
  ({ rank, depth, deepest: depth, score: { cp: 10 }, moves: [move], bound: 'exact', nodes: 50, hashFull: 0, timeMs: 2 });

beforeEach(() => (workers = []));

describe('what is asked', () => {
  test('goes to the worker with its number, and the answer comes back', async () => {
    const engine = await EngineWorker.start(world(null));
    const heard: Info[] = [];
    const report = engine.search(QUESTION, (told) => heard.push(told));
    expect(newest().told[1]).toEqual({
      number: 1, ask: { type: 'search', game: { start: 'fen', moves: ['e2e4'] }, limits: { depth: 9 } },
    });
    newest().say({ number: 1, info: info(1, 3, 'e7e5') });
    newest().say({ number: 1, answer: REPORT });
    expect(await report).toEqual(REPORT);
    expect(heard).toHaveLength(1);
  });

  test('goes to an engine with as much memory as was chosen, after a breakdown too', async () => {
    const engine = await EngineWorker.start(world(null), 64);
    const report = engine.search(QUESTION);
    expect(newest().told[0]).toMatchObject({ hashMib: 64 });
    newest().say({ number: 1, fault: 'unreachable', broken: true });
    await expect(report).rejects.toThrow();
    void engine.newGame();
    expect(workers).toHaveLength(2);
    expect(newest().told[0]).toMatchObject({ hashMib: 64 });
    await EngineWorker.start(world(null));
    expect(newest().told[0]).toMatchObject({ hashMib: 16 });
  });

  test('fails with the engine’s sentence, and the engine stays', async () => {
    const engine = await EngineWorker.start(world(null));
    const report = engine.search(QUESTION);
    newest().say({ number: 1, fault: 'No such move.', broken: false });
    await expect(report).rejects.toThrow('No such move.');
    void engine.newGame();
    expect(workers).toHaveLength(1);
  });

  test('goes to a new worker after a breakdown', async () => {
    const engine = await EngineWorker.start(world(null));
    const report = engine.search(QUESTION);
    newest().say({ number: 1, fault: 'unreachable', broken: true });
    await expect(report).rejects.toThrow('unreachable');
    expect(workers[0]?.ended).toBe(true);
    const again = engine.search(QUESTION);
    newest().say({ number: 2, answer: REPORT });
    expect(await again).toEqual(REPORT);
    expect(workers).toHaveLength(2);
  });

  test('a worker that cannot be started fails what is asked, and is not started without end', async () => {
    const engine = await EngineWorker.start(world(null));
    const report = engine.search(QUESTION);
    newest().onerror?.({ message: 'not found' } as ErrorEvent);
    await expect(report).rejects.toThrow('not found');
    expect(workers).toHaveLength(1);
  });
});

describe('a stop', () => {
  test('is written where the worker reads it; the search answers with what it has', async () => {
    const shared = new Int32Array(1);
    const engine = await EngineWorker.start(world(shared));
    const report = engine.search(QUESTION);
    engine.stop();
    expect(shared[0]).toBe(1);
    newest().say({ number: 1, answer: REPORT });
    expect(await report).toEqual(REPORT);
    // The next question has a higher number, and so is not stopped.
    const next = engine.search(QUESTION);
    expect(newest().told.at(-1)).toMatchObject({ number: 2 });
    newest().say({ number: 2, answer: REPORT });
    await next;
    expect(workers).toHaveLength(1);
  });

  test('without shared memory ends the worker and answers from the last news of each line', async () => {
    const engine = await EngineWorker.start(world(null));
    const report = engine.search(QUESTION);
    for (const told of [info(1, 3, 'e7e5'), info(2, 3, 'c7c5'), info(1, 4, 'e7e6')]) newest().say({ number: 1, info: told });
    engine.stop();
    expect((await report).lines.map((line) => line.moves[0])).toEqual(['e7e6', 'c7c5']);
    expect(workers.map((worker) => worker.ended)).toEqual([true, false]);
    expect(newest().told).toHaveLength(1);
  });

  test('fails what an opponent was asked, and what it answers all the same is not heard', async () => {
    const engine = await EngineWorker.start(world(new Int32Array(1)));
    const choice = engine.choose({ start: 'fen', moves: [], level: 'pip', seed: 1, clock: null });
    engine.stop();
    await expect(choice).rejects.toBeInstanceOf(Stopped);
    newest().say({ number: 1, answer: { uci: 'e2e4', pauseMs: 1, score: { cp: 0 } } });
    const hint = engine.hint({ start: 'fen', moves: [] });
    newest().say({ number: 2, answer: null });
    expect(await hint).toBeNull();
  });

  test('with nothing asked does nothing', async () => {
    const engine = await EngineWorker.start(world(null));
    engine.stop();
    expect(workers).toHaveLength(1);
    expect(newest().ended).toBe(false);
  });

  test('of everything fails all that waits when the engine is closed, and all that is asked later', async () => {
    const engine = await EngineWorker.start(world(null));
    const report = engine.search(QUESTION);
    engine.close();
    await expect(report).rejects.toBeInstanceOf(Stopped);
    await expect(engine.newGame()).rejects.toBeInstanceOf(Stopped);
  });
});
