// Moves in numbered pairs, as they are written: a game that Black begins leaves White's first place open.
import type { Color } from '$lib/protocol';

export interface Entry {
  ply: number;
  color: Color;
  san: string;
}

export interface Row {
  number: number;
  /** White's, then Black's; null for the place that stays open. */
  entries: (Entry | null)[];
}

export function numberMoves(startFen: string, sans: readonly string[]): Row[] {
  const fields = startFen.split(' ');
  const blackBegins = fields[1] === 'b';
  const first = Number(fields[5]) || 1;
  const rows: Row[] = [];
  sans.forEach((san, index) => {
    const half = index + (blackBegins ? 1 : 0);
    const number = first + Math.floor(half / 2);
    const color = half % 2 === 0 ? 'white' : 'black';
    let row = rows.at(-1);
    if (row?.number !== number) {
      row = { number, entries: color === 'black' ? [null] : [] };
      rows.push(row);
    }
    row.entries.push({ ply: index + 1, color, san });
  });
  return rows;
}
