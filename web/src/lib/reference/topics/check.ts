// The rules reference: check, and how it is answered.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'check',
  title: 'Check',
  summary: 'A king that is attacked is in check. The next move must end that, and no move may leave the own king attacked.',
  statements: [
    {
      key: 'answer',
      title: 'A check must be answered at once',
      numbers: ['R049', 'R051', 'R090', 'R155', 'R187', 'R229'],
      articles: ['3.9.1', '3.9.2'],
      text: [
        'A king that is attacked by an enemy man is in [[check]]. The very next move must end it. There are three ways: the king moves to a square that is not attacked, a man is put between, or the man that gives check is taken. Any other move is illegal. If there is no such move, it is [checkmate](/rules/mate#checkmate).',
      ],
      picture: {
        fen: '6k1/5ppp/8/8/8/3B3P/3B1PP1/4r1K1 w - - 0 1', alt: 'The rook on e1 gives check. White can move the king, put a bishop between, or take the rook.', arrows: ['e1g1'],
        tries: [
          { move: 'g1h2', verdict: 'legal', say: 'the king moves' },
          { move: 'd3f1', verdict: 'legal', say: 'a bishop between' },
          { move: 'd2e1', verdict: 'legal', say: 'the rook is taken' },
          { move: 'g1h1', verdict: 'king_into_attack', say: 'the rook attacks along the whole rank' },
          { move: 'f2f4', verdict: 'check_not_answered' },
        ],
      },
    },
    {
      key: 'never-leave',
      also: 'pin, pinned',
      title: 'No move may leave the own king in check',
      numbers: ['R050', 'R092', 'R177'],
      articles: ['3.9.2'],
      text: [
        'Not only must a check be answered: no move at all may put the own king under attack or leave him there. A man that alone shields its king from a line is [[pin|pinned]]: it may move along that line, but not off it. A table here does not take such a move and says which man attacks.',
      ],
      picture: {
        fen: '4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1', alt: 'The white rook on e2 is pinned by the one on e8.',
        tries: [
          { move: 'e2d2', verdict: 'exposes_king' },
          { move: 'e2e5', verdict: 'legal', say: 'along the line it may move' },
          { move: 'e2e8', verdict: 'legal', say: 'and take what pins it' },
        ],
      },
    },
    {
      key: 'nothing-between',
      title: 'When nothing can be put between',
      numbers: ['R091', 'R156'],
      articles: ['3.9.2'],
      text: [
        'Between a knight and the king that it attacks, or between two squares that touch, there is nothing to put. Against a knight, a pawn or a man on the next square only two ways are left: move the king, or take.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/3n4/3B4/4K3 w - - 0 1', alt: 'The knight on d3 gives check: the bishop cannot help.',
        tries: [
          { move: 'd2e3', verdict: 'check_not_answered' },
          { move: 'e1e2', verdict: 'legal' },
        ],
      },
    },
    {
      key: 'double-check',
      title: 'Double check: only the king moves',
      articles: ['3.9.2'],
      text: [
        'When one man moves away and opens the line of another, both may give check. No single capture and no single man in between answers two checks, so the king himself must move (perhaps by taking one of the two).',
      ],
      picture: {
        fen: '4k3/6p1/5N2/8/8/8/8/4R1K1 b - - 0 1', alt: 'Knight and rook give check together. Taking the knight does not answer the rook.', arrows: ['f6e8', 'e1e8'],
        tries: [
          { move: 'g7f6', verdict: 'check_not_answered' },
          { move: 'e8f7', verdict: 'legal' },
          { move: 'e8d8', verdict: 'legal' },
        ],
      },
    },
    {
      key: 'king-never-taken',
      title: 'A king is never taken',
      numbers: ['R154'],
      articles: ['1.4.1'],
      text: [
        'Since every check must be answered and no king may stay attacked, a king never leaves the board. The game ends one move earlier, with checkmate. At a board of wood a king that was left in check is an [illegal move](/rules/illegal-moves), to be put right; it is not taken.',
      ],
      picture: {
        fen: '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1', alt: 'Checkmate: the king on h8 is attacked and cannot escape. The game is over before he is taken.',
        tries: [{ move: 'h8g7', verdict: 'king_into_attack' }],
      },
    },
    {
      key: 'saying-check',
      title: 'Nobody has to say “check”',
      numbers: ['R052'],
      text: [
        'The Laws ask nobody to announce a check. Among friends it is a courtesy; in a tournament it is better left out, since it may disturb. Here the king in check has a mark on the board, and the move is read out with the word to those who use a screen reader.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/4q3/3K1B2 w - - 0 1', alt: 'The queen on e2 gives check, and nobody needs to say so: the mark is on d1.', arrows: ['e2d1'],
        tries: [
          { move: 'f1e2', verdict: 'legal', say: 'the queen is taken' },
          { move: 'd1e2', verdict: 'legal', say: 'the king may take her, too' },
          { move: 'f1g2', verdict: 'check_not_answered', say: 'a check that was overlooked must be answered all the same' },
        ],
      },
    },
  ],
};
