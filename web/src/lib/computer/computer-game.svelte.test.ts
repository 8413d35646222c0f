// Games against the computer without an engine: when it is asked, what comes of its answers, takebacks, hints, the
// archive, and games one after another. The table is the real one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Choice, Hint } from '../engine/questions';
import { FakeWorld } from '../local/fake-world';
import { LocalTable } from '../local/local-table.svelte';
import type { ArchivedGame } from './archive';
import { ComputerGame, type GameWorld, type Mind } from './computer-game.svelte';
import { openAgainst } from './open';
import { settingsOf, type Wishes } from './wishes';

vi.mock('../storage', async (original) => ({
  ...(await original<typeof import('../storage')>()),
  recall: (_: string, otherwise: unknown) => otherwise,
  remember: () => undefined,
}));

vi.mock('../rules', () => ({ loadRules: () => Promise.resolve(null), Follower: class {} }));

class FakeMind implements Mind {
  /** What was asked and waits for an answer. */
  asked: { moves: readonly string[]; seed: number; clock: unknown; tell: (choice: Choice | null) => void; fail: () => void }[] = [];
  hints: ((hint: Hint | null) => void)[] = [];
  stops = 0;
  games = 0;
  closed = false;

  newGame(): Promise<void> {
    this.games += 1;
    return Promise.resolve();
  }

  choose({ moves, seed, clock }: Parameters<Mind['choose']>[0]): Promise<Choice | null> {
    return new Promise((tell, reject) => {
      this.asked.push({ moves, seed, clock, tell, fail: () => reject(new Error('broken')) });
    });
  }

  hint(): Promise<Hint | null> {
    return new Promise((resolve) => this.hints.push(resolve));
  }

  stop(): void {
    this.stops += 1;
  }

  close(): void {
    this.closed = true;
  }
}

const WISHES: Wishes = {
  level: 'wen', color: 'white', clock: { type: 'delay', bank_ms: 60_000, delay_ms: 2_000 }, hints: true, takebacks: true,
  preset: 'fide-online',
};

let world: FakeWorld;
let mind: FakeMind;
let kept: ArchivedGame[];
let hidden: boolean;
let leave: (() => void)[];

const gameWorld = (): GameWorld => ({
  mind: () => Promise.resolve(mind),
  keep: (game) => {
    kept.push(game);
    return Promise.resolve();
  },
  hidden: () => hidden,
});

beforeEach(() => {
  vi.useFakeTimers();
  world = new FakeWorld();
  mind = new FakeMind();
  kept = [];
  hidden = false;
  leave = [];
});
afterEach(() => {
  for (const stop of leave) stop();
  vi.useRealTimers();
});

function at(table: LocalTable): ComputerGame {
  const game = new ComputerGame(table, gameWorld());
  leave.push(game.follow());
  return game;
}

const started = async (wishes: Partial<Wishes> = {}): Promise<ComputerGame> =>
  at(await openAgainst({ ...WISHES, ...wishes }, '', world));

const settle = async (game: ComputerGame): Promise<void> => {
  await game.table.stored();
  await vi.advanceTimersByTimeAsync(0);
  await game.table.stored();
};

async function move(game: ComputerGame, uci: string): Promise<void> {
  expect(await game.table.owner.do({ type: 'move', uci })).toBeNull();
  await settle(game);
}

/** The page comes again, after nobody has followed the game for a while. */
async function reloaded(game: ComputerGame): Promise<ComputerGame> {
  game.table.leave();
  await settle(game);
  const table = await LocalTable.resume(game.table.id, world);
  if (!table) throw new Error('gone');
  const again = at(table);
  again.show();
  await settle(again);
  return again;
}

/** The computer answers with a move, after a pause. */
async function reply(game: ComputerGame, uci: string, pauseMs = 0): Promise<void> {
  const question = mind.asked.at(-1);
  if (!question) throw new Error('nothing was asked');
  question.tell({ uci, pauseMs, score: { cp: 0 } });
  await settle(game);
}

const sans = (game: ComputerGame): string[] => game.table.state('owner').moves.map((each) => each.san);

describe('the computer', () => {
  test('is asked when it is to move, with its clock, and its move is played', async () => {
    const game = await started();
    expect(mind.asked).toEqual([]);
    await move(game, 'e2e4');
    expect(mind.asked).toHaveLength(1);
    expect(mind.asked[0]).toMatchObject({ moves: ['e2e4'], clock: { remainingMs: 60_000, incrementMs: 2_000 } });
    expect(game.thinking).toBe(true);
    await reply(game, 'e7e5');
    expect(sans(game)).toEqual(['e4', 'e5']);
    expect(game.thinking).toBe(false);
  });

  test('begins where it has White', async () => {
    const game = await started({ color: 'black' });
    await settle(game);
    expect(mind.asked).toHaveLength(1);
    await reply(game, 'd2d4');
    expect(sans(game)).toEqual(['d4']);
    // Nothing of the person's own has been played: the settings can still be changed.
    expect(game.changeable).toBe(true);
  });

  test('waits as a person would, but not while nobody looks', async () => {
    const game = await started();
    await move(game, 'e2e4');
    await reply(game, 'e7e5', 3_000);
    expect(sans(game)).toEqual(['e4']);
    await vi.advanceTimersByTimeAsync(3_000);
    await settle(game);
    expect(sans(game)).toEqual(['e4', 'e5']);
    await move(game, 'g1f3');
    await reply(game, 'b8c6', 3_000);
    hidden = true;
    game.hide();
    await settle(game);
    expect(sans(game)).toHaveLength(4);
    expect(game.view.game?.clock).toMatchObject({ held: 'hidden', running: null });
    hidden = false;
    game.show();
    await settle(game);
    expect(game.view.game?.clock).toMatchObject({ held: null, running: 'white' });
  });

  test('goes on after a reload in the middle of its thought', async () => {
    const game = await started();
    await move(game, 'e2e4');
    leave.pop()?.();
    mind = new FakeMind();
    const again = await reloaded(game);
    expect(mind.asked[0]?.moves).toEqual(['e2e4']);
    await reply(again, 'c7c5');
    expect(sans(again)).toEqual(['e4', 'c5']);
    expect(again.level?.name).toBe('Wen');
  });

  test('that cannot be had can be tried again', async () => {
    const game = await started();
    await move(game, 'e2e4');
    mind.asked[0]?.fail();
    await settle(game);
    expect(game.failed).toBe(true);
    game.retry();
    await settle(game);
    expect(mind.asked).toHaveLength(2);
    await reply(game, 'e7e5');
    expect(game.failed).toBe(false);
    expect(sans(game)).toHaveLength(2);
  });

  test.each(['no move', 'a move that is none'])('that answers with %s has failed, and another takes its place', async (answer) => {
    const game = await started();
    await move(game, 'e2e4');
    const first = mind;
    if (answer === 'no move') mind.asked[0]?.tell(null);
    else mind.asked[0]?.tell({ uci: 'e2e5', pauseMs: 0, score: { cp: 0 } });
    await settle(game);
    expect(game).toMatchObject({ failed: true, thinking: false });
    mind = new FakeMind();
    // The page is looked away from and back at before the button is pressed.
    game.show();
    await settle(game);
    game.retry();
    await settle(game);
    expect(first.closed).toBe(true);
    await reply(game, 'e7e5');
    expect(sans(game)).toEqual(['e4', 'e5']);
  });
});

describe('a second window', () => {
  test('looks on: nothing is thought there, and nobody can play', async () => {
    const game = await started();
    await move(game, 'e2e4');
    const table = await LocalTable.resume(game.table.id, world);
    if (!table) throw new Error('gone');
    const asked = mind.asked.length;
    const other = at(table);
    other.show();
    await settle(other);
    expect(mind.asked).toHaveLength(asked);
    await reply(game, 'e7e5');
    await settle(other);
    expect(sans(other)).toEqual(['e4', 'e5']);
    expect(other).toMatchObject({ thinking: false, hintable: false, changeable: false });
    expect(other.desk.playing).toBe(false);
  });

  test('that takes the game over ends the thought here, and thinks itself', async () => {
    const game = await started();
    await move(game, 'e2e4');
    const first = mind;
    mind = new FakeMind();
    const table = await LocalTable.resume(game.table.id, world, { take: true });
    if (!table) throw new Error('gone');
    const other = at(table);
    other.show();
    await settle(other);
    game.lookOn();
    first.asked[0]?.tell({ uci: 'c7c5', pauseMs: 0, score: { cp: 0 } });
    await settle(game);
    await reply(other, 'e7e5');
    await settle(game);
    expect([sans(other), sans(game)]).toEqual([['e4', 'e5'], ['e4', 'e5']]);
    expect([game.failed, game.thinking]).toEqual([false, false]);
  });
});

test('whoever comes back is told that the clock has stood, and nobody who was not away', async () => {
  const game = await started();
  game.show();
  expect(game.desk.note).toBe('');
  await move(game, 'e2e4');
  await reply(game, 'e7e5');
  game.hide();
  await settle(game);
  game.show();
  expect(game.desk.note).toBe('Your clock stood while you were away. It runs on from now.');
  const untimed = await started({ clock: { type: 'untimed' } });
  await move(untimed, 'e2e4');
  await reply(untimed, 'e7e5');
  untimed.hide();
  await settle(untimed);
  untimed.show();
  expect(untimed.desk.note).toBe('');
});

describe('a takeback', () => {
  test('is granted at once, and takes the answer back, too', async () => {
    const game = await started();
    await move(game, 'e2e4');
    await reply(game, 'e7e5');
    await game.table.owner.do({ type: 'offer_takeback' });
    await settle(game);
    expect(sans(game)).toEqual([]);
    expect(game.view.game?.turn).toBe('white');
  });

  test('while the computer thinks ends the thought; its answer is not played', async () => {
    const game = await started();
    await move(game, 'e2e4');
    await game.table.owner.do({ type: 'offer_takeback' });
    await settle(game);
    expect(sans(game)).toEqual([]);
    expect(mind.stops).toBeGreaterThan(0);
    await reply(game, 'e7e5');
    expect(sans(game)).toEqual([]);
    expect(game.thinking).toBe(false);
  });

  test('that was asked for when the page was closed is granted when it comes again', async () => {
    const game = await started();
    await move(game, 'e2e4');
    leave.pop()?.();
    await game.table.owner.do({ type: 'offer_takeback' });
    const again = await reloaded(game);
    expect(sans(again)).toEqual([]);
    expect(again.thinking).toBe(false);
  });

  test('is not to be had where it was not wished', async () => {
    const game = await started({ takebacks: false });
    await move(game, 'e2e4');
    await reply(game, 'e7e5');
    expect((await game.table.owner.do({ type: 'offer_takeback' }))?.code).toBe('takeback_off');
  });
});

describe('a hint', () => {
  const HINT: Hint = {
    uci: 'g1f3', why: [{ code: 'develops', params: { man: { role: 'knight', square: 'g1' } } }],
    line: { score: { cp: 20 }, moves: ['g1f3'] },
  };

  test('shows the man, then its square, then the move and why', async () => {
    const game = await started();
    const first = game.hint();
    await vi.advanceTimersByTimeAsync(0);
    expect(game.hinting.asking).toBe(true);
    mind.hints[0]?.(HINT);
    await first;
    expect(game.desk.hinted).toEqual({ squares: ['g1'], arrow: null });
    expect(game.desk.note).not.toContain('f3');
    await game.hint();
    expect(game.desk.hinted).toEqual({ squares: ['g1', 'f3'], arrow: null });
    await game.hint();
    expect(game.desk.hinted?.arrow).toEqual({ from: 'g1', to: 'f3' });
    expect(game.desk.note).toContain('It brings the knight into the game.');
    expect(mind.hints).toHaveLength(1);
  });

  test('goes with its position, also one that comes too late', async () => {
    const game = await started();
    const asked = game.hint();
    await vi.advanceTimersByTimeAsync(0);
    await move(game, 'e2e4');
    mind.hints[0]?.(HINT);
    await asked;
    expect(game.desk.hinted).toBeNull();
    expect(game.hinting.step).toBe(0);
  });

  test('is not given where it was not wished, nor on the other’s turn', async () => {
    const game = await started({ hints: false });
    await game.hint();
    expect(mind.hints).toEqual([]);
    const other = await started();
    await move(other, 'e2e4');
    expect(other.hintable).toBe(false);
  });
});

describe('games one after another', () => {
  async function lost(game: ComputerGame): Promise<void> {
    await move(game, 'f2f3');
    await reply(game, 'e7e5');
    await move(game, 'g2g4');
    await reply(game, 'd8h4');
  }

  test('a game that is over is kept, with who played and why it ended', async () => {
    const game = await started();
    await lost(game);
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      id: `${game.table.id}-1`, you: 'white', moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'],
      white: { name: 'You', level: null }, black: { name: 'Wen', level: 'wen' },
      outcome: { type: 'win', color: 'black' }, termination: 'checkmate', sentence: 'Black won: White is checkmated.',
    });
    expect(game.kept).toBe(kept[0]?.id);
  });

  test('is kept when the page comes again that was closed too early, as of when it ended', async () => {
    const game = await started();
    await move(game, 'f2f3');
    await reply(game, 'e7e5');
    await move(game, 'g2g4');
    leave.pop()?.();
    world.pass(5);
    const ended = world.time;
    await game.table.act('guest', { type: 'move', uci: 'd8h4', ply: 3 });
    expect(kept).toEqual([]);
    world.pass(60);
    const again = await reloaded(game);
    expect(kept).toMatchObject([{ id: again.kept, endedAt: ended, termination: 'checkmate' }]);
  });

  test('the next has the same colors, and the score goes on', async () => {
    const game = await started();
    await lost(game);
    expect(await game.again()).toBeNull();
    await settle(game);
    expect(game.view).toMatchObject({ phase: 'playing', score: { owner: 0, guest: 1, games: 1 } });
    expect(game.view.seats.owner.color).toBe('white');
    await move(game, 'e2e4');
    // Another game of the same two is another one.
    expect(mind.asked.at(-1)?.seed).not.toBe(mind.asked[0]?.seed);
  });

  test('before the first move the settings can be changed, afterwards not', async () => {
    const game = await started();
    expect(game).toMatchObject({ changeable: true, fresh: true });
    expect(await game.change(settingsOf({ ...WISHES, color: 'black' }))).toBeNull();
    await settle(game);
    expect(game.view.seats.owner.color).toBe('black');
    expect(kept).toEqual([]);
    await reply(game, 'e2e4');
    await move(game, 'e7e5');
    expect(game).toMatchObject({ changeable: false, fresh: false });
    expect((await game.change(settingsOf(WISHES)))?.code).toBe('abort_too_late');
  });

  test('leaving closes the engine', async () => {
    const game = await started();
    await move(game, 'e2e4');
    leave.pop()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(mind.closed).toBe(true);
  });
});
