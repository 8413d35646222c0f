// How points are written: halves as halves.

/** 1.5 as "1½", 0.5 as "½", 2 as "2". */
export function points(value: number): string {
  const whole = Math.floor(value);
  const half = value - whole >= 0.5;
  if (!half) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}
