// The npm package as its users have it: packed, installed into an empty folder, imported, type-checked.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const pkg = fileURLToPath(new URL('../pkg/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../web/node_modules/typescript/bin/tsc', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tabiya-npm-'));
after(() => rmSync(folder, { recursive: true }));

const npm = (...args) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const packed = JSON.parse(npm('pack', pkg, '--json'))[0];
writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
npm('install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename));
const installed = join(folder, 'node_modules', 'tabiya-rules');
const { Game, Position, readFen, readPgn } = await import(pathToFileURL(join(installed, 'node.js')));

const PINNED = '4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1';
const WALL = '7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1';

test('the package holds what it needs and nothing else', () => {
  const files = packed.files.map((file) => file.path).sort();
  assert.deepEqual(files, [
    'LICENSE-APACHE',
    'LICENSE-MIT',
    'README.md',
    'api.js',
    'browser.js',
    'index.d.ts',
    'node.js',
    'package.json',
    'wasm/tabiya_wasm.js',
    'wasm/tabiya_wasm_bg.wasm'
  ]);
  const about = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.match(about.version, /^\d+\.\d+\.\d+$/);
  assert.notEqual(about.version, '0.0.0');
  assert.equal(about.dependencies, undefined);
});

test('positions: moves, reasons, ends', () => {
  const start = new Position();
  assert.equal(start.moves().length, 20);
  assert.deepEqual(start.read('Nf3'), { uci: 'g1f3', san: 'Nf3', from: 'g1', to: 'f3' });
  const after = start.play('e4');
  assert.equal(start.turn, 'white');
  assert.equal(after.turn, 'black');
  assert.equal(after.key, '823c9b50fd114196');
  assert.deepEqual(after.pieces().e4, { role: 'pawn', color: 'white' });

  const why = new Position(PINNED).why('e2', 'c3');
  assert.equal(why.law, '3.9.2');
  assert.ok(why.squares.includes('e8') && why.message.endsWith('.'));
  assert.equal(start.why('e2', 'e4'), undefined);
  assert.throws(
    () => new Position(PINNED).read('Nc3'),
    (error) => error.name === 'MoveError' && error.law === '3.9.2' && error.squares.includes('e8')
  );
  assert.throws(
    () => new Position('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1').play('Nd2'),
    (error) => error.candidates.join() === 'Nbd2,Nfd2'
  );

  const castle = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  assert.equal(new Position(castle).read('O-O').castles, 'kingside');
  assert.equal(new Position(castle, { chess960: true }).read('O-O').uci, 'e1h1');
  assert.equal(Position.chess960(518).fen, start.fen);
  const passant = new Position('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1').read('exd6');
  assert.equal(passant.captures, 'd5');
  const mate = new Position('R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1');
  assert.deepEqual([mate.isCheckmate, mate.isStalemate, mate.check], [true, false, 'g8']);
});

test('positions that cannot be are refused with every fault', () => {
  const bad = '4k2P/8/8/8/8/8/8/4KR2 w K - 0 1';
  const { ok, faults } = readFen(bad);
  assert.equal(ok, false);
  assert.deepEqual(
    faults.map((fault) => fault.code),
    ['backrank_pawn', 'castling_rights']
  );
  assert.throws(() => new Position(bad), (error) => error.name === 'FenError' && error.faults.length === 2);
  const lenient = readFen('4k3/8/8/8/8/8/8/4KR2 w K', { lenient: true });
  assert.deepEqual(lenient, { ok: true, fen: '4k3/8/8/8/8/8/8/4KR2 w - - 0 1' });
});

test('who can still win is answered with a line or a reason', () => {
  const wall = new Position(WALL);
  const no = wall.winnable('white');
  assert.equal(no.winnable, false);
  assert.ok(no.reason.endsWith('.'));
  const helped = '8/8/8/4k3/4p3/4N3/4K3/8 b - - 0 1';
  const yes = new Position(helped).winnable('white');
  const game = new Game(helped);
  for (const uci of yes.line) game.play(uci);
  assert.equal(game.position.isCheckmate, true);
  const definitions = { loneKing: false, materialPair: false, usChess: true, simpleMinor: true };
  assert.deepEqual(new Position(helped).insufficientMaterial('white'), definitions);
  assert.throws(() => wall.winnable('green'), { name: 'TypeError' });
  assert.throws(() => wall.winnable('white', { positions: 0 }), { name: 'TypeError' });
});

test('games: repetition, taking back, PGN and back', () => {
  const game = new Game();
  for (const text of 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'.split(' ')) game.play(text);
  assert.deepEqual([game.ply, game.repetitions], [8, 3]);
  assert.deepEqual(game.claims(), ['threefold_repetition']);
  assert.equal(game.outcome, undefined);
  const mated = new Game();
  for (const text of ['f3', 'e5', 'g4', 'Qh4#']) mated.play(text);
  assert.deepEqual([mated.outcome, mated.endedBy, mated.claims()], ['0-1', 'checkmate', []]);
  assert.equal(game.undo(), true);
  assert.equal(game.repetitions, 2);
  const text = game.pgn({ White: 'Ada', Result: '*' });
  const [again] = readPgn(text);
  assert.equal(again.tags.White, 'Ada');
  assert.deepEqual(
    again.moves.map((move) => move.san),
    game.moves().map((move) => move.san)
  );
  assert.equal(again.fen, game.fen);
});

test('files of games are read as they are', () => {
  const [first, second] = readPgn('[White "A"]\n\n1. e4 {[%clk 0:01:00.5] x} e5?! 2. Qh8 1-0\n\n[White "B"]\n\n1. d4 (1. c4) *\n');
  assert.deepEqual(first.moves[0], { san: 'e4', uci: 'e2e4', comments: ['x'], nags: [], clock: 60.5 });
  assert.deepEqual(first.moves[1].nags, [6]);
  assert.deepEqual([first.error.line, first.error.ply, first.error.token], [3, 3, 'Qh8']);
  assert.deepEqual([second.variations, second.result, second.error], [1, '*', undefined]);
  const latin = Uint8Array.from('[White "M\xfcller"]\n\n*\n', (letter) => letter.charCodeAt(0));
  assert.equal(readPgn(latin)[0].tags.White, 'Müller');
});

test('pictures', () => {
  const game = new Game();
  game.play('e4');
  const options = { orientation: 'black', theme: 'dark', arrows: [{ from: 'e7', to: 'e5', color: 'red' }] };
  assert.match(game.svg(options), /^<svg .*Last move: e2 to e4.*<\/svg>\s*$/s);
  assert.match(new Position().svg(), /^<svg /);
  assert.throws(() => new Position().svg({ theme: 'pink' }), { name: 'TypeError' });
});

test('no text makes it panic', () => {
  for (const text of ['', '\0', 'é', '♞f3', 'a7a8k', 'x'.repeat(5000), '🙂', '9/9 w']) {
    for (const call of [
      () => new Position(text),
      () => new Position().read(text),
      () => new Position().why(text, text, text),
      () => readPgn(text),
      () => readFen(text, { lenient: true })
    ]) {
      try {
        call();
      } catch (error) {
        assert.ok(!(error instanceof WebAssembly.RuntimeError), `${JSON.stringify(text)}: ${error}`);
      }
    }
  }
});

test('the types say what the module has, and a program compiles against them', () => {
  const types = readFileSync(join(installed, 'index.d.ts'), 'utf8');
  for (const [name, constructor] of Object.entries({ Position, Game })) {
    const declared = types.split(`export class ${name} {`)[1].split('\n}')[0];
    for (const member of Object.getOwnPropertyNames(constructor.prototype)) {
      if (member.startsWith('__') || member === 'constructor') continue;
      assert.match(declared, new RegExp(`\\b${member}\\b`), `${name}.${member}`);
    }
  }
  writeFileSync(
    join(folder, 'user.ts'),
    `import { Game, Position, readFen, readPgn, type Move, type Square } from 'tabiya-rules';
const moves: Move[] = new Position().moves();
const from: Square | undefined = moves[0]?.from;
const verdict = new Position().winnable('white');
const words: string = verdict.winnable ? (verdict.line ?? []).join(' ') : verdict.reason;
const read = readFen('x');
const fen: string = read.ok ? read.fen : read.faults[0]!.message;
const clock: number | undefined = readPgn('')[0]?.moves[0]?.clock;
export const all = [from, words, fen, clock, new Game().play('e4').hint];
// @ts-expect-error a side is white or black
new Position().winnable('green');
// @ts-expect-error i9 is no square
new Position().why('e2', 'i9');
`
  );
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', 'user.ts'];
  execFileSync(process.execPath, [compiler, ...strict], { cwd: folder, stdio: 'pipe' });
});

test('the example of the README runs', () => {
  const example = readFileSync(join(installed, 'README.md'), 'utf8').match(/```js\n(.*?)```/s)[1];
  writeFileSync(join(folder, 'example.mjs'), example);
  const output = execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.match(output, /^Qh4# true\n/);
  assert.match(output, /winnable: false/);
});
