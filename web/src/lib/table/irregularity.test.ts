// Irregularities are told with what they cost, and the second one as the end.
import { expect, it } from 'vitest';
import type { Irregularity } from './conduct.svelte';
import { irregularitySentences } from './irregularity';

const event: Irregularity = {
  type: 'irregularity', by: 'white', kind: 'illegal_move', article: '7.5.5', count: 1, penalty_ms: 120_000, uci: 'g1g5',
};

it('says what was done, what it adds, and that there is one more', () => {
  expect(irregularitySentences(event)).toEqual([
    'White completed an illegal move: g1–g5.',
    'Black gets 2:00 more.',
    'It is taken back.',
    'The first of two: another one loses the game.',
  ]);
});

it('adds nothing where there is no clock', () => {
  expect(irregularitySentences({ ...event, penalty_ms: 0 }).join(' ')).not.toMatch(/gets/);
});

it('gives no position back where the move counts', () => {
  const said = irregularitySentences({ ...event, kind: 'unpromoted_pawn' }).join(' ');
  expect(said).toMatch(/become a queen/);
  expect(said).not.toMatch(/taken back/);
});

it('tells the second one as the last', () => {
  expect(irregularitySentences({ ...event, kind: 'press_without_move', count: 2, penalty_ms: 0 })).toEqual([
    'White pressed the clock without having made a move.',
    'The second one: it loses the game.',
  ]);
});
