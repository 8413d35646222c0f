// How strong a solver is: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013). Each puzzle is an opponent
// with a known rating, each first try at one a game. Not here: which tries count (progress.ts).

export interface Strength {
  rating: number;
  /** How far the rating may be off: in 19 of 20 cases less than twice as much. */
  deviation: number;
  /** How much the strength itself goes up and down. */
  volatility: number;
}

export interface Result {
  rating: number;
  deviation: number;
  /** 1 solved, 0 not. */
  score: number;
}

/** Somebody of whom nothing is known. */
export const NEWCOMER: Strength = { rating: 1200, deviation: 250, volatility: 0.06 };
/** From here down a rating can be relied on; above, it is provisional. */
export const SETTLED = 110;
/** What is known of a puzzle: its rating was reckoned from how deep it is, not from solvers. */
export const PUZZLE_DEVIATION = 90;

const SCALE = 173.7178;
const CENTER = 1500;
/** How fast the volatility may change. */
const TAU = 0.5;
const CLOSE = 1e-6;
const LEAST_DEVIATION = 45;
const LEAST = 100;
const MOST = 3_500;
/** A rating of deviation 60 is as unknown as a newcomer's after about a year of rest. */
const YEAR_MS = 365 * 86_400_000;

const weight = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / Math.PI ** 2);

/** The points that a solver can expect against a puzzle, 0 to 1. */
export function expected(solver: Pick<Strength, 'rating'>, opponent: Pick<Result, 'rating' | 'deviation'>): number {
  const g = weight(opponent.deviation / SCALE);
  return 1 / (1 + Math.exp((-g * (solver.rating - opponent.rating)) / SCALE));
}

/** Step 5 of the paper: the new volatility, by the Illinois algorithm. */
function volatilityAfter(sigma: number, delta: number, phi: number, v: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi * phi + v + e;
    return (e * (delta * delta - phi * phi - v - e)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high: number;
  if (delta * delta > phi * phi + v) high = Math.log(delta * delta - phi * phi - v);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const next = low + ((low - high) * fLow) / (fHigh - fLow);
    const fNext = f(next);
    if (fNext * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [next, fNext];
  }
  return Math.exp(low / 2);
}

/** The strength after some results that count at once. */
export function rate(before: Strength, results: readonly Result[]): Strength {
  if (results.length === 0) return before;
  const phi = before.deviation / SCALE;
  let information = 0;
  let surprise = 0;
  for (const result of results) {
    const g = weight(result.deviation / SCALE);
    const e = expected(before, result);
    information += g * g * e * (1 - e);
    surprise += g * (result.score - e);
  }
  const v = 1 / information;
  const volatility = volatilityAfter(before.volatility, v * surprise, phi, v);
  const opened = Math.sqrt(phi * phi + volatility * volatility);
  const after = 1 / Math.sqrt(1 / (opened * opened) + 1 / v);
  const mu = (before.rating - CENTER) / SCALE + after * after * surprise;
  return {
    rating: Math.min(MOST, Math.max(LEAST, mu * SCALE + CENTER)),
    deviation: Math.min(NEWCOMER.deviation, Math.max(LEAST_DEVIATION, after * SCALE)),
    volatility,
  };
}

/** What is still known after a rest: the deviation grows with time, the rating stays. */
export function rested(before: Strength, ms: number): Strength {
  if (ms <= 0) return before;
  const perYear = NEWCOMER.deviation ** 2 - 60 ** 2;
  const deviation = Math.sqrt(before.deviation ** 2 + (perYear * ms) / YEAR_MS);
  return { ...before, deviation: Math.min(NEWCOMER.deviation, deviation) };
}

export const isSettled = ({ deviation }: Strength): boolean => deviation <= SETTLED;
