// The rules reference: what becomes of a pawn on the last rank.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'promotion',
  title: 'Promotion',
  summary: 'A pawn on the last rank becomes a queen, rook, bishop or knight at once, whatever has been taken.',
  statements: [
    {
      key: 'must',
      also: 'promote, queening',
      title: 'On the last rank a pawn becomes another man',
      numbers: ['R019', 'R047', 'R100', 'R163', 'R185', 'R235', 'R236'],
      articles: ['3.7.3.3'],
      text: [
        'A pawn that reaches the rank farthest from where it began must, as part of the same move, become a queen, a rook, a bishop or a knight of its own color, on that square. The player chooses. It cannot stay a pawn, and it cannot become a king.',
        'On this board a choice opens as soon as the pawn arrives.',
      ],
      picture: {
        fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1', alt: 'The pawn on a7 goes to a8 and becomes another man.', arrows: ['a7a8'],
        tries: [
          { move: 'a7a8q', verdict: 'legal', gives: 'check' },
          { move: 'a7a8r', verdict: 'legal', gives: 'check' },
          { move: 'a7a8n', verdict: 'legal', gives: 'nothing' },
          { move: 'a7a8', verdict: 'promotion_required', say: 'it does not stay a pawn' },
        ],
      },
    },
    {
      key: 'any',
      also: 'two queens, second queen',
      title: 'Whatever has been taken',
      numbers: ['R048', 'R102'],
      articles: ['3.7.3.4'],
      text: [
        'The choice does not depend on what has left the board. A side may have two queens, three rooks or, if all its pawns arrive, nine queens.',
        'At a board of wood without a second queen at hand stop the clock and ask the arbiter for one. A rook turned upside down is a rook.',
      ],
      picture: {
        fen: '4k3/P7/8/8/8/8/8/3QK3 w - - 0 1', alt: 'White has a queen and gets a second one.',
        tries: [{ move: 'a7a8q', verdict: 'legal', gives: 'check', say: 'the second queen' }],
      },
    },
    {
      key: 'effect',
      title: 'It works at once',
      articles: ['3.7.3.5'],
      text: ['The new man acts with the move that makes it: it may give check, or mate, or stalemate.'],
      picture: {
        fen: '6br/5P1k/5K1p/8/8/8/8/8 w - - 0 1', alt: 'White mates by making a knight.', arrows: ['f7f8'],
        tries: [
          { move: 'f7f8n', verdict: 'legal', gives: 'mate', say: 'checkmate by the new knight' },
          { move: 'f7f8q', verdict: 'legal', gives: 'nothing', say: 'no mate, and not even a check' },
          { move: 'f7g8q', verdict: 'legal', gives: 'check', say: 'taking is possible, too: the king takes back, or the rook does' },
        ],
      },
    },
    {
      key: 'underpromotion',
      title: 'When less is more',
      numbers: ['R101'],
      articles: ['3.7.3.3', '5.2.1'],
      text: [
        'Most pawns become queens, and the choice here begins with the queen. But a queen may be too strong: here she would leave Black without a legal move, and the game would be drawn. A rook wins. To choose less than a queen is called [[underpromotion]].',
      ],
      picture: {
        fen: '8/5P1k/8/7K/8/8/8/8 w - - 0 1', alt: 'A queen on f8 would be stalemate; a rook wins.',
        tries: [
          { move: 'f7f8q', verdict: 'legal', poor: true, gives: 'stalemate', say: 'stalemate: a draw' },
          { move: 'f7f8r', verdict: 'legal', gives: 'nothing', say: 'and White wins with the rook' },
        ],
      },
    },
  ],
};
