// Moves to step through: what stands on the board, and how the moves are numbered.
import { expect, test } from 'vitest';
import { realRules } from '../../rules-for-tests';
import { Replay } from './replay.svelte';

test('begins at the end, steps back to the start, and numbers the moves from whoever begins', async () => {
  const rules = await realRules();
  const replay = new Replay(rules, '4k3/8/8/8/8/8/8/4K2R b - - 0 1', ['e8e7', 'h1h7', 'e7d6']);
  expect(replay.sans.map((san, index) => replay.number(index) + san)).toEqual(['1… Ke7', '2. Rh7+', 'Kd6']);
  expect(replay.spot?.men.has('d6')).toBe(true);
  expect(replay.lastMove).toEqual({ from: 'e7', to: 'd6' });
  replay.ply = 0;
  expect(replay.spot?.men.has('e8')).toBe(true);
  expect(replay.lastMove).toBeNull();
});
