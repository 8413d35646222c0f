// The shape of a rating curve.
import { expect, test } from 'vitest';
import type { RatingPoint } from '$lib/people-api';
import { curveOf } from './curve';

const point = (before: number, after: number): RatingPoint => ({ before, after, at: 0, table: 'x', number: 1 });

test('a curve begins before the first game and ends after the last', () => {
  const curve = curveOf([point(1200, 1220), point(1220, 1180)]);
  expect(curve).toMatchObject({ values: [1200, 1220, 1180], lowest: 1180, highest: 1220 });
  expect(curve?.line).toBe('M0.0 50.0L150.0 0.0L300.0 100.0');
});

test('a small change is a small step', () => {
  expect(curveOf([point(1200, 1204)])?.line).toBe('M0.0 55.0L300.0 45.0');
});

test('without games there is no curve', () => {
  expect(curveOf([])).toBeNull();
});
