// The rules reference: taking en passant.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'en-passant',
  title: 'En passant',
  summary: 'A pawn that passes an enemy pawn with its double step may be taken as if it had gone one square, but only at once.',
  statements: [
    {
      key: 'how',
      title: 'Taking in passing',
      numbers: ['R020', 'R045', 'R098', 'R099', 'R161', 'R186', 'R233', 'R234'],
      articles: ['3.7.3.1'],
      text: [
        'If an enemy pawn has just gone two squares and stands beside your pawn, your pawn may take it as if it had gone only one square. Your pawn goes diagonally to the square that was passed over, and the enemy pawn is taken off.',
        'So it needs a pawn of yours on its fifth rank (White’s on the fifth, Black’s on the fourth) and a double step right beside it. Only pawns take so, and only pawns are taken so.',
      ],
      picture: {
        fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', alt: 'Black has just played the pawn from d7 to d5. The white pawn on e5 may take it by going to d6.',
        from: { fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', moves: ['d7d5'] }, arrows: ['e5d6'], rings: ['d5'],
        tries: [
          { move: 'e5d6', verdict: 'legal', say: 'the pawn on d5 is gone' },
          { move: 'e5e6', verdict: 'legal', say: 'nobody has to take; but the chance is gone with it' },
        ],
      },
    },
    {
      key: 'at-once',
      title: 'Only at once',
      numbers: ['R046'],
      articles: ['3.7.3.2'],
      text: [
        'Taking en passant is legal only with the very next move after the double step. Later this pawn cannot be taken so any more. Another pawn that makes a double step gives a new chance.',
      ],
      picture: {
        fen: '8/4k3/8/3pP3/8/8/4K3/8 w - - 2 3', alt: 'The same pawns one move later: the chance is over.',
        from: { fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', moves: ['d7d5', 'e1e2', 'e8e7'] },
        tries: [{ move: 'e5d6', verdict: 'en_passant_expired' }],
      },
    },
    {
      key: 'double-step',
      title: 'Only against a double step',
      articles: ['3.7.3.1'],
      text: ['A pawn that has come beside yours by a single step cannot be taken en passant: it has not passed over anything.'],
      picture: {
        fen: '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2', alt: 'Black’s pawn came to d5 from d6, by a single step.',
        from: { fen: '4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1', moves: ['d6d5'] },
        tries: [{ move: 'e5d6', verdict: 'en_passant_expired', say: 'without a double step there is nothing to take in passing' }],
      },
    },
    {
      key: 'other-square',
      title: 'The only capture beside its own square',
      numbers: ['R162'],
      articles: ['3.7.3.1'],
      text: [
        'In every other capture the taken man stood on the square of arrival. Here it stood beside the pawn that takes. So en passant can answer a check that the passing pawn gives.',
      ],
      picture: {
        fen: '4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 2', alt: 'The pawn on d5 has come with check; e5 takes it en passant.',
        from: { fen: '4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1', moves: ['d7d5'] }, arrows: ['e5d6'],
        tries: [
          { move: 'e5d6', verdict: 'legal', say: 'the pawn that gave check is gone' },
          { move: 'e5e6', verdict: 'check_not_answered' },
          { move: 'e4d5', verdict: 'legal', say: 'the king may take it, too' },
        ],
      },
    },
    {
      key: 'exposed',
      title: 'Not if it lays the king open',
      articles: ['3.9.2'],
      text: [
        'Two pawns leave the same rank in one move. If the own king would then be attacked, taking en passant is illegal like every other move that leaves the king in check.',
      ],
      picture: {
        fen: '8/8/8/K1pP3r/8/8/8/7k w - c6 0 1', alt: 'With both pawns gone the rook on h5 would attack the king on a5.', arrows: ['h5a5'],
        tries: [
          { move: 'd5c6', verdict: 'en_passant_exposes_king' },
          { move: 'd5d6', verdict: 'legal', say: 'now the black pawn alone stands between rook and king' },
        ],
      },
    },
  ],
};
