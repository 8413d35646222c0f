// What this browser keeps of score sheets, and what goes.
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSheets, MOST_SHEETS } from './kept-sheets';
import { Sheet } from './sheet.svelte';

let shelf: Map<string, string>;

beforeEach(() => {
  shelf = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, value: string) => void shelf.set(key, value),
    removeItem: (key: string) => void shelf.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const write = (table: string, game: number): void => new Sheet(table, game).write(0, 'e4');

test('the sheets of a table go with it, those of another stay', () => {
  write('a', 1);
  write('a', 2);
  write('ab', 1);
  forgetSheets('a');
  expect(new Sheet('a', 1).entries).toEqual([]);
  expect(new Sheet('a', 2).entries).toEqual([]);
  expect(new Sheet('ab', 1).entries).toEqual(['e4']);
  expect([...shelf.keys()].sort()).toEqual(['tabiya.sheet.ab.1', 'tabiya.sheets']);
});

test('the sheets that were written at last are kept', () => {
  write('first', 1);
  write('second', 1);
  for (let game = 1; game < MOST_SHEETS; game += 1) write('many', game);
  write('first', 1);
  expect(new Sheet('second', 1).entries).toEqual([]);
  write('more', 1);
  expect(new Sheet('many', 1).entries).toEqual([]);
  expect(new Sheet('many', 2).entries).toEqual(['e4']);
  write('second', 1);
  write('third', 1);
  expect(new Sheet('first', 1).entries).toEqual(['e4']);
  expect([...shelf.keys()].filter((key) => key.startsWith('tabiya.sheet.'))).toHaveLength(MOST_SHEETS);
});
