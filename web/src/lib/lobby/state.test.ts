// The lobby as it follows from what the server tells of it.
import { describe, expect, test } from 'vitest';
import type { LiveGame, LobbyMessage, Seek } from './protocol';
import { follow, NOBODY } from './state';

const seek = (id: string): Seek => ({
  id, name: id, guest: true, clock: { type: 'days', days: 1 }, rated: false, color: 'toss', range: null, made: 0,
});
const game = (table: string, ply: number): LiveGame => ({
  table, ply, white: { name: 'A', guest: true }, black: { name: 'B', guest: true },
  clock: { type: 'untimed' }, rated: false, fen: '', watchers: 0, since: 0,
});
const after = (...messages: LobbyMessage[]) => messages.reduce(follow, NOBODY);

describe('what a page knows of the lobby', () => {
  test('differences are put on the whole state', () => {
    const state = after(
      { state: { here: { people: 1, guests: 2 }, mine: [], seeks: [seek('a'), seek('b')], online: ['Cy'], tv: null } },
      { seeks: { added: [seek('c')], gone: ['a'] } },
      { online: { added: ['Ana', 'Cy'], gone: [] } },
      { here: { people: 2, guests: 2 } },
      { mine: ['c'] },
    );
    expect(state.seeks.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(state.online).toEqual(['Ana', 'Cy']);
    expect(state.here).toEqual({ people: 2, guests: 2 });
    expect(state.mine).toEqual(['c']);
  });

  test('a game that goes on keeps its place, and one that has ended goes', () => {
    const state = after(
      { games: { changed: [game('x', 0), game('y', 0)], gone: [] } },
      { games: { changed: [game('x', 3), game('z', 1)], gone: ['y'] } },
      { tv: 'x' },
    );
    expect(state.games.map(({ table, ply }) => [table, ply])).toEqual([['x', 3], ['z', 1]]);
    expect(state.tv).toBe('x');
    expect(follow(state, { tv: null }).tv).toBeNull();
  });

  test('a later notice of a table takes the place of the one before, and a new connection begins anew', () => {
    const state = after(
      { notice: { id: 1, type: 'rematch', table: 't', name: 'Bo' } },
      { notice: { id: 2, type: 'declined', name: 'Cy', reason: 'later' } },
      { notice: { id: 3, type: 'began', table: 't', name: 'Bo' } },
    );
    expect(state.notices.map(({ id }) => id)).toEqual([2, 3]);
    expect(follow(state, { notice_gone: 2 }).notices.map(({ id }) => id)).toEqual([3]);
    expect(follow(state, { hello: { v: 1, now: 0, name: null } }).notices).toEqual([]);
  });
});
