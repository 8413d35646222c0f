// The reducer: moves follow from events, doubled messages change nothing, a gap is seen.
import { describe, expect, it } from 'vitest';
import type { MoveRecord, RecordedEvent, TableEvent, View } from '../protocol';
import { foldMoves, reduce, type TableState } from './reduce';

const view = (seq: number): View => ({
  table: 't', seq, phase: 'playing', you: 'owner', link: '',
  settings: {
    rules: { preset: 'table' }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
  },
  seats: {
    owner: { name: null, taken: true, ready: true, present: true, color: 'white' },
    guest: { name: null, taken: true, ready: true, present: true, color: 'black' },
  },
  score: { owner: 0, guest: 0, games: 0 }, game: null, rematch_offer: null, away: null, can: [],
});

const move = (ply: number, uci: string, san: string): TableEvent => ({
  type: 'move_played', ply, uci, san, spent_ms: 10, clock_ms: null,
});

const recorded = (first: number, ...events: TableEvent[]): RecordedEvent[] =>
  events.map((event, index) => ({ seq: first + index, at: 0, event }));

const sans = (state: TableState): string[] => state.moves.map((entry) => entry.san);

function after(state: TableState | null, message: Parameters<typeof reduce>[1]): TableState {
  const step = reduce(state, message);
  if (step.kind !== 'state') throw new Error(step.kind);
  return step.state;
}

describe('reduce', () => {
  const start = after(null, { hello: { v: 1, now: 0, view: { ...view(5), moves: [] } } });

  it('plays moves and takes them back', () => {
    let state = after(start, {
      events: recorded(6, move(1, 'e2e4', 'e4'), move(2, 'e7e5', 'e5')), view: view(7), now: 0,
    });
    expect(sans(state)).toEqual(['e4', 'e5']);
    const back: TableEvent = { type: 'takeback_accepted', by: 'white', plies: 2 };
    state = after(state, { events: recorded(8, back), view: view(8) });
    expect(sans(state)).toEqual([]);
  });

  it('empties the list for the next game', () => {
    const begun: TableEvent = {
      type: 'game_started', number: 2, white: 'guest', start_fen: '', chess960: false,
    };
    expect(foldMoves([{ uci: 'e2e4', san: 'e4', spent_ms: 0, clock_ms: null }], begun)).toEqual([]);
  });

  it('keeps made moves, and writes the clock when it is pressed, also after the reply was made', () => {
    const made = (ply: number, uci: string): TableEvent => ({
      type: 'move_made', ply, uci, san: uci, spent_ms: 1, clock_ms: 100,
    });
    const pressed: TableEvent = { type: 'clock_pressed', by: 'white', spent_ms: 5, clock_ms: 95 };
    const list = [made(1, 'e2e4'), made(2, 'e7e5'), pressed].reduce<readonly MoveRecord[]>(
      (moves, event) => foldMoves(moves, event), [],
    );
    expect(list.map(({ uci, spent_ms, clock_ms }) => [uci, spent_ms, clock_ms])).toEqual([
      ['e2e4', 5, 95], ['e7e5', 1, 100],
    ]);
    // Where Black began, the same press is about the second half-move.
    expect(foldMoves(list, pressed, 'black')[1]).toMatchObject({ spent_ms: 5, clock_ms: 95 });
    expect(foldMoves(list, { type: 'moves_restored', plies: 1 })).toHaveLength(1);
  });

  it('ignores what it has seen', () => {
    const message = { events: recorded(6, move(1, 'e2e4', 'e4')), view: view(6) };
    const state = after(start, message);
    expect(sans(after(state, message))).toEqual(['e4']);
    expect(reduce(after(state, { events: recorded(7, move(2, 'e7e5', 'e5')), view: view(7) }), message).kind)
      .toBe('nothing');
  });

  it('sees a gap in the sequence', () => {
    expect(reduce(start, { events: recorded(7, move(2, 'e7e5', 'e5')), view: view(7) }).kind).toBe('gap');
    expect(reduce(start, { view: view(9) }).kind).toBe('gap');
    expect(reduce(null, { view: view(1) }).kind).toBe('gap');
  });

  it('takes the view after an empty list of events', () => {
    expect(after(start, { events: [], view: view(5) }).seq).toBe(5);
  });
});
