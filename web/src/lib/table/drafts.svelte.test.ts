// Moves that are shown first: sent at the second word or never, and announced with a claim. The rules are not loaded
// here, so a move is written in UCI.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RuleSettings, View } from '../protocol';
import { Table } from '../table.svelte';
import { Desk } from './desk.svelte';
import { FakeSocket, lastSocket } from './fake-socket';
import { START_FEN } from './placement';
import { react } from './reactions';

vi.mock('../rules', () => ({ loadRules: () => Promise.resolve(null), Follower: class {} }));

let table: Table;
let desk: Desk;
let seq: number;

const record = (uci: string) => ({ uci, san: uci, spent_ms: 0, clock_ms: null });

/** The reader is White; these moves are played under these rules. */
function hello(rules: RuleSettings, ucis: string[] = []): void {
  const player = { name: null, taken: true, ready: true, present: true };
  const ply = ucis.length;
  seq += 100;
  const view: View = {
    table: 't', seq, phase: 'playing', you: 'owner', link: '',
    settings: { rules, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' } },
    seats: { owner: { ...player, color: 'white' }, guest: { ...player, color: 'black' } },
    score: { owner: 0, guest: 0, games: 0 },
    game: {
      number: 1, white: 'owner', start_fen: START_FEN, chess960: false, ply, turn: ply % 2 === 0 ? 'white' : 'black',
      fen: START_FEN, clock: null, draw_offer: null, offer_lapses_at: null, takeback_offer: null, to_press: null,
      standing: null, touched: [], adjusting: false, due: null, faults: { white: 0, black: 0 }, claims: null, ending: null,
    },
    rematch_offer: null, away: null, can: ['move', 'claim'], moves: ucis.map(record),
  };
  lastSocket().say({ hello: { v: 1, now: 0, view } });
}

const sent = (): unknown[] => lastSocket().commands().map((command) => command.do);

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

test('a move is sent at once where letting go completes it', () => {
  hello({ preset: 'fide-online' });
  desk.attempt('e2', 'e4');
  expect(sent()).toEqual([{ type: 'move', uci: 'e2e4', ply: 0 }]);
});

test('a move is shown first, and sent at the second word', () => {
  hello({ preset: 'letter' });
  desk.attempt('e2', 'e4');
  expect(sent()).toEqual([]);
  expect(desk.drafts.current?.uci).toBe('e2e4');
  expect(desk.lastMove).toEqual({ from: 'e2', to: 'e4' });
  expect(desk.movable).toBeNull();
  desk.drafts.submit();
  desk.drafts.submit();
  expect(sent()).toEqual([{ type: 'move', uci: 'e2e4', ply: 0 }]);
});

test('a move that is taken back was never sent, and another can be made', () => {
  hello({ preset: 'letter' });
  desk.attempt('e2', 'e4');
  desk.drafts.takeBack();
  expect(desk.drafts.current).toBeNull();
  expect(desk.movable).toBe('white');
  desk.attempt('d2', 'd4');
  desk.drafts.submit();
  expect(sent()).toEqual([{ type: 'move', uci: 'd2d4', ply: 0 }]);
});

test('another move that is typed takes the place of the one that is shown', () => {
  hello({ preset: 'letter' });
  expect(desk.type('e2e4')).toBe(true);
  expect(desk.type('d2d4')).toBe(true);
  desk.drafts.submit();
  expect(sent()).toEqual([{ type: 'move', uci: 'd2d4', ply: 0 }]);
});

test('a move that is shown does not outlive the position that it was made in', () => {
  hello({ preset: 'letter' });
  desk.attempt('e2', 'e4');
  // Another device of the same player has moved.
  hello({ preset: 'letter' }, ['g1f3', 'g8f6']);
  expect(desk.drafts.current).toBeNull();
  desk.drafts.submit();
  expect(sent()).toEqual([]);
});

test('an announced move goes with the claim and is not played', () => {
  hello({ preset: 'fide-standard', switches: { illegal: 'reject', touch_move: false, completion: 'on_release' } });
  desk.drafts.claimPanel(true);
  desk.drafts.announce(true);
  desk.attempt('g1', 'f3');
  expect(sent()).toEqual([]);
  desk.drafts.claim('repetition');
  expect(sent()).toEqual([{ type: 'claim', what: 'repetition', uci: 'g1f3' }]);
  expect(desk.drafts.claiming).toBe(false);
  desk.attempt('g1', 'f3');
  expect(sent()).toHaveLength(2);
});

test('closing the panel of claims gives the board back', () => {
  hello({ preset: 'claims', switches: { intended_claims: true } });
  desk.drafts.claimPanel(true);
  desk.drafts.announce(true);
  desk.attempt('g1', 'f3');
  desk.drafts.claimPanel(false);
  expect(desk.drafts.current).toBeNull();
  desk.drafts.claim('fifty');
  expect(sent()).toEqual([{ type: 'claim', what: 'fifty' }]);
});
