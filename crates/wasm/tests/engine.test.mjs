// The WebAssembly module with the engine, called as the worker calls it. `make test-wasm` builds and runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../../web/src/lib/wasm-engine/', import.meta.url);
const { initSync, EngineHandle } = await import(new URL('tabiya_wasm.js', folder));
const wasm = readFileSync(new URL('tabiya_wasm_bg.wasm', folder));
initSync({ module: wasm });

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const never = () => false;
const nothing = () => {};

const search = (engine, limits, onInfo = nothing, isStopped = never) =>
  JSON.parse(engine.search(JSON.stringify(limits), (json) => onInfo(JSON.parse(json)), isStopped));

test('finds a mate, and tells of it on the way', () => {
  const engine = new EngineHandle(1);
  engine.setGame(START, false, 'f2f3 e7e5 g2g4');
  const infos = [];
  const report = search(engine, { depth: 3 }, (info) => infos.push(info));
  assert.deepEqual(report.lines[0], { score: { mate: 1 }, moves: ['d8h4'] });
  assert.equal(report.lines.length, 1);
  for (const info of infos) assert.equal(info.rank, 1);
  engine.free();
});

test('ends when it is told so, and says what it has found', () => {
  const engine = new EngineHandle(16);
  engine.setGame(START, false, 'e2e4 e7e5 g1f3');
  let asked = 0;
  // Without a limit only this ends it.
  const report = search(engine, {}, nothing, () => (asked += 1) > 20);
  assert.match(report.lines[0].moves[0], /^[a-h][1-8][a-h][1-8]$/);
  assert.ok(report.nodes > 0);
});

test('a finished game has no lines', () => {
  const engine = new EngineHandle(1);
  engine.setGame(START, false, 'f2f3 e7e5 g2g4 d8h4');
  assert.deepEqual(search(engine, { depth: 3 }).lines, []);
});

test('every opponent has a move, a hint says why, a review tells each position', () => {
  const engine = new EngineHandle(1);
  engine.setGame(START, false, 'f2f3 e7e5 g2g4');
  for (const clock of ['null', '{"remainingMs": 30000, "incrementMs": 0}']) {
    const choice = JSON.parse(engine.choose('pip', 5n, clock, never));
    assert.match(choice.uci, /^[a-h][1-8][a-h][1-8]$/);
    assert.ok(choice.pauseMs >= 0);
  }
  const hint = JSON.parse(engine.hint(never));
  assert.deepEqual([hint.uci, hint.why[0].code], ['d8h4', 'mates']);
  let told = 0;
  const review = JSON.parse(engine.review(500, () => (told += 1), never));
  assert.deepEqual([review.points.length, told], [4, 4]);
});

test('nonsense throws a sentence, and the engine stays usable', () => {
  const engine = new EngineHandle(1);
  for (const nonsense of [
    () => engine.setGame('nothing', false, ''),
    () => engine.setGame(START, false, 'e2e5'),
    () => engine.choose('nobody', 1n, 'null', never),
    () => engine.search('depth', nothing, never),
    () => engine.search('{"only": ["e2e5"]}', nothing, never),
  ]) {
    assert.throws(nonsense, (error) => error instanceof Error && !(error instanceof WebAssembly.RuntimeError));
  }
  assert.equal(search(engine, { depth: 1 }).lines.length, 1);
});

test('the package stays as small as it should be', () => {
  const bytes = gzipSync(wasm, { level: 9 }).length;
  assert.ok(bytes < 500_000, `${bytes} bytes`);
});
