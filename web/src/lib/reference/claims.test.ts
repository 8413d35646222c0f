// What the pages say about moves beyond one: lines that are named, played by the real rules to what they are said to give.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { realRules } from '$lib/rules-for-tests';
import { Follower, type Rules } from '$lib/rules';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

type End = 'mate' | 'stalemate' | 'check' | 'nothing';

function ending(fen: string, moves: readonly string[]): End {
  const follower = new Follower(rules);
  const line = follower.follow(fen, false, moves);
  if (!line) throw new Error(`not legal: ${fen} ${moves.join(' ')}`);
  const check = line.check(line.ply()) !== undefined;
  if (follower.dests(line).size === 0) return check ? 'mate' : 'stalemate';
  return check ? 'check' : 'nothing';
}

function replies(fen: string, moves: readonly string[]): string[] {
  const follower = new Follower(rules);
  const line = follower.follow(fen, false, moves);
  if (!line) throw new Error('not legal');
  return [...follower.dests(line)].flatMap(([from, squares]) => squares.map((to) => from + to)).sort();
}

const LINES: readonly [string, string, readonly string[], End][] = [
  ['the knight that was underestimated: Nf6 overlooks Qxf7 mate',
    'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3', ['g8f6', 'h5f7'], 'mate'],
  ['whoever does not look is mated on f7',
    'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3', ['a7a6', 'h5f7'], 'mate'],
  ['the queen on e7 guards f7',
    'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3', ['d8e7', 'h5f7', 'e7f7', 'c4f7'], 'check'],
  ['smothered mate after the queen is given', '5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1', ['b3g8', 'f8g8', 'h6f7'], 'mate'],
  ['the back rank without a hole', '6k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1', ['g8h8', 'c1c8'], 'mate'],
  ['the back rank with a hole', '6k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1', ['h7h6', 'c1c8'], 'check'],
  ['the perpetual check', '6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1', ['h5e8', 'g8h7', 'e8h5', 'h7g8', 'h5e8'], 'check'],
  ['the pawn runs', '8/8/8/5k2/P7/8/8/7K w - - 0 1', ['a4a5', 'f5e6', 'a5a6', 'e6d7', 'a6a7', 'd7c7', 'a7a8q'], 'nothing'],
  ['the pawn is caught when Black moves first',
    '8/8/8/5k2/P7/8/8/7K b - - 0 1', ['f5e6', 'a4a5', 'e6d6', 'a5a6', 'd6c7', 'a6a7', 'c7b7', 'h1g1', 'b7a7'], 'nothing'],
  ['the king on the sixth rank brings his pawn through',
    '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', ['e6d6', 'e8d8', 'e5e6', 'd8e8', 'e6e7', 'e8f7', 'd6d7', 'f7f6', 'e7e8q'], 'nothing'],
  ['two pawns on the sixth rank beat the rook',
    '1r4k1/8/1PP5/8/8/8/8/6K1 w - - 0 1', ['c6c7', 'b8b6', 'c7c8q'], 'check'],
  ['the knight forks king and rook', 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1', ['d5c7', 'e8d7', 'c7a8'], 'nothing'],
  ['the skewer wins the queen', '8/8/8/3k3q/8/8/8/R3K3 w - - 0 1', ['a1a5', 'd5e4', 'a5h5'], 'nothing'],
  ['the discovered attack wins the queen', '3qk3/8/8/8/8/3B4/8/3RK3 w - - 0 1', ['d3b5', 'e8f7', 'd1d8'], 'nothing'],
  ['a rook is enough where a queen is too much', '8/5P1k/8/7K/8/8/8/8 w - - 0 1', ['f7f8r', 'h7g7', 'f8f1'], 'nothing'],
  ['after taking on e5 Black wins e4 back',
    'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', ['f3e5', 'd7d6', 'e5f3', 'f6e4'], 'nothing'],
  ['the bishop on e4 leaves the king g8', '7k/7p/7K/8/8/3B4/8/8 w - - 0 1', ['d3e4', 'h8g8'], 'nothing'],
  ['the bishop does not shut the king in before it moves', '7k/7p/7K/8/8/3B4/8/8 b - - 0 1', ['h8g8'], 'nothing'],
  ['the knight on g5 can be taken by the queen',
    'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', ['f3g5', 'd8g5'], 'nothing'],
  ['the two planned answers can be played',
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', ['e7e5', 'g1f3'], 'nothing'],
  ['and so the other one',
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', ['c7c5', 'c2c3'], 'nothing'],
  ['two knights can mate where the king helps', '7k/5N2/5N1K/8/8/8/8/8 b - - 0 1', [], 'mate'],
];

interface Winnable {
  initSync: (source: { module: BufferSource }) => unknown;
  prospects: (fen: string, chess960: boolean) => { white: { type: string }; black: { type: string } };
}
const packages = import.meta.glob<Winnable>('../wasm-prospects/tabiya_wasm.js');

/** Who can still mate, as the pages say: white, black, both or none. */
const PROSPECTS: readonly [string, 'both' | 'white' | 'black' | 'none'][] = [
  ['7k/7B/7K/8/8/8/8/8 b - - 0 1', 'none'],
  ['7k/R7/8/8/8/8/1R6/6K1 w - - 0 1', 'white'],
  ['7k/5K2/8/8/8/8/8/6R1 w - - 0 1', 'white'],
  ['4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1', 'none'],
  ['5b2/8/8/4k3/8/8/8/2B1K3 w - - 0 1', 'none'],
  ['4k3/8/8/8/8/8/8/3K1N2 w - - 0 1', 'none'],
  ['4k3/8/8/8/8/8/3K4/8 w - - 0 1', 'none'],
  ['2q4k/8/8/8/8/8/5K2/7N b - - 0 1', 'black'],
  ['2r4k/8/8/8/8/8/5K2/7N b - - 0 1', 'both'],
  ['2r4k/8/8/8/8/8/5K2/7B b - - 0 1', 'black'],
  ['4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'white'],
  ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'white'],
  ['7k/8/8/8/8/8/8/2NNK3 w - - 0 1', 'white'],
  ['4k3/8/8/2b5/8/8/8/2B1K3 w - - 0 1', 'none'],
  ['4k3/8/8/1b6/8/8/8/2B1K3 w - - 0 1', 'both'],
];

describe('who can still mate', () => {
  it('is as the pages say', async () => {
    const load = Object.values(packages)[0];
    if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
    const { initSync, prospects } = await load();
    initSync({ module: readFileSync('src/lib/wasm-prospects/tabiya_wasm_bg.wasm') });
    for (const [fen, who] of PROSPECTS) {
      const found = prospects(fen, false);
      const white = found.white.type === 'mate';
      const black = found.black.type === 'mate';
      expect(white && black ? 'both' : white ? 'white' : black ? 'black' : 'none', fen).toBe(who);
    }
  });
});

describe('what the pages say of moves to come', () => {
  for (const [name, fen, moves, end] of LINES) {
    it(name, () => expect(ending(fen, moves)).toBe(end));
  }

  it('answers are as few as the pages say', () => {
    // The queen on g8 must be taken by the rook; after Bxf7+ the king has one square; the checks on e8 drive him to h7.
    expect(replies('5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1', ['b3g8'])).toEqual(['f8g8']);
    const legal = ['e2e4', 'e7e5', 'g1f3', 'd7d6', 'f1c4', 'c8g4', 'b1c3', 'g7g6', 'f3e5', 'g4d1', 'c4f7'];
    expect(replies('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', legal)).toEqual(['e8e7']);
    expect(replies('6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1', ['h5e8'])).toEqual(['g8h7']);
    expect(replies('6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1', ['h5e8', 'g8h7', 'e8h5'])).toEqual(['h7g8']);
  });

  it('the knight that goes home lets the first position stand for the third time, and no other move does', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const before = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1'];
    const times = (last: string): number => {
      const line = new Follower(rules).follow(start, false, [...before, last]);
      if (!line) throw new Error('not legal');
      const stood = Array.from({ length: line.ply() + 1 }, (_, ply) => line.fen(ply).split(' ').slice(0, 4).join(' '));
      return stood.filter((fen) => fen === stood.at(-1)).length;
    };
    expect(times('f6g8')).toBe(3);
    expect(times('f6d5')).toBe(1);
  });

  it('written moves are those of the pages, and what is not clear is not read', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const played: string[] = [];
    const written = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'g8f6'].map((move) => {
      const san = new Follower(rules).follow(start, false, played)?.san(move);
      played.push(move);
      return san;
    });
    expect(written).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'Nf6']);
    const sealed = new Follower(rules).follow('6k1/5ppp/8/8/8/5N2/5PPP/1N4K1 w - - 0 41', false, []);
    expect(sealed?.san('b1d2')).toBe('Nbd2');
    expect(sealed?.san('f3d2')).toBe('Nfd2');
    expect(sealed?.read('Nd2').uci).toBeUndefined();
    expect(sealed?.read('Nbd2').uci).toBe('b1d2');
  });
});
