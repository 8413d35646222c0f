// Two at one device: whose a command is, the clock that charges nobody while the page is away, the log that survives.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Settings } from '../protocol';
import { refusalIn } from './arbiter';
import { FakeWorld } from './fake-world';
import { LocalTable } from './local-table.svelte';
import { Forgotten, WentOnElsewhere, type TableLine } from './log-store';

const BLITZ: Settings = {
  rules: { preset: 'fide-online', switches: { takeback: 'by_agreement' } },
  clock: { type: 'fischer', bank_ms: 180_000, increment_ms: 0 },
  owner_color: 'white',
  start: { type: 'standard' },
};
const NAMES = { owner: 'Ana', guest: 'Bo' };

let world: FakeWorld;

beforeEach(() => {
  world = new FakeWorld();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const opened = (settings = BLITZ): Promise<LocalTable> => LocalTable.open(settings, NAMES, world);

async function started(settings = BLITZ): Promise<LocalTable> {
  const table = await opened(settings);
  table.wake();
  await table.stored();
  return table;
}

/** The moves, by whoever is to move. */
async function play(table: LocalTable, moves: string): Promise<void> {
  for (const uci of moves.split(' ')) expect(await table.board.do({ type: 'move', uci })).toBeNull();
}

const game = (table: LocalTable) => {
  const { game } = table.board.view;
  if (!game) throw new Error('no game');
  return game;
};

/** The page is gone without a word, and another reads the table. */
async function reread(table: LocalTable): Promise<LocalTable> {
  const again = await LocalTable.resume(table.id, world, { take: true });
  if (!again) throw new Error('gone');
  return again;
}

describe('whose command it is', () => {
  test('the board moves for whoever is to move, a side acts for its own player', async () => {
    const table = await started();
    expect(table.board.color).toBe('white');
    await play(table, 'e2e4');
    expect(table.board.color).toBe('black');
    expect(table.guest.color).toBe('black');
    // Offers are made after a move or two.
    await play(table, 'e7e5');
    expect(await table.owner.do({ type: 'offer_draw' })).toBeNull();
    expect(game(table).draw_offer).toBe('white');
    expect(table.guest.can('accept_draw')).toBe(true);
    expect(table.owner.can('accept_draw')).toBe(false);
    await table.guest.do({ type: 'accept_draw' });
    expect(game(table).ending?.termination).toBe('agreement');
  });

  test('who resigns is who pressed, not who is to move', async () => {
    const table = await started();
    await table.guest.do({ type: 'resign' });
    expect(game(table).ending?.outcome).toEqual({ type: 'win', color: 'white' });
  });

  test('a refusal is told to the side that asked; of a move its sender tells it', async () => {
    const table = await started();
    const told: string[] = [];
    table.guest.onrefused = (refusal) => told.push(refusal.code);
    table.board.onrefused = (refusal) => told.push(`board ${refusal.code}`);
    expect((await table.guest.do({ type: 'accept_draw' }))?.code).toBe('no_open_offer');
    expect(await table.board.do({ type: 'move', uci: 'e2e5' })).not.toBeNull();
    expect(told).toEqual(['no_open_offer']);
  });

  test('each sees the table as his own, the board as nobody’s', async () => {
    const table = await started();
    expect([table.owner.view.you, table.guest.view.you, table.board.view.you]).toEqual(['owner', 'guest', 'spectator']);
    expect(table.board.can('move')).toBe(true);
  });
});

describe('the clock', () => {
  test('stands until it is started, and runs for White then', async () => {
    const table = await opened();
    expect(table.paused).toBe(true);
    world.pass(50);
    table.wake();
    await table.stored();
    expect(table.paused).toBe(false);
    expect(game(table).clock).toMatchObject({ white_ms: 180_000, running: 'white' });
  });

  test('the first move starts it, too, and both are here then', async () => {
    const table = await opened();
    await play(table, 'e2e4');
    expect(table.paused).toBe(false);
    await table.stored();
    expect(table.board.view.seats.owner.present && table.board.view.seats.guest.present).toBe(true);
  });

  test('a flag falls by itself at its moment', async () => {
    const table = await started();
    world.pass(180);
    await vi.advanceTimersByTimeAsync(180_000);
    expect(game(table).ending).toMatchObject({ termination: 'time_forfeit', outcome: { type: 'win', color: 'black' } });
  });

  test('an untimed game begins without a word', async () => {
    const table = await opened({ ...BLITZ, clock: { type: 'untimed' } });
    expect(table.paused).toBe(false);
    await play(table, 'e2e4');
    table.pause();
    await table.stored();
    expect(table.paused).toBe(false);
  });

  const waiting = (switches: Settings['rules']['switches']): Settings =>
    ({ ...BLITZ, rules: { preset: 'fide-online', switches } });

  test('an offer does not lapse while the page is away, with a clock or without one', async () => {
    const table = await opened({ ...waiting({ offer_timeout_ms: 60_000 }), clock: { type: 'untimed' } });
    await play(table, 'e2e4 e7e5');
    await table.owner.do({ type: 'offer_draw' });
    world.pass(20);
    table.leave();
    await table.stored();
    world.pass(3_600);
    const again = await LocalTable.resume(table.id, world);
    if (!again) throw new Error('gone');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(again.board.view.phase).toBe('playing');
    again.arrive();
    await again.stored();
    world.pass(39);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(game(again).draw_offer).toBe('white');
    world.pass(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(game(again).ending?.termination).toBe('unanswered_offer');
  });

  test('the time for the first move does not run while the page is away', async () => {
    const table = await opened(waiting({ start: 'on_first_move', first_move_limit_ms: 30_000 }));
    expect(table.paused).toBe(false);
    world.pass(10);
    table.suspend();
    await table.stored();
    world.pass(3_600);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(table.board.view.phase).toBe('playing');
    // Back again: nobody is asked, since the clock waits for the first move anyway.
    expect(table.paused).toBe(false);
    table.arrive();
    await table.stored();
    world.pass(20);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(game(table).ending?.termination).toBe('no_start');
  });

  test('a game after one that ended while it was paused is paused like every other', async () => {
    const table = await started();
    table.suspend();
    await table.stored();
    await table.owner.do({ type: 'resign' });
    await table.rematch();
    await table.stored();
    expect(table.paused).toBe(true);
    table.wake();
    await table.stored();
    table.suspend();
    await table.stored();
    expect(table.paused).toBe(true);
  });
});

describe('what is stored', () => {
  test('every event, one by one, gives the table again', async () => {
    const table = await started();
    await play(table, 'e2e4 e7e5');
    await table.stored();
    const log = await world.memory.read(table.id);
    expect(log.map((event) => event.seq)).toEqual(log.map((_, index) => index + 1));
    const again = await reread(table);
    expect(again.board.state.moves.map((move) => move.san)).toEqual(['e4', 'e5']);
    expect((await world.memory.tables())[0]).toMatchObject({ names: NAMES, phase: 'playing' });
  });

  test('a reload in the middle of a game charges nobody for the time away', async () => {
    const table = await started();
    world.pass(10);
    await play(table, 'e2e4');
    world.pass(5);
    table.suspend();
    await table.stored();
    world.pass(3_600);
    const again = await reread(table);
    expect(again.paused).toBe(true);
    expect(game(again).clock).toMatchObject({ white_ms: 170_000, black_ms: 175_000, running: null });
    again.wake();
    await again.stored();
    world.pass(1);
    await play(again, 'e7e5');
    expect(game(again).clock?.black_ms).toBe(174_000);
  });

  test('after a crash the side to move is charged for what is known, not more', async () => {
    const table = await started();
    world.pass(10);
    await play(table, 'e2e4');
    await table.stored();
    // No heartbeat could be written here: what was last known is the move itself.
    world.pass(3_600);
    const again = await reread(table);
    expect(game(again).clock).toMatchObject({ white_ms: 170_000, black_ms: 180_000 });
  });

  test('a log that goes on without this page stops it here', async () => {
    const table = await started();
    await table.stored();
    const [line, log] = [await world.memory.line(table.id), await world.memory.read(table.id)];
    const last = log.at(-1);
    if (!line || !last) throw new Error('nothing stored');
    // As where the browser has no locks.
    await world.memory.append(line, [{ ...last, seq: last.seq + 1, event: { type: 'presence_noted', seat: 'owner', present: false } }]);
    await play(table, 'e2e4');
    await table.stored();
    expect(table.elsewhere).toBe(true);
    await table.stored();
    expect(table.board.state.moves).toEqual([]);
    expect(await world.memory.read(table.id)).toHaveLength(last.seq + 1);
  });

  test('a table of another kind than is looked for is not touched', async () => {
    const table = await started();
    await table.stored();
    const before = await world.memory.read(table.id);
    const isMeant = ({ computer }: TableLine): boolean => computer !== undefined;
    expect(await LocalTable.resume(table.id, world, { isMeant })).toBeNull();
    expect(await world.memory.read(table.id)).toEqual(before);
  });

  test('where nothing may be stored the game goes on, and the page can say so', async () => {
    world.forbidden = true;
    const table = await started();
    await play(table, 'e2e4 e7e5');
    await table.stored();
    expect(table.saving).toBe('forbidden');
    expect(await LocalTable.resume(table.id, world)).toBeNull();
  });

  test('what could not be stored is stored with the next event, and the log has no gap', async () => {
    const table = await started();
    await table.stored();
    world.memory.full = true;
    await play(table, 'e2e4');
    await table.stored();
    expect(table.saving).toBe('forbidden');
    const before = await world.memory.read(table.id);
    world.memory.full = false;
    await play(table, 'e7e5');
    await table.stored();
    expect(table.saving).toBe('stored');
    const log = await world.memory.read(table.id);
    expect(log.length).toBe(before.length + 2);
    expect(log.map((event) => event.seq)).toEqual(log.map((_, index) => index + 1));
    const again = await reread(table);
    expect(again.board.state.moves.map((move) => move.san)).toEqual(['e4', 'e5']);
  });

  test('a table that another window has forgotten is played on, but not stored anew', async () => {
    const table = await started();
    await table.stored();
    await world.memory.forget(table.id);
    await play(table, 'e2e4 e7e5');
    await table.stored();
    expect(table.saving).toBe('forgotten');
    expect(table.elsewhere).toBe(false);
    expect(await world.memory.tables()).toEqual([]);
    expect(await world.memory.read(table.id)).toEqual([]);
  });

  test('events behind a gap, or where others are already, are not taken', async () => {
    const table = await started();
    await table.stored();
    const line = (await world.memory.tables())[0];
    const last = (await world.memory.read(table.id)).at(-1);
    if (!line || !last) throw new Error('nothing stored');
    await expect(world.memory.append(line, [{ ...last, seq: last.seq + 2 }])).rejects.toThrow(Forgotten);
    await expect(world.memory.append(line, [last])).rejects.toThrow(WentOnElsewhere);
    await world.memory.append(line, [{ ...last, seq: last.seq + 1 }]);
  });

  test('a device whose clock was set back does not stop the game’s clock', async () => {
    const table = await started();
    await play(table, 'e2e4');
    await table.stored();
    table.leave();
    await table.stored();
    world.pass(-7_200);
    const again = await LocalTable.resume(table.id, world);
    again?.wake();
    await again?.stored();
    world.pass(5);
    if (!again) throw new Error('gone');
    await play(again, 'e7e5');
    expect(game(again).clock?.black_ms).toBe(175_000);
  });
});

describe('a page that is closed before all is stored', () => {
  /** As the browser has it at this moment: what the page asks from now on is lost. */
  function lose(): void {
    world.memory.full = true;
    world.journal.closed = true;
  }

  async function next(table: LocalTable): Promise<LocalTable> {
    world.memory.full = false;
    world.journal.closed = false;
    const again = await reread(table);
    await again.stored();
    return again;
  }

  test('has the move that was just made, asked or answered', async () => {
    const table = await started();
    await table.stored();
    world.pass(7);
    const asked = table.board.do({ type: 'move', uci: 'e2e4', ply: 0 });
    lose();
    await asked;
    world.pass(3_600);
    const again = await next(table);
    expect(again.board.state.moves.map((move) => move.san)).toEqual(['e4']);
    // The move took seven seconds, and nobody is charged for the hour.
    expect(game(again).clock).toMatchObject({ white_ms: 173_000, black_ms: 180_000, running: null });
    expect((await world.memory.read(table.id)).at(-1)?.seq).toBe(again.board.state.seq);
    expect(world.journal.read(table.id)).toBeNull();
  });

  test('has all that was answered while the disk was slow', async () => {
    const table = await started();
    await table.stored();
    world.memory.full = true;
    await play(table, 'e2e4 e7e5 g1f3');
    lose();
    const again = await next(table);
    expect(again.board.state.moves.map((move) => move.san)).toEqual(['e4', 'e5', 'Nf3']);
    const log = await world.memory.read(table.id);
    expect(log.map((event) => event.seq)).toEqual(log.map((_, index) => index + 1));
  });

  test('has a table that was opened just now', async () => {
    world.memory.full = true;
    const table = await opened();
    lose();
    expect((await next(table)).board.view.phase).toBe('playing');
    expect(await world.memory.tables()).toHaveLength(1);
  });

  test('does not play a move twice', async () => {
    const table = await started();
    await table.stored();
    await play(table, 'e2e4');
    const late = world.journal.read(table.id);
    await table.stored();
    world.journal.write(table.id, {
      line: (await world.memory.tables())[0] as TableLine,
      events: late?.events ?? [],
      asked: [{ seat: 'owner', command: { type: 'move', uci: 'e2e4', ply: 0 }, at: world.time, seq: 0 }],
    });
    expect((await next(table)).board.state.moves.map((move) => move.san)).toEqual(['e4']);
  });
});

describe('several windows', () => {
  const watching = async (table: LocalTable): Promise<LocalTable> => {
    const other = await LocalTable.resume(table.id, world);
    if (!other) throw new Error('gone');
    return other;
  };
  const sans = (table: LocalTable): string[] => table.board.state.moves.map((move) => move.san);

  test('one plays, the other looks on, sees every move, and can do nothing', async () => {
    const table = await started();
    await play(table, 'e2e4');
    await table.stored();
    const other = await watching(table);
    expect([table.elsewhere, other.elsewhere]).toEqual([false, true]);
    expect(other.board.view.can).toEqual([]);
    expect(other.board.looksOn).toBe(true);
    const heard: string[] = [];
    other.listen('owner', (events) => heard.push(...events.map(({ type }) => type)));
    await play(table, 'e7e5');
    await table.stored();
    await other.stored();
    expect(sans(other)).toEqual(['e4', 'e5']);
    expect(heard).toContain('move_played');
    expect((await other.board.do({ type: 'move', uci: 'g1f3' }))?.code).toBe('elsewhere');
    other.suspend();
    other.leave();
    await other.stored();
    await table.stored();
    expect(sans(table)).toEqual(['e4', 'e5']);
    expect(table.paused).toBe(false);
  });

  test('the one that looks on takes over, and the other looks on then', async () => {
    const table = await started();
    await table.stored();
    const other = await watching(table);
    other.leave();
    await play(table, 'e2e4');
    const taken = await reread(table);
    taken.wake();
    await play(taken, 'e7e5');
    await taken.stored();
    await table.stored();
    expect([table.elsewhere, taken.elsewhere]).toEqual([true, false]);
    expect(sans(table)).toEqual(['e4', 'e5']);
    expect(await world.memory.read(table.id)).toHaveLength(taken.board.state.seq);
  });

  test('when the one that plays is closed, the other hears of it', async () => {
    const table = await started();
    await table.stored();
    const other = await watching(table);
    expect(other.free).toBe(false);
    table.leave();
    await table.stored();
    await vi.advanceTimersByTimeAsync(0);
    expect(other.free).toBe(true);
  });
});

describe('games after one another', () => {
  test('one word is enough for a rematch: colors swap, the score stays, the clock waits', async () => {
    const table = await started();
    await play(table, 'f2f3 e7e5 g2g4 d8h4');
    expect(table.board.view.score).toEqual({ owner: 0, guest: 1, games: 1 });
    await table.rematch();
    await table.stored();
    expect(game(table)).toMatchObject({ number: 2, white: 'guest' });
    expect(table.paused).toBe(true);
    expect(table.board.view.score.games).toBe(1);
    expect(await table.pgn(1, 'here')).toContain('2. g4 ');
  });

  test('other settings begin another game at once', async () => {
    const table = await started();
    await table.owner.do({ type: 'resign' });
    expect(await table.reopen({ ...BLITZ, clock: { type: 'untimed' } })).toBeNull();
    expect(game(table)).toMatchObject({ number: 2, clock: null });
    expect((await table.reopen(BLITZ))?.code).toBe('game_running');
  });
});

test('a dead position that only a search finds ends the game', async () => {
  const fen = '8/1k6/1p1p1p1p/pPpPpPpP/P1P1P1P1/6B1/1K6/8 w - - 0 1';
  const table = await started({ ...BLITZ, start: { type: 'position', fen } });
  expect(world.asked).toEqual([fen]);
  // Whoever looked was wrong: the arbiter believes nobody.
  world.tellDead();
  expect(table.board.view.phase).toBe('playing');
});

test('an arbiter that breaks down stops the table here, and the log goes on elsewhere', async () => {
  const table = await started();
  await play(table, 'e2e4');
  await table.stored();
  if (world.judge) world.judge.breaking = true;
  expect(await table.board.do({ type: 'move', uci: 'e7e5' })).toBeNull();
  expect(table.broken).toBe(true);
  const again = await reread(table);
  expect(again.board.state.moves.map((move) => move.san)).toEqual(['e4']);
});

describe('against the computer', () => {
  const computer = { level: 'pip', hints: true, seed: 1 };
  const settings: Settings = {
    ...BLITZ,
    rules: { preset: 'fide-online', switches: { pause_when_hidden: true, start: 'on_first_move', offers: false } },
  };
  const against = (): Promise<LocalTable> => LocalTable.open(settings, { owner: '', guest: 'Pip' }, world, computer);

  test('the clock starts with the first move, and who sits there is known after a reload', async () => {
    const table = await against();
    expect(game(table).clock).toMatchObject({ held: 'first_move', running: null });
    expect(table.paused).toBe(false);
    await play(table, 'e2e4');
    await table.stored();
    expect(game(table).clock).toMatchObject({ held: null, running: 'black' });
    const again = await reread(table);
    expect(again.computer).toEqual(computer);
    expect(again.owner.view.seats.guest.name).toBe('Pip');
  });

  test('a page that is hidden charges nobody, though the computer moves meanwhile', async () => {
    const table = await against();
    await play(table, 'e2e4');
    world.pass(2);
    table.suspend();
    world.pass(600);
    expect(await table.act('guest', { type: 'move', uci: 'e7e5' })).toBeNull();
    expect(game(table).clock).toMatchObject({ held: 'hidden', running: null, black_ms: 178_000, white_ms: 180_000 });
    world.pass(600);
    table.arrive();
    await table.stored();
    expect(game(table).clock).toMatchObject({ held: null, running: 'white', white_ms: 180_000 });
    world.pass(5);
    await play(table, 'g1f3');
    expect(game(table).clock?.white_ms).toBe(175_000);
  });

  test('a page that was left in the middle of a thought goes on where it was', async () => {
    const table = await against();
    await play(table, 'e2e4');
    world.pass(3);
    table.leave();
    world.pass(3_600);
    const again = await LocalTable.resume(table.id, world);
    again?.arrive();
    await again?.stored();
    expect(again && game(again).clock).toMatchObject({ running: 'black', black_ms: 177_000 });
  });
});

test('settings that cannot be played are refused with the arbiter’s sentence', async () => {
  const start = { type: 'position', fen: '8/8/8/8/8/8/8/8 w - - 0 1' } as const;
  const refusal = await opened({ ...BLITZ, start }).then(() => null, refusalIn);
  expect(refusal?.message).toContain('White has no king');
});
