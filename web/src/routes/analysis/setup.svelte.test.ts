// Putting up a position: castling, en passant and counts go with the men, and faults are named.
import { beforeAll, expect, it } from 'vitest';
import { realNotation, realRules } from '$lib/analysis/for-tests';
import type { Notation } from '$lib/analysis/pgn';
import { readPlacement, START_FEN } from '$lib/table/placement';
import { EMPTY_FEN, endingOf, Setup } from './setup.svelte';

let notation: Notation;
beforeAll(async () => {
  notation = await realNotation();
});

it('begins with a position and says it again', () => {
  const setup = new Setup(notation, START_FEN, false);
  expect(setup.fen).toBe(START_FEN);
  expect(setup.faults).toEqual([]);
  const other = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7';
  setup.read(other);
  expect(setup.fen).toBe(other);
});

it('drops castling that cannot be any more, and takes it again by hand', () => {
  const setup = new Setup(notation, START_FEN, false);
  setup.place(readPlacement('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1'));
  expect(setup.castling).toBe('Qkq');
  setup.toggleRight('K');
  expect(setup.castling).toBe('KQkq');
  expect(setup.faults.map(({ sentence }) => sentence).join()).toMatch(/White cannot castle kingside/);
});

it('offers the squares behind pawns that may have come by two', () => {
  const setup = new Setup(notation, '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 7', false);
  expect(setup.targets).toEqual(['d6']);
  setup.ep = 'd6';
  expect(setup.faults).toEqual([]);
  setup.setTurn('black');
  expect(setup.ep).toBe('-');
});

it('says which en passant square it leaves out, and why', () => {
  const setup = new Setup(notation, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', false);
  expect(setup.mended).toEqual(['En passant square e3: no pawn can take there, so the square is left out.']);
  setup.read('4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1');
  expect(setup.mended.join()).toMatch(/^En passant square d3: no pawn that could have passed it stands on d4/);
  // By hand: a square that can be chosen, though no pawn stands beside.
  setup.read('4k3/8/8/8/4P3/8/8/4K3 b - - 0 1');
  expect([...setup.mended, ...setup.useless]).toEqual([]);
  setup.ep = 'e3';
  expect(setup.useless).toEqual(['En passant square e3: no pawn can take there, so the square is left out.']);
  setup.read('4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1');
  expect([...setup.mended, ...setup.useless]).toEqual([]);
});

it('names every fault of what is no position yet', () => {
  const setup = new Setup(notation, EMPTY_FEN, false);
  expect(setup.faults.map(({ sentence }) => sentence)).toEqual(['White has no king.', 'Black has no king.']);
});

it('keeps a text that is no FEN beside the board that was there', () => {
  const setup = new Setup(notation, START_FEN, false);
  for (const text of ['garbage', '', '4k3/8/8/8/8/8/8/4K3 x - - 0 1', '4k3/8/8/8/8/8/8/4K2 w - - 0 1']) {
    setup.read(text);
    expect(setup.unread?.text).toBe(text);
    expect(setup.fen).toBe(START_FEN);
  }
  expect(setup.unread?.sentences).toEqual(['Rank 1 does not add up to eight squares.']);
  setup.setTurn('black');
  expect(setup.unread).toBeNull();
});

it('says which castling it left out of a FEN', () => {
  const setup = new Setup(notation, '8/8/8/8/8/8/8/4K2k w KQ - 0 1', false);
  expect(setup.fen).toBe('8/8/8/8/8/8/8/4K2k w - - 0 1');
  expect(setup.mended).toHaveLength(2);
  expect(setup.mended[0]).toMatch(/^White cannot castle kingside/);
  setup.read(START_FEN);
  expect(setup.mended).toEqual([]);
});

it('tells mate and stalemate from what can be played on', async () => {
  const rules = await realRules();
  expect(endingOf(rules, '4k3/4P3/4K3/8/8/8/8/8 b - - 0 1', false)).toBe('stalemate');
  expect(endingOf(rules, 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1', false)).toBe('checkmate');
  expect(endingOf(rules, 'R5k1/6pp/8/8/8/8/8/4K3 b - - 0 1', false)).toBeNull();
});
