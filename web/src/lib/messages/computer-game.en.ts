// English texts of a game against the computer while it is played. For its page only.
import { reader } from './catalogue';

export const computerGame = {
  'elsewhere': 'This game is played in another window. You see every move here, too.',
  'take': 'Play here',
  'stood': 'Your clock stood while you were away. It runs on from now.',
  'hint.move': '{move}. {why}',
} as const;

/** The text of a key in the language of the page. */
export const tell = reader(computerGame);
