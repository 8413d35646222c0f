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

  'try.label': 'A board to try moves on: {alt}',
  'try.start': 'Try a move: {color} is to move.',
  'try.played': '{move} is legal.',
  'try.mate': 'Checkmate: {color} has lost.',
  'try.stalemate': 'Stalemate: {color} has no legal move and is not in check. The game is drawn.',
  'try.back': 'Take back',
  'try.again': 'From the start',
  'try.examples': 'To try',
  'try.legal': 'legal',
  'try.poor': 'legal, but a mistake',
  'try.illegal': 'not legal',
  'try.unavailable': 'The rules could not be loaded: the diagram stands still.',

  'guides.title': 'Guides',
  'guides.lead': 'Short texts for after the rules: how to win, what to look for, how people play.',
  'guides.more': 'More to read',

  'values.man': 'Man',
  'values.points': 'Points',
  'values.why': 'Why',

  'differences.title': 'Rules compared',
  'differences.lead': 'The same game, played over the board by FIDE’s Laws, online by FIDE’s Online Regulations, among friends and on other sites, and here.',
  'differences.board': 'Over the board',
  'differences.online': 'FIDE online',
  'differences.casual': 'Casual, elsewhere',
  'differences.here': 'Here',
  'differences.settings': 'Where rule books contradict each other',
  'differences.settings_lead': 'The rule sets of a table follow different books. Where these differ, a setting says which of them holds; whatever differs from the chosen rule set is written down with the game.',

  'learn.contents': 'On this page',
  'learn.previous': 'Before',
  'learn.next': 'Next',
  'learn.link': 'Link to this place: {title}',
  'learn.above': 'Where this page belongs',
  'learn.pages': 'Pages before and after this one',
} as const;

/** The texts of the reading pages. */
export const texts = reader(learn);
