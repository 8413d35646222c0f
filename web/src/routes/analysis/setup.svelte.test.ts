// Putting up a position: castling, en passant and counts go with the men, and faults are named.
import { beforeAll, expect, it } from 'vitest';
import { realNotation } from '$lib/analysis/for-tests';
import type { Notation } from '$lib/analysis/pgn';
import { readPlacement, START_FEN } from '$lib/table/placement';
import { EMPTY_FEN, Setup } from './setup.svelte';

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

it('names every fault of what is no position yet', () => {
  const setup = new Setup(notation, EMPTY_FEN, false);
  expect(setup.faults.map(({ sentence }) => sentence)).toEqual(['White has no king.', 'Black has no king.']);
  setup.read('nonsense');
  expect(setup.faults.length).toBeGreaterThan(0);
});
