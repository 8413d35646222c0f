// The shape of a rating curve in a box of 300 by 100.
import type { RatingPoint } from '$lib/people-api';

export const WIDTH = 300;
export const HEIGHT = 100;
/** A curve that hardly moves is not blown up to fill the box. */
const LEAST_SPAN = 40;

export interface Curve {
  /** The rating before the first game and after each. */
  values: number[];
  lowest: number;
  highest: number;
  /** The path of the line. */
  line: string;
}

export function curveOf(points: readonly RatingPoint[]): Curve | null {
  const [first] = points;
  if (first === undefined) return null;
  const values = [first.before, ...points.map((point) => point.after)];
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const span = Math.max(LEAST_SPAN, highest - lowest);
  const bottom = (lowest + highest - span) / 2;
  const x = (index: number): number => (WIDTH * index) / (values.length - 1);
  const y = (value: number): number => HEIGHT - (HEIGHT * (value - bottom)) / span;
  const spots = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  return { values, lowest, highest, line: `M${spots.join('L')}` };
}
