// The articles of the Laws that a lesson names, each with its place in the reference.
import { articleAddress } from '$lib/reference/articles';

/** A piece of the text: the number of an article with its address, or the words between. */
export interface Piece {
  text: string;
  address: string | null;
}

/** "5.2, 9.1 to 9.6" piece by piece. */
export const articlePieces = (articles: string): Piece[] =>
  articles
    .split(/(\d+(?:\.\d+)*|Appendix [A-C])/)
    .filter((text) => text !== '')
    .map((text) => ({ text, address: /^(\d|Appendix)/.test(text) ? articleAddress(text.replace('Appendix ', '')) : null }));
