// The WebAssembly module for the board for analysis, called as its page calls it. `make test-wasm` builds and runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../../web/src/lib/wasm-analysis/', import.meta.url);
const module = await import(new URL('tabiya_wasm.js', folder));
const wasm = readFileSync(new URL('tabiya_wasm_bg.wasm', folder));
module.initSync({ module: wasm });

const bytes = (text) => new TextEncoder().encode(text);
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('reads and writes games with variations', () => {
  const text = '[White "A"]\n\n1. e4 e5 (1... c5 {open}) 2. Nf3 $1 *\n\n[White "B"]\n\n1. d4 *';
  assert.deepEqual(JSON.parse(module.readPgnList(bytes(text))).map(({ tags }) => tags[0][1]), ['A', 'B']);
  const game = module.readPgnGame(bytes(text), 0);
  assert.match(module.writePgn(game), /1\. e4 e5 \(1\.\.\. c5 \{open\}\) 2\. Nf3 \$1 \*/);
  assert.equal(JSON.parse(module.readPgnGame(bytes(text), 1)).nodes[1].san, 'd4');
});

test('names openings, faults of positions, and draws', () => {
  const line = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
  assert.deepEqual(JSON.parse(module.openingName(line)), { eco: 'B20', name: 'Sicilian Defense' });
  assert.equal(module.openingName('4k3/8/8/8/8/8/8/4K3 w - - 0 1'), undefined);
  assert.equal(module.checkFen(START, false), '[]');
  assert.equal(JSON.parse(module.checkFen('8/8/8/8/8/8/8/8 w - - 0 1', false)).length, 2);
  assert.equal(module.readFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w', false).split(' ')[1], 'w');
  assert.match(module.pictureSvg(START, false, false, '[]'), /^<svg/);
});

test('no text makes it panic', () => {
  for (const text of ['', ' ', '\u{0}', '{', '(', '1. e4 (', '[White "', '🙂', '{"nodes": []}', 'x'.repeat(5000)]) {
    const calls = [
      () => module.readPgnList(bytes(text)), () => module.readPgnGame(bytes(text), 0), () => module.writePgn(text),
      () => module.checkFen(text, true), () => module.readFen(text, true), () => module.openingName(text),
      () => module.pictureSvg(START, false, false, text),
    ];
    for (const call of calls) {
      try {
        call();
      } catch (error) {
        assert.ok(!(error instanceof WebAssembly.RuntimeError), `${JSON.stringify(text)}: ${error}`);
      }
    }
  }
});

test('is small enough', () => {
  assert.ok(gzipSync(wasm, { level: 9 }).length < 320_000);
});
