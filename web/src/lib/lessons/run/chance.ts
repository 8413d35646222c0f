// Chance with a seed: the same seed gives the same exercise, in tests too.

export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** So many of a list, each at most once, in any order. */
  some<T>(list: readonly T[], count: number): T[];
}

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    some: (list, count) => {
      const left = [...list];
      const found: (typeof list)[number][] = [];
      while (found.length < count && left.length > 0) found.push(...left.splice(below(left.length), 1));
      return found;
    },
  };
}

export const newSeed = (): number => Math.floor(Math.random() * 2 ** 31);
