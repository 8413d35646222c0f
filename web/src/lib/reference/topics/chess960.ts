// The rules reference: Chess960.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'chess960',
  title: 'Chess960',
  summary: 'The pieces of the first rank stand in one of 960 orders; everything else but castling is as usual.',
  statements: [
    {
      key: 'start',
      title: 'One of 960 beginnings',
      articles: ['II.1', 'II.2'],
      text: [
        'The pawns stand as usual. The pieces behind them are drawn by lot, with three conditions: the king stands somewhere between his rooks, the two bishops stand on squares of different colors, and Black’s pieces stand opposite White’s. That gives 960 positions. The usual one is among them, with the number 518.',
      ],
      picture: {
        fen: 'bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1', alt: 'One of the 960 beginnings: the king on g1 stands between the rooks on f1 and h1.', chess960: true,
      },
    },
    {
      key: 'castling',
      title: 'Castling ends where it always does',
      articles: ['II.3'],
      text: [
        'Each side may castle once, with the king and one of the rooks, neither of which has moved. Whatever the squares of the beginning, after castling toward the a-file the king stands on c1 and the rook on d1 (c8 and d8), after castling toward the h-file the king on g1 and the rook on f1 (g8 and f8).',
        'All squares between the king and the square where he arrives, and between the rook and the square where it arrives, both included, must be empty but for these two men. The king may not be in check, and no square of his way may be attacked. Sometimes only one of the two has to move. On the board here move the king onto his rook.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/8/5KR1 w G - 0 1', alt: 'King f1 and rook g1 change places when White castles.', chess960: true, arrows: ['f1g1', 'g1f1'],
        tries: [{ move: 'f1g1', verdict: 'legal', say: 'king to g1, rook to f1' }],
      },
    },
    {
      key: 'shielding-rook',
      title: 'Even the rook may be missed',
      articles: ['II.3', '3.9.2'],
      text: ['After castling the king must not be in check. In Chess960 the rook may have been the only shield on his rank.'],
      picture: {
        fen: '4k3/8/8/8/8/8/8/rRK5 w B - 0 1', alt: 'When the rook on b1 goes to d1, the rook on a1 attacks the king on c1.', chess960: true, arrows: ['a1c1'],
        tries: [{ move: 'c1b1', verdict: 'castling_into_check' }],
      },
    },
  ],
};
