// Which games at tables of the server go into the archive of this device, and how.
import { describe, expect, test } from 'vitest';
import type { TableState } from '../table/reduce';
import { PassingArchive } from './archive';
import { archived, keepTable } from './keep-table';

const ENDED = 1_790_000_000_000;

function state(change: Record<string, unknown> = {}, guest: Record<string, unknown> = {}): TableState {
  const view = {
    table: 'abc', you: 'owner', phase: 'over', settings: {},
    seats: {
      owner: { name: 'Ana', color: 'black' },
      guest: { name: 'Mabel (computer)', color: 'white', computer: 'mabel', ...guest },
    },
    game: {
      number: 2, start_fen: 'fen', chess960: false,
      ending: { outcome: { type: 'win', color: 'black' }, termination: 'resignation', article: null, message: '', prospects: [] },
    },
    ...change,
  };
  const moves = [{ uci: 'e2e4', san: 'e4', spent_ms: 3_000, clock_ms: null }];
  return { view, moves, seq: 9 } as unknown as TableState;
}

describe('a game against the computer of the server', () => {
  test('is kept with who played: the level by its name', () => {
    expect(archived(state(), ENDED)).toMatchObject({
      id: 'abc-2', you: 'black', startedAt: ENDED - 3_000, endedAt: ENDED, moves: ['e2e4'],
      white: { name: 'Mabel', level: 'mabel' }, black: { name: 'Ana', level: null }, termination: 'resignation',
    });
    // Another engine than ours has names of its own.
    expect(archived(state({}, { computer: '1800', name: 'Deep 1800' }), ENDED)?.white).toEqual({ name: 'Deep 1800', level: null });
  });

  test.each([
    ['a game that goes on', state({ phase: 'playing' })],
    ['somebody who looks on', state({ you: 'spectator' })],
    ['a game of two people', state({}, { computer: undefined })],
    ['a game without a result', state({ game: { ...state().view.game, ending: { termination: 'aborted' } } })],
  ])('not %s', (_, game) => expect(archived(game, ENDED)).toBeNull());

  test('once, with when it was first seen over; an account has its own list', async () => {
    const archive = new PassingArchive();
    const open = (): Promise<PassingArchive> => Promise.resolve(archive);
    await keepTable(state(), ENDED, true, open);
    expect(await archive.list()).toEqual([]);
    await keepTable(state(), ENDED, false, open);
    await keepTable(state(), ENDED + 60_000, false, open);
    expect((await archive.list()).map(({ endedAt }) => endedAt)).toEqual([ENDED]);
  });
});
