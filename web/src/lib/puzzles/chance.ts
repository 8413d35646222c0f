// Chance that can be repeated: a hash of texts, the same on every device, and the choice by weights.

/** FNV-1a over UTF-16 with a last mixing, 32 bits: no secret, only well spread. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    h ^= text.charCodeAt(index);
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One of the items, each as often as its weight says; `random` gives 0 to 1. Null if there is nothing to choose from. */
export function byWeight<T>(items: readonly T[], weightOf: (item: T) => number, random: () => number): T | null {
  const weights = items.map(weightOf);
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, item] of items.entries()) {
    left -= weights[index] ?? 0;
    if (left < 0) return item;
  }
  return items.at(-1) ?? null;
}
