// The engine beside the board: how much memory it has is kept, and given back where the device has less.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { announcer } from '../announcer.svelte';
import type { EngineWorker } from '../engine/engine';
import type { Rules } from '../rules';
import { START_FEN } from '../table/placement';
import { realRules } from './for-tests';
import { Lines } from './lines.svelte';
import { Study } from './study.svelte';
import { emptyTree } from './tree';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Engines with their memory, and whether they are closed; one with more than `most` breaks down when it is asked. */
function engines(most = Infinity) {
  const started: { mib: number; closed: boolean }[] = [];
  const start = (mib: number) => {
    const engine = { mib, closed: false };
    started.push(engine);
    const search: EngineWorker['search'] = () => (mib > most ? Promise.reject(new Error('out of memory')) : new Promise(() => undefined));
    return Promise.resolve({ search, stop: () => undefined, close: () => void (engine.closed = true) });
  };
  const lines = new Lines(new Study(rules, 'test', emptyTree(START_FEN)), start);
  return { started, lines };
}

it('goes on with another engine when more memory is chosen, and the choice is kept', async () => {
  const { started, lines } = engines();
  lines.look();
  await vi.waitFor(() => expect(started).toEqual([{ mib: 16, closed: false }]));
  lines.setMemory(128);
  await vi.waitFor(() => expect(started).toEqual([{ mib: 16, closed: true }, { mib: 128, closed: false }]));
  expect(lines.thinking).toBe(true);
  expect(engines().lines.hashMib).toBe(128);
});

it('goes back to the usual memory, and says so, where the device has less', async () => {
  const said = vi.spyOn(announcer, 'interrupt');
  const { started, lines } = engines(16);
  lines.setMemory(256);
  await vi.waitFor(() => expect(started.map(({ mib }) => mib)).toEqual([256, 16]));
  expect(said).toHaveBeenCalledWith(expect.stringContaining('does not give the engine 256 MB'));
  expect([lines.failed, lines.hashMib]).toEqual([false, 16]);
  expect(engines().lines.hashMib).toBe(16);
});

it('takes nothing but what can be chosen from what was kept', () => {
  kept.set('tabiya.analysis.engine', JSON.stringify({ hashMib: 4_000 }));
  expect(engines().lines.hashMib).toBe(16);
});
