// The little markup of reading texts: **strong**, [[word]] or [[word|as written]] for the list of words,
// [text](/address) for a link. Everything else is plain text.
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'strong'; text: string }
  | { type: 'word'; text: string; word: string }
  | { type: 'link'; text: string; href: string };

const MARK = /\*\*([^*]+)\*\*|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]|\[([^\]]+)\]\((\/[^)]*|#[^)]*)\)/g;

/** The name of a word in the address of the list of words. */
export const anchor = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, strong, word, written, label, href] = match;
    if (match.index > last) found.push({ type: 'text', text: text.slice(last, match.index) });
    if (strong !== undefined) found.push({ type: 'strong', text: strong });
    else if (word !== undefined) found.push({ type: 'word', text: written ?? word, word });
    else found.push({ type: 'link', text: label ?? '', href: href ?? '' });
    last = match.index + whole.length;
  }
  if (last < text.length) found.push({ type: 'text', text: text.slice(last) });
  return found;
}

/** The text without its markup, for search and for labels. */
export const plain = (text: string): string => pieces(text).map((piece) => piece.text).join('');
