// Points with halves.
import { expect, it } from 'vitest';
import { points } from './score';

it.each([[0, '0'], [0.5, '½'], [1, '1'], [2.5, '2½']])('%d is %s', (value, text) =>
  expect(points(value)).toBe(text));
