// The curve of a game: what White could expect after each half-move. Pure geometry, in units of half-moves by 100.

export interface Stretch {
  /** The line. */
  line: string;
  /** White's part of the sheet, below the line. */
  area: string;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The line through the points that are known: gaps stay gaps. `white` has one entry a half-move, null where unknown. */
export function stretches(white: readonly (number | null)[]): Stretch[] {
  const found: Stretch[] = [];
  let run: [number, number][] = [];
  const end = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first && last && run.length > 1) {
      const line = run.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${round(y)}`).join('');
      found.push({ line, area: `${line}L${last[0]} 100L${first[0]} 100z` });
    }
    run = [];
  };
  white.forEach((value, ply) => {
    if (value === null) end();
    else run.push([ply, 100 - 100 * value]);
  });
  end();
  return found;
}

/** The half-move at a place of the curve, `share` of its width from the left. */
export function plyAt(share: number, plies: number): number {
  return Math.max(0, Math.min(plies, Math.round(share * plies)));
}
