// The WebAssembly module with the arbiter, called as the page for two at one device calls it. `make test-wasm`
// builds and runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../../web/src/lib/wasm-table/', import.meta.url);
const { initSync, ArbiterTable } = await import(new URL('tabiya_wasm.js', folder));
const wasm = readFileSync(new URL('tabiya_wasm_bg.wasm', folder));
initSync({ module: wasm });

const NOON = 1_790_000_000_000n;
const SETTINGS = {
  rules: { preset: 'fide-online', switches: { takeback: 'by_agreement' } },
  clock: { type: 'fischer', bank_ms: 60_000, increment_ms: 1_000 },
  owner_color: 'white',
  start: { type: 'standard' },
};

const opened = (settings = SETTINGS) => ArbiterTable.open(JSON.stringify(settings), 'Ana', 'Bo', 7n, NOON);

const act = (table, actor, command, at = NOON) => JSON.parse(table.act(actor, JSON.stringify(command), at));

function started(settings) {
  const table = opened(settings);
  act(table, 'guest', { type: 'ready', ready: true });
  act(table, 'owner', { type: 'start' });
  return table;
}

function play(table, moves, at) {
  let answer;
  moves.split(' ').forEach((uci, index) => {
    answer = act(table, index % 2 === 0 ? 'owner' : 'guest', { type: 'move', uci }, at);
    assert.equal(answer.refusal, undefined, uci);
  });
  return answer;
}

const view = (table, actor) => JSON.parse(table.view(actor));

test('a whole game: events and view as the protocol has them, then the next game', () => {
  const table = started();
  const answer = play(table, 'f2f3 e7e5 g2g4 d8h4', NOON + 1_000n);
  assert.deepEqual(answer.events.map(({ event }) => event.type), ['move_played', 'game_ended']);
  assert.equal(answer.view.you, 'guest');
  assert.equal(answer.view.game.ending.termination, 'checkmate');
  assert.deepEqual(answer.view.score, { owner: 0, guest: 1, games: 1 });
  assert.equal(view(table, 'owner').moves.length, 4);
  act(table, 'guest', { type: 'offer_rematch' });
  assert.equal(act(table, 'owner', { type: 'offer_rematch' }).view.game.white, 'guest');
  assert.match(table.pgn(1, 'here'), /\[Site "here"\][^]*Qh4# .*0-1/);
  assert.equal(table.pgn(9, 'here'), undefined);
});

test('a refusal has the shape of the protocol and changes nothing', () => {
  const table = started();
  const before = table.log(0);
  const { refusal, events } = act(table, 'owner', { type: 'move', uci: 'e2e5' });
  assert.equal(events, undefined);
  assert.deepEqual(Object.keys(refusal).sort(), ['article', 'code', 'message', 'params', 'squares']);
  assert.equal(act(table, 'guest', { type: 'accept_draw' }).refusal.code, 'no_open_offer');
  assert.equal(table.log(0), before);
});

test('nobody sees the chance of the table but the log', () => {
  const table = opened();
  assert.ok(!table.view('owner').includes('seed'));
  assert.match(table.log(0), /"seed":7/);
});

test('the flag falls at the deadline and not a millisecond before', () => {
  const table = started();
  const deadline = table.deadline();
  assert.equal(deadline, NOON + 60_000n);
  assert.deepEqual(JSON.parse(table.tick(deadline - 1n)).events, []);
  const told = JSON.parse(table.tick(deadline));
  assert.equal(told.events[0].event.termination, 'time_forfeit');
  assert.equal(table.deadline(), undefined);
});

test('a pause charges nobody; the log, stored event by event, gives the table again', () => {
  const table = started();
  const stored = JSON.parse(table.log(0));
  play(table, 'e2e4', NOON + 2_000n);
  table.pause(NOON + 5_000n, NOON + 900_000n);
  stored.push(...JSON.parse(table.log(stored.length)));
  const again = ArbiterTable.replay(JSON.stringify(stored));
  assert.equal(again.view('guest'), table.view('guest'));
  const clock = view(again, 'guest').game.clock;
  assert.deepEqual([clock.paused, clock.black_ms], [true, 57_000]);
  again.wake(NOON + 1_000_000n);
  assert.equal(again.deadline(), NOON + 1_057_000n);
  again.free();
});

test('a position in which nobody can mate is handed out to be looked into', () => {
  const table = started();
  const examined = table.toExamine();
  assert.deepEqual([examined.ply, examined.chess960], [0, false]);
  assert.match(examined.fen, / w KQkq - 0 1$/);
  assert.deepEqual(JSON.parse(table.declareDead(0, NOON)).events, []);
});

test('nonsense throws a sentence, and the table stays usable', () => {
  const table = started();
  for (const nonsense of [
    () => table.act('nobody', '{"type": "resign"}', NOON),
    () => table.act('owner', 'resign', NOON),
    () => table.act('owner', '{"type": "tick"}', NOON),
    () => table.act('owner', '['.repeat(100_000), NOON),
    () => table.view('system'),
    () => ArbiterTable.replay('[]'),
    () => ArbiterTable.replay(JSON.stringify([...JSON.parse(table.log(0)), { seq: 99, at: 0, event: { type: 'resumed' } }])),
    () => opened({ ...SETTINGS, clock: { type: 'fischer', bank_ms: -1, increment_ms: 0 } }),
  ]) {
    assert.throws(nonsense, (error) => error instanceof Error && !(error instanceof WebAssembly.RuntimeError));
  }
  const refused = { ...SETTINGS, start: { type: 'position', fen: '8/8/8/8/8/8/8/8 w - - 0 1' } };
  assert.throws(() => opened(refused), (error) => JSON.parse(error.message).refusal.message.length > 10);
  play(table, 'e2e4', NOON);
});

test('each package stays as small as it should be', () => {
  const size = (package_) =>
    gzipSync(readFileSync(new URL(`../${package_}/tabiya_wasm_bg.wasm`, folder)), { level: 9 }).length;
  assert.ok(size('wasm') < 80_000, `the board's package has ${size('wasm')} bytes`);
  assert.ok(size('wasm-table') < 330_000, `the table's package has ${size('wasm-table')} bytes`);
});
