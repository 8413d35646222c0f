// The built WebAssembly module, called as the web application calls it. `make test-wasm` builds and runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../../web/src/lib/wasm/', import.meta.url);
const { initSync, Line } = await import(new URL('tabiya_wasm.js', folder));
initSync({ module: readFileSync(new URL('tabiya_wasm_bg.wasm', folder)) });

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('plays, takes back and remembers positions', () => {
  const line = new Line(START, false);
  for (const uci of ['f2f3', 'e7e5', 'g2g4']) line.play(uci);
  assert.equal(line.ply(), 3);
  assert.equal(line.san('d8h4'), 'Qh4#');
  line.play('d8h4');
  assert.equal(line.check(4), 'e1');
  assert.equal(line.check(3), undefined);
  assert.deepEqual(line.dests(), {});
  line.truncate(1);
  assert.equal(line.ply(), 1);
  assert.equal(line.fen(0), START);
  assert.throws(() => line.fen(2), Error);
  line.free();
});

test('lists destinations, castling as the king goes', () => {
  const standard = new Line('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', false);
  assert.ok(standard.dests().e1.includes('g1'));
  assert.ok(!standard.dests().e1.includes('h1'));
  const chess960 = new Line('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', true);
  assert.ok(chess960.dests().e1.includes('h1'));
  assert.deepEqual(new Line(START, false).dests().g1.sort(), ['f3', 'h3']);
});

test('says why not, with squares, and stays usable after a fault', () => {
  const line = new Line('4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1', false);
  const why = line.why('e2', 'c3');
  assert.equal(why.article, '3.9.2');
  assert.ok(why.squares.includes('e8'));
  assert.match(why.sentence, /\.$/);
  assert.equal(typeof why.params, 'object');
  assert.equal(line.why('e1', 'd1'), undefined);
  assert.throws(() => line.play('e2c3'), Error);
  assert.throws(() => line.play('nonsense'), Error);
  assert.throws(() => line.why('e9', 'e4'), Error);
  assert.throws(() => new Line('not a position', false), Error);
  line.play('e1d1');
});

test('reads typed moves', () => {
  const line = new Line('6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1', false);
  assert.equal(line.promotes('a7', 'a8'), true);
  assert.equal(line.promotes('g1', 'f1'), false);
  const queen = line.read('a8');
  assert.equal(queen.uci, 'a7a8q');
  assert.equal(queen.san, 'a8=Q#');
  assert.equal(typeof queen.hint, 'string');
  assert.equal(line.read('a8=N').uci, 'a7a8n');
  assert.equal(line.read('Ke7').reason.squares.constructor, Array);
  assert.equal(typeof line.read('zzz').reason.sentence, 'string');
});

test('no text makes it panic', () => {
  const texts = ['', ' ', '\u{0}', 'é', '♞f3', 'e', 'e2e', 'a7a8k', '0-0-0-0', 'x'.repeat(5000), '🙂🙂', 'a1a1'];
  for (const text of texts) {
    const line = new Line(START, false);
    assert.ok(line.read(text));
    for (const call of [() => line.play(text), () => line.san(text), () => line.why(text, text, text)]) {
      try {
        call();
      } catch (error) {
        assert.ok(!(error instanceof WebAssembly.RuntimeError), `${JSON.stringify(text)}: ${error}`);
      }
    }
    assert.throws(() => new Line(text, true), (error) => !(error instanceof WebAssembly.RuntimeError));
    line.free();
  }
});
