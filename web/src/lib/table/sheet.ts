// The score sheet that a player keeps by himself (Article 8): what is written, and how it compares with the game.
// Nothing is checked while the game goes on; a sheet that helped would not be one.
import type { Color } from '../protocol';

/** One written move, by half-moves of the game: what the player wrote, as he wrote it. */
export type Entries = readonly string[];

export type Verdict =
  | { kind: 'same'; san: string }
  /** Another move than the one that was played, or one that nobody can read. */
  | { kind: 'other'; san: string }
  | { kind: 'missing'; san: string }
  /** Written where no move was played. */
  | { kind: 'surplus' };

/** A draw offer is noted as (=), Article 9.1.2.2; here it may stand behind the move or alone. */
const OFFER = /\(\s*=\s*\)/g;

export const noteOffer = (entry: string): string =>
  entry.includes('(=)') ? entry.replace(OFFER, '').trim() : `${entry.trim()} (=)`.trim();

export const hasOffer = (entry: string): boolean => entry.search(OFFER) >= 0;

/** What is written of the move itself. */
export const withoutOffer = (entry: string): string => entry.replace(OFFER, '').trim();

/** The entries with one of them changed; empty ones at the end are dropped. */
export function write(entries: Entries, index: number, text: string): Entries {
  const next = Array.from({ length: Math.max(entries.length, index + 1) }, (_, i) => entries[i] ?? '');
  next[index] = text;
  while (next.length > 0 && next.at(-1)?.trim() === '') next.pop();
  return next;
}

export interface SheetRow {
  number: number;
  /** The index of White's and of Black's entry; null for the place that stays open. */
  white: number | null;
  black: number | null;
}

/** The numbered rows of a sheet with room for `plies` half-moves. */
export function sheetRows(startFen: string, plies: number): SheetRow[] {
  const fields = startFen.split(' ');
  const shift = fields[1] === 'b' ? 1 : 0;
  const first = Number(fields[5]) || 1;
  const rows: SheetRow[] = [];
  for (let half = 0; half < plies + shift; half += 2) {
    const white = half - shift;
    rows.push({ number: first + half / 2, white: white < 0 ? null : white, black: half + 1 - shift });
  }
  return rows;
}

/** Who made the half-move of that index. */
export function colorOf(startFen: string, index: number): Color {
  const begins = startFen.split(' ')[1] === 'b' ? 1 : 0;
  return (index + begins) % 2 === 0 ? 'white' : 'black';
}

/** Letters and digits only: people leave out marks, and write castling with zeros or letters. */
export const bareNotation = (text: string): string =>
  text.replace(/0/g, 'O').replace(/[^A-Za-z1-8]/g, '').replace(/ep$/, '');

/**
 * What each entry is worth beside the moves that were played. `read` says which move a text means in the position
 * before that half-move; it may be undefined where the rules are not at hand.
 */
export function compareSheet(
  entries: Entries,
  played: readonly { uci: string; san: string }[],
  read?: (index: number, text: string) => string | undefined,
): Verdict[] {
  const length = Math.max(entries.length, played.length);
  return Array.from({ length }, (_, index): Verdict => {
    const written = withoutOffer(entries[index] ?? '');
    const move = played[index];
    if (!move) return { kind: 'surplus' };
    const { san } = move;
    if (written === '') return { kind: 'missing', san };
    const same = bareNotation(written) === bareNotation(san) || read?.(index, written) === move.uci;
    return { kind: same ? 'same' : 'other', san };
  });
}

/** How many differences there are to look at. */
export const countDifferences = (verdicts: readonly Verdict[]): number =>
  verdicts.filter((verdict) => verdict.kind !== 'same').length;
