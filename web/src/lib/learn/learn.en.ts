// English texts of what all reading pages share: diagrams, tables of contents, the board to try moves on.
import { reader } from '$lib/messages/catalogue';

export const learn = {
  'diagram.start': 'The men stand as at the start of the game. {turn}.',
  'diagram.empty': 'The board is empty.',
  'diagram.side': '{color}: {list}.',
  'diagram.rings': 'Ringed squares: {squares}.',
  'diagram.dots': 'Squares with a dot: {squares}.',
  'diagram.crosses': 'Crossed squares: {squares}.',
  'diagram.arrow': '{from} to {to}',
  'diagram.arrows': 'Arrows: {list}.',

  'learn.contents': 'On this page',
  'learn.previous': 'Before',
  'learn.next': 'Next',
  'learn.to_article': 'Art. {article}',
  'learn.link': 'Link to this place',
} as const;

/** The texts of the reading pages. */
export const texts = reader(learn);
