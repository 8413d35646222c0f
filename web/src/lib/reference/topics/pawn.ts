// The rules reference: how the pawn moves and takes.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'pawn',
  title: 'How the pawn moves',
  summary: 'One square ahead, two from its first rank, taking diagonally, never back.',
  statements: [
    {
      key: 'one-step',
      title: 'One square straight ahead',
      numbers: ['R015', 'R184'],
      articles: ['3.7.1'],
      text: [
        'A pawn goes one square forward on its file, if that square is empty. Whatever stands there, friend or enemy, stops it. White’s pawns go toward the eighth rank, Black’s toward the first.',
      ],
      picture: {
        fen: '4k3/8/8/4p3/4P3/8/P7/4K3 w - - 0 1', alt: 'The pawns on e4 and e5 stop each other; the one on a2 is free.',
        tries: [
          { move: 'a2a3', verdict: 'legal' },
          { move: 'e4e5', verdict: 'pawn_captures_straight', say: 'an enemy straight ahead stops a pawn' },
        ],
      },
    },
    {
      key: 'two-steps',
      also: 'double step',
      title: 'Two squares with its first move',
      numbers: ['R016', 'R088', 'R146', 'R228'],
      articles: ['3.7.2'],
      text: [
        'A pawn that still stands on the rank where it began (the second for White, the seventh for Black) may instead go two squares forward, if both are empty. It does not have to.',
      ],
      picture: {
        fen: '4k3/8/8/8/7P/2n5/P1P5/4K3 w - - 0 1', alt: 'White pawns on a2, c2 and h4; a black knight stands on c3.', dots: ['a3', 'a4', 'h5'],
        tries: [
          { move: 'a2a4', verdict: 'legal' },
          { move: 'c2c4', verdict: 'pawn_blocked', say: 'the first of the two squares is not empty' },
          { move: 'h4h6', verdict: 'double_step_not_first' },
        ],
      },
    },
    {
      key: 'taking',
      title: 'Taking diagonally forward',
      numbers: ['R017', 'R147'],
      articles: ['3.7.3'],
      text: [
        'A pawn takes an enemy man that stands one square diagonally before it, and only there. It never takes straight ahead, and without something to take it never goes diagonally. The one case in which that square is empty is [en passant](/rules/en-passant).',
      ],
      picture: {
        fen: '4k3/8/8/3p1p2/4P3/8/P7/4K3 w - - 0 1', alt: 'The pawn on e4 may take on d5 or on f5, or go on to e5.', arrows: ['e4d5', 'e4f5'], dots: ['e5'],
        tries: [
          { move: 'e4d5', verdict: 'legal' },
          { move: 'e4f5', verdict: 'legal' },
          { move: 'a2b3', verdict: 'pawn_diagonal_without_capture' },
        ],
      },
    },
    {
      key: 'never-back',
      title: 'Never back, never sideways',
      numbers: ['R018'],
      articles: ['3.7'],
      text: [
        'A pawn never goes backward or sideways. Every pawn move is for good, which is why pawn moves (and captures) set back the count of the [fifty moves](/rules/draws#fifty). On the last rank a pawn becomes another man: [promotion](/rules/promotion).',
      ],
      picture: {
        fen: '4k3/8/8/8/4P3/8/8/4K3 w - - 0 1', alt: 'A white pawn on e4.',
        tries: [
          { move: 'e4e5', verdict: 'legal' },
          { move: 'e4e3', verdict: 'wrong_geometry' },
          { move: 'e4d4', verdict: 'wrong_geometry' },
        ],
      },
    },
  ],
};
