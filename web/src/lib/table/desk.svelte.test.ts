// The desk when things go otherwise than the reader thought: no move is ever played that he does not mean any
// more. The rules are not loaded here, so that the server's word alone counts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecordedEvent, TableEvent, View } from '../protocol';
import { Table } from '../table.svelte';
import { Desk } from './desk.svelte';
import { FakeSocket, lastSocket } from './fake-socket';
import { START_FEN } from './placement';
import { react } from './reactions';

vi.mock('../rules', () => ({ loadRules: () => Promise.resolve(null), Follower: class {} }));

let table: Table;
let desk: Desk;
let seq: number;

/** The reader is White; `ply` half-moves of game `number` are played. */
function view(ply: number, number = 1): View {
  const player = { name: null, taken: true, ready: true, present: true };
  return {
    table: 't', seq, phase: 'playing', you: 'owner', link: '',
    settings: {
      rules: { preset: 'fide-online' }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
    },
    seats: { owner: { ...player, color: 'white' }, guest: { ...player, color: 'black' } },
    score: { owner: 0, guest: 0, games: 0 },
    game: {
      number, white: 'owner', start_fen: START_FEN, chess960: false, ply, turn: ply % 2 === 0 ? 'white' : 'black',
      fen: START_FEN, clock: null, draw_offer: null, offer_lapses_at: null, takeback_offer: null, to_press: null, standing: null, touched: [],
      adjusting: false, due: null, faults: { white: 0, black: 0 }, claims: null, ending: null,
    },
    rematch_offer: null, away: null, can: ['move'],
  };
}

const record = (uci: string) => ({ uci, san: uci, spent_ms: 0, clock_ms: null });

/** A fresh view with these moves, as after a long break. */
function hello(ucis: string[], number = 1): void {
  seq += 100;
  lastSocket().say({ hello: { v: 1, now: 0, view: { ...view(ucis.length, number), moves: ucis.map(record) } } });
}

/** The events, after which `ply` half-moves are on the board. */
function happens(ply: number, ...events: TableEvent[]): void {
  const recorded: RecordedEvent[] = events.map((event) => ({ seq: ++seq, at: 0, event }));
  lastSocket().say({ events: recorded, view: view(ply), now: 0 });
}

const moved = (ply: number, uci: string): void => happens(ply, { type: 'move_played', ply, ...record(uci) });

const sent = (): string[] =>
  lastSocket().commands().map((command) => (command.do as { uci: string }).uci);

function refuse(): void {
  const id = lastSocket().commands().at(-1)?.id ?? '';
  const refusal = { code: 'c', article: null, message: 'm', squares: [], params: {} };
  lastSocket().say({ answer: { id, refusal } });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { origin: 'http://x' });
  FakeSocket.all = [];
  seq = 0;
  table = new Table('t');
  desk = new Desk(table);
  react(table, desk);
  table.link.open();
  lastSocket().accept();
});

afterEach(() => {
  table.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a premove is played when the other side has moved', () => {
  hello(['e2e4']);
  desk.attempt('g1', 'f3');
  expect(desk.premove).toEqual({ from: 'g1', to: 'f3' });
  moved(2, 'e7e5');
  expect(sent()).toEqual(['g1f3']);
  expect(desk.premove).toBeNull();
});

test('a premove is played when only a view tells of the move', () => {
  hello(['e2e4']);
  desk.attempt('g1', 'f3');
  hello(['e2e4', 'e7e5']);
  expect(sent()).toEqual(['g1f3']);
});

test('a premove does not outlive its game', () => {
  hello(['e2e4']);
  desk.attempt('g1', 'f3');
  hello(['e2e4', 'e7e5', 'd2d4'], 2);
  expect(desk.premove).toBeNull();
  moved(4, 'd7d5');
  expect(sent()).toEqual([]);
});

test('a premove goes with the move that it was to follow', async () => {
  hello([]);
  desk.attempt('e2', 'e4');
  desk.attempt('g1', 'f3');
  expect(desk.premove).not.toBeNull();
  refuse();
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.premove).toBeNull();
  desk.attempt('d2', 'd4');
  moved(1, 'd2d4');
  moved(2, 'd7d5');
  expect(sent()).toEqual(['e2e4', 'd2d4']);
});

test('a promotion that was asked for before the board changed is not played', () => {
  hello([]);
  desk.promotion = { from: 'a7', to: 'a8', color: 'white', stands: false };
  moved(1, 'e2e4');
  desk.choosePromotion('queen');
  expect(sent()).toEqual([]);
});

test('whoever looks at the last position stays with the game after a takeback', () => {
  hello(['e2e4', 'e7e5', 'g1f3', 'b8c6']);
  desk.at = 3;
  expect(desk.live).toBe(false);
  happens(2, { type: 'takeback_accepted', by: 'black', plies: 2 });
  expect(desk.live).toBe(true);
  moved(3, 'f1c4');
  moved(4, 'g8f6');
  expect(desk.live).toBe(true);
});
