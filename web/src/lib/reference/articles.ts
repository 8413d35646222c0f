// Where the reference tells an article of the Laws. The longest beginning that is known counts, so 3.8.2.2 has a
// place of its own and 3.8.1 that of the king. A test goes to each place.
const PLACES: Readonly<Record<string, string>> = {
  '1': 'turns',
  '1.2': 'turns#white-first',
  '1.4.1': 'check#king-never-taken',
  '2': 'board',
  '3': 'moving',
  '3.1': 'moving#own-men',
  '3.2': 'men#bishop',
  '3.3': 'men#rook',
  '3.4': 'men#queen',
  '3.5': 'moving#no-jumping',
  '3.6': 'men#knight',
  '3.7': 'pawn',
  '3.7.1': 'pawn#one-step',
  '3.7.2': 'pawn#two-steps',
  '3.7.3': 'pawn#taking',
  '3.7.3.1': 'en-passant',
  '3.7.3.2': 'en-passant#at-once',
  '3.7.3.3': 'promotion#must',
  '3.8.1': 'men#king',
  '3.8.2': 'castling',
  '3.8.2.1': 'castling#unmoved',
  '3.8.2.2': 'castling#attacked',
  '3.9': 'check#never-leave',
  '3.10': 'moving#legal',
  '4': 'touch-move',
  '4.2': 'touch-move#adjust',
  '5': 'ending',
  '5.1.1': 'mate#checkmate',
  '5.1.2': 'ending#resigning',
  '5.2': 'draws',
  '5.2.1': 'mate#stalemate',
  '5.2.2': 'draws#dead',
  '5.2.3': 'draws#agreement',
  '6': 'clock',
  '6.2': 'clock#press',
  '6.3': 'clock#kinds',
  '6.9': 'ending#flag',
  '7': 'illegal-moves',
  '7.5': 'illegal-moves#penalties',
  '8': 'notation#recording',
  '9.1': 'draws#agreement',
  '9.2': 'draws#repetition',
  '9.3': 'draws#fifty',
  '9.4': 'draws#claiming',
  '9.5': 'draws#claiming',
  '9.6': 'draws#automatic',
  '10': 'tournament#points',
  '11': 'tournament#conduct',
  '12': 'tournament#arbiter',
  A: 'tournament#rapid',
  B: 'tournament#rapid',
  C: 'notation',
  I: 'tournament#adjourning',
  II: 'chess960',
  'Online': 'online',
};

/** The address of the place; null where there is none. */
export function articleAddress(article: string): string | null {
  const plain = article.startsWith('Online') ? 'Online' : article.replace(/[^0-9A-Z.].*$/, '');
  const parts = plain.split('.');
  while (parts.length > 0) {
    const place = PLACES[parts.join('.')];
    if (place) return `/rules/${place}`;
    parts.pop();
  }
  return null;
}

/** Every place that an article leads to. */
export const places = (): string[] => Object.values(PLACES);
