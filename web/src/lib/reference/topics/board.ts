// The rules reference: the board and how the men stand at the start.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'board',
  title: 'The board and the first position',
  summary: 'Sixty-four squares with names, a light one at each player’s right hand, and sixteen men a side in their places.',
  statements: [
    {
      key: 'squares',
      title: 'Sixty-four squares, each with a name',
      numbers: ['R003', 'R005', 'R006', 'R075', 'R143'],
      articles: ['2.1', '2.4', 'C.5'],
      text: [
        'The board has eight rows of eight squares, light and dark by turns. The rows are called [[rank|ranks]] and are numbered 1 to 8 from White’s side. The columns are called [[file|files]] and have the letters a to h from White’s left.',
        'A square is named by its file and its rank: e4 is on the e-file and the fourth rank. No two squares have the same name. Lines of squares of one color that touch at the corners are [[diagonal|diagonals]].',
      ],
      picture: { fen: START_FEN, alt: 'The first position. Ringed are e4, in the middle, and g7, before the black king’s knight.', rings: ['e4', 'g7'] },
    },
    {
      key: 'light-corner',
      title: 'A light square at the right hand',
      numbers: ['R004', 'R173', 'R219'],
      articles: ['2.1'],
      text: [
        'The board lies so that each player has a light square in the corner at the right: h1 for White, a8 for Black. The far left corner of White, a8, is light too; a1 and h8 are dark.',
        'If a board of wood turns out to lie the wrong way during a game, the position is moved to a board that lies rightly, and the game goes on (article 7.2.2).',
      ],
      picture: { fen: START_FEN, alt: 'The first position. Ringed are the two light corners, h1 and a8.', rings: ['h1', 'a8'] },
    },
    {
      key: 'sixteen-men',
      title: 'Sixteen men on each side',
      numbers: ['R007'],
      articles: ['2.2'],
      text: [
        'Each side begins with one king, one queen, two rooks, two bishops, two knights and eight pawns. “Men” here means all of them; the Laws call the others but not the pawns [[piece|pieces]].',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position: two rows of men on either side.',
        tries: [
          { move: 'b1c3', verdict: 'legal', say: 'a knight comes out over the pawns' },
          { move: 'd1d3', verdict: 'blocked', say: 'the queen is still shut in by her own pawn' },
        ],
      },
    },
    {
      key: 'first-position',
      title: 'Where the men stand at the start',
      numbers: ['R008', 'R009', 'R011', 'R076', 'R078', 'R144', 'R218', 'R220'],
      articles: ['2.3'],
      text: [
        'White’s men stand on the first two ranks. From a1 to h1: rook, knight, bishop, queen, king, bishop, knight, rook. Before them, on the second rank, eight pawns.',
        'Black’s men stand opposite, file by file: rook a8, knight b8, bishop c8, queen d8, king e8, bishop f8, knight g8, rook h8, and the pawns on the seventh rank. Seen from Black’s own seat the row therefore begins with the rook on h8, and the king stands to the left of the queen.',
        'A game that is found to have begun from a wrong position is canceled and a new one is played (article 7.2.1).',
      ],
      picture: { fen: START_FEN, alt: 'The first position: queens on d1 and d8, kings on e1 and e8.' },
    },
    {
      key: 'queen-own-color',
      title: 'The queen on her own color',
      numbers: ['R010', 'R077', 'R174'],
      articles: ['2.3'],
      text: [
        'An easy check of the set-up: each queen stands on a square of her own color. The white queen’s d1 is light, the black queen’s d8 is dark. The kings stand beside them on the e-file.',
      ],
      picture: { fen: START_FEN, alt: 'The first position. Ringed are the queens’ squares: d1, light, and d8, dark.', rings: ['d1', 'd8'] },
    },
  ],
};
