// The numeric glyphs of PGN that a board offers: how they look and what they say.

export interface Glyph {
  nag: number;
  sign: string;
  meaning: string;
}

/** What is said of a move; only one of them at a time. */
export const MOVE_GLYPHS: readonly Glyph[] = [
  { nag: 1, sign: '!', meaning: 'Good move' },
  { nag: 2, sign: '?', meaning: 'Mistake' },
  { nag: 3, sign: '!!', meaning: 'Brilliant move' },
  { nag: 4, sign: '??', meaning: 'Blunder' },
  { nag: 5, sign: '!?', meaning: 'Interesting move' },
  { nag: 6, sign: '?!', meaning: 'Doubtful move' },
];

/** What is said of the position after it; only one of them at a time. */
export const POSITION_GLYPHS: readonly Glyph[] = [
  { nag: 10, sign: '=', meaning: 'Level' },
  { nag: 13, sign: '∞', meaning: 'Unclear' },
  { nag: 14, sign: '⩲', meaning: 'White is a little better' },
  { nag: 15, sign: '⩱', meaning: 'Black is a little better' },
  { nag: 16, sign: '±', meaning: 'White is better' },
  { nag: 17, sign: '∓', meaning: 'Black is better' },
  { nag: 18, sign: '+−', meaning: 'White is winning' },
  { nag: 19, sign: '−+', meaning: 'Black is winning' },
];

/** What may stand beside the others. */
export const OTHER_GLYPHS: readonly Glyph[] = [
  { nag: 7, sign: '□', meaning: 'Only move' },
  { nag: 22, sign: '⨀', meaning: 'Zugzwang' },
  { nag: 32, sign: '⟳', meaning: 'Lead in development' },
  { nag: 36, sign: '→', meaning: 'Initiative' },
  { nag: 40, sign: '↑', meaning: 'Attack' },
  { nag: 132, sign: '⇆', meaning: 'Counterplay' },
  { nag: 138, sign: '⊕', meaning: 'Time trouble' },
  { nag: 146, sign: 'N', meaning: 'Novelty' },
];

const ALL = new Map([...MOVE_GLYPHS, ...POSITION_GLYPHS, ...OTHER_GLYPHS].map((glyph) => [glyph.nag, glyph]));

/** A glyph; one without a sign of its own is shown by its number. */
export const glyphOf = (nag: number): Glyph => ALL.get(nag) ?? { nag, sign: `$${nag}`, meaning: `Glyph ${nag}` };

/** Puts a glyph to a move, or takes it away; it takes the place of another of its kind. */
export function toggleGlyph(nags: readonly number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((other) => other !== nag);
  const kind = [MOVE_GLYPHS, POSITION_GLYPHS].find((group) => group.some((glyph) => glyph.nag === nag));
  const rivals = new Set(kind?.map((glyph) => glyph.nag));
  const rest = nags.filter((other) => !rivals.has(other));
  // What is said of the move comes before what is said of the position.
  return kind === MOVE_GLYPHS ? [nag, ...rest] : [...rest, nag];
}
