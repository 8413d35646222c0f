// Lengths of time in words.
import { t } from '../messages';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "7 days", "1 hour", "2 min", "45 s": in the largest unit that it is a whole number of. */
export function span(ms: number): string {
  for (const [unit, length] of UNITS) {
    const count = ms / length;
    if (count >= 1 && Number.isInteger(count)) return t(count === 1 ? `span.${unit}` : `span.${unit}s`, { count });
  }
  return t('span.seconds', { count: Math.round(ms / 10) / 100 });
}
