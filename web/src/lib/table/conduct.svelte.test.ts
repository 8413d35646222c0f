// Hands and clock at a tournament table: what is sent when a man is touched and the clock is pressed, and what is not.
// The rules are not loaded here, so that the server's word alone counts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command, GameView, TableEvent, View } from '../protocol';
import { Table } from '../table.svelte';
import { Desk } from './desk.svelte';
import { FakeSocket, lastSocket } from './fake-socket';
import { START_FEN } from './placement';
import { react } from './reactions';

vi.mock('../rules', () => ({ loadRules: () => Promise.resolve(null), Follower: class {} }));

let table: Table;
let desk: Desk;
let seq: number;

/** The reader is White in a game by the rules for the board. */
function view(game: Partial<GameView> = {}): View {
  const player = { name: null, taken: true, ready: true, present: true };
  return {
    table: 't', seq, phase: 'playing', you: 'owner', link: '',
    settings: {
      rules: { preset: 'fide-blitz' }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
    },
    seats: { owner: { ...player, color: 'white' }, guest: { ...player, color: 'black' } },
    score: { owner: 0, guest: 0, games: 0 },
    game: {
      number: 1, white: 'owner', start_fen: START_FEN, chess960: false, ply: 0, turn: 'white', fen: START_FEN,
      clock: null, draw_offer: null, offer_lapses_at: null, takeback_offer: null, to_press: null, standing: null,
      touched: [], adjusting: false, due: null, faults: { white: 0, black: 0 }, claims: null, ending: null, ...game,
    },
    rematch_offer: null, away: null, can: ['move'],
  };
}

function happens(game: Partial<GameView>, ...events: TableEvent[]): void {
  const recorded = events.map((event) => ({ seq: ++seq, at: 0, event }));
  lastSocket().say({ events: recorded, view: view(game), now: 0 });
}

const sent = (): Command[] => lastSocket().commands().map((command) => command.do as Command);

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

function answer(refused = false): Promise<void> {
  const id = lastSocket().commands().at(-1)?.id ?? '';
  const refusal = { code: 'c', article: '4.3.1', message: 'm', squares: [], params: {} };
  lastSocket().say({ answer: refused ? { id, refusal } : { id, seq } });
  return settle();
}

const due = { moves: ['g1f3', 'g1h3'], article: '4.3.1', message: 'The knight on g1 was touched: it must move.' };
const bound: Partial<GameView> = { touched: ['g1'], due };

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
  seq += 1;
  lastSocket().say({ hello: { v: 1, now: 0, view: { ...view(), moves: [] } } });
});

afterEach(() => {
  table.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a man that is touched is told once', () => {
  expect(desk.conduct.mayTake('g1')).toBe(true);
  expect(desk.conduct.touched('g1', 'tap')).toBe(true);
  expect(sent()).toEqual([{ type: 'touch', square: 'g1' }]);
  happens(bound, { type: 'touched', by: 'white', square: 'g1' });
  desk.conduct.touched('g1', 'tap');
  expect(sent()).toHaveLength(1);
  expect(desk.conduct.bound).toEqual(['g1']);
});

test('another man than the bound one is not taken up, and the reader is told why', () => {
  happens(bound, { type: 'touched', by: 'white', square: 'g1' });
  expect(desk.conduct.mayTake('e2')).toBe(false);
  expect(desk.notice).toMatchObject({ sentence: due.message, article: '4.3.1', squares: ['g1'] });
  desk.attempt('e2', 'e4');
  expect(sent()).toEqual([]);
});

test('a rook after the king means castling with it', () => {
  const king = { moves: ['e1f1', 'e1g1'], article: '4.3.1', message: 'm' };
  happens({ touched: ['e1'], due: king }, { type: 'touched', by: 'white', square: 'e1' });
  expect(desk.conduct.mayTake('h1')).toBe(false);
  expect(sent()).toEqual([{ type: 'touch', square: 'h1' }]);
  expect(desk.notice).toBeNull();
});

test('the king after a rook is explained', () => {
  const rook = { moves: ['h1g1'], article: '4.3.1', message: 'm' };
  happens({ touched: ['h1'], due: rook }, { type: 'touched', by: 'white', square: 'h1' });
  expect(desk.conduct.mayTake('e1')).toBe(false);
  expect(desk.notice?.article).toBe('4.4.2');
});

test('while adjusting, and while the other side has the move, nothing is a touch', () => {
  happens({ adjusting: true }, { type: 'adjusting', by: 'white' });
  desk.conduct.touched('g1', 'tap');
  happens({ turn: 'black' });
  desk.conduct.touched('g1', 'tap');
  expect(sent()).toEqual([]);
});

test('the press follows the answer to the move', async () => {
  desk.attempt('e2', 'e4');
  expect(desk.conduct.pressState).toBe('made');
  desk.conduct.press();
  await settle();
  expect(sent().map(({ type }) => type)).toEqual(['move']);
  await answer();
  expect(sent().map(({ type }) => type)).toEqual(['move', 'press']);
});

test('a move that is refused never becomes a press without one', async () => {
  desk.attempt('e2', 'e4');
  desk.conduct.press();
  await answer(true);
  expect(sent().map(({ type }) => type)).toEqual(['move']);
});

test('pressing without a move asks, hears no bounce, and then means it', () => {
  desk.conduct.press();
  desk.conduct.press();
  expect(desk.conduct.doubting).toBe(true);
  vi.advanceTimersByTime(300);
  desk.conduct.press();
  expect(sent()).toEqual([]);
  vi.advanceTimersByTime(500);
  desk.conduct.press();
  expect(sent()).toEqual([{ type: 'press' }]);
});

test('the question about a press without a move is forgotten', () => {
  desk.conduct.press();
  vi.advanceTimersByTime(6_000);
  expect(desk.conduct.doubting).toBe(false);
  desk.conduct.press();
  expect(sent()).toEqual([]);
});

test('pressing while the other clock runs does nothing', () => {
  happens({ turn: 'black' });
  desk.conduct.press();
  vi.advanceTimersByTime(1_000);
  desk.conduct.press();
  expect(sent()).toEqual([]);
});

test('an illegal move stands where the hand has put it, and is put right from where it came', async () => {
  desk.attempt('g1', 'g5');
  expect(desk.men.get('g5')).toEqual({ role: 'knight', color: 'white' });
  expect(desk.listing.at(-1)).toEqual({ san: 'g1–g5', completed: false });
  const standing = { uci: 'g1g5', placement: 'rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R' };
  happens({ standing, ...bound }, { type: 'illegal_made', by: 'white', uci: 'g1g5' });
  await answer();
  expect(desk.conduct.maker).toBe('white');
  expect([desk.conduct.due, desk.conduct.bound]).toEqual([null, []]);
  expect(desk.lastMove).toEqual({ from: 'g1', to: 'g5' });
  desk.attempt('g5', 'f3');
  expect(sent().at(-1)).toMatchObject({ type: 'move', uci: 'g1f3' });
});

test('a legal move and an illegal one of the other side look alike', () => {
  const standing = { uci: 'b8b5', placement: START_FEN.split(' ')[0] ?? '' };
  const ours = { uci: 'e2e4', san: 'e4', spent_ms: 0, clock_ms: null };
  const theirs = { uci: 'b8c6', san: 'Nc6', spent_ms: 0, clock_ms: null };
  happens({ turn: 'black' }, { type: 'move_made', ply: 1, ...ours });
  happens({ turn: 'black', standing }, { type: 'illegal_made', by: 'black', uci: 'b8b5' });
  expect([desk.myTurn, desk.conduct.maker, desk.listing.at(-1)?.completed]).toEqual([true, 'black', false]);
  happens({ turn: 'white', to_press: 'black' }, { type: 'move_made', ply: 2, ...theirs });
  expect([desk.myTurn, desk.conduct.maker, desk.listing.at(-1)]).toEqual([
    true, 'black', { san: 'b8–c6', completed: false },
  ]);
});

test('an irregularity is kept until its author has completed another move', () => {
  const irregularity: TableEvent = {
    type: 'irregularity', by: 'white', kind: 'press_without_move', article: '7.5.3', count: 1, penalty_ms: 60_000,
  };
  happens({ faults: { white: 1, black: 0 } }, irregularity);
  expect(desk.conduct.irregularity).toEqual(irregularity);
  happens({ turn: 'black' }, { type: 'clock_pressed', by: 'black', spent_ms: 0, clock_ms: null });
  expect(desk.conduct.irregularity).not.toBeNull();
  happens({ turn: 'black' }, { type: 'clock_pressed', by: 'white', spent_ms: 0, clock_ms: null });
  expect(desk.conduct.irregularity).toBeNull();
});
