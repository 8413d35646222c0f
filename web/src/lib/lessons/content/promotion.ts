// Lesson 8: promotion, and when not to take a queen.
import type { Lesson } from '../types';

const lesson: Lesson = {
  id: 'promotion',
  title: 'Promotion',
  teaches: 'From pawn to queen, and sometimes better to something else',
  rule: 'A pawn that reaches the last rank becomes at once a queen, rook, bishop or knight of its own color, whatever has been taken before.',
  articles: '3.7.3.3 to 3.7.3.5',
  demo: {
    fen: '8/P3k3/8/8/8/8/8/4K3 w - - 0 1',
    steps: [
      { say: 'One step to the last rank, and this pawn is not a pawn any more.', arrows: ['a7a8'] },
      { say: 'A queen, with the same move! It was Black’s turn right after.', moves: ['a7a8q'] },
      {
        fen: '8/P3k3/8/8/8/8/8/4K3 w - - 0 1',
        say: 'It may not stay a pawn. And a king it cannot become either.',
        refused: { move: 'a7a8', code: 'promotion_required' },
      },
      { fen: '8/P3k3/8/8/8/8/8/Q3K3 w - - 0 1', say: 'A second queen is fine, and a third. Nothing needs to have been taken before.', moves: ['a7a8q'] },
      { fen: '1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1', say: 'A pawn may also take and promote in one move.', moves: ['a7b8q'] },
    ],
  },
  tasks: [
    {
      kind: 'line', title: 'A new queen', ask: 'Promote the pawn to a queen. A window asks for the piece.',
      fen: '8/P3k3/8/8/8/8/8/4K3 w - - 0 1',
      steps: [{ right: ['a7a8q'] }],
      hint: 'Move the pawn to a8, then choose the queen. Typed, it is a8=Q.',
      done: 'One point became nine.',
      otherwise: 'Bring the pawn to a8 and make it a queen.',
      wrong: [
        { move: 'a7a8n', say: 'A knight is worth three, a queen nine. Take the queen here.' },
        { move: 'a7b8q', code: 'pawn_diagonal_without_capture' },
      ],
    },
    {
      kind: 'line', title: 'The knight mates', ask: 'A queen does not win at once. Which piece gives checkmate?',
      fen: '6br/5P1k/5K1p/8/8/8/8/8 w - - 0 1',
      steps: [{ right: ['f7f8n'], goal: 'mate' }],
      hint: 'From f8, who attacks h7?',
      done: 'Checkmate: a queen could not do that.',
      otherwise: 'That is not mate.',
      wrong: [
        { move: 'f7f8q', say: 'That does not even give check.' },
        { move: 'f7g8q', say: 'Check, but the king takes the queen: nobody guards her.', reply: ['h7g8'] },
      ],
    },
    {
      kind: 'line', title: 'The rook instead', ask: 'With a queen the game would be drawn at once. Find the win.',
      fen: '8/5P1k/5K2/8/8/8/8/8 w - - 0 1',
      steps: [
        { right: ['f7f8r'], reply: 'h7h6', say: 'A rook leaves h6 free: the game goes on.' },
        { right: ['f8h8'], goal: 'mate' },
      ],
      hint: 'Leave the black king a square. Which piece does not look at h6?',
      done: 'Checkmate, with a rook that could have been a queen.',
      otherwise: 'That does not win so quickly.',
      wrong: [{ move: 'f7f8q', say: 'Stalemate! The king is not in check and has no square: a draw.' }],
    },
    {
      kind: 'line', title: 'Neither queen nor rook', ask: 'Both of them would be stalemate now: your pawn guards h6. What else can the pawn become?',
      fen: '8/5P1k/5K2/6P1/8/8/8/8 w - - 0 1',
      steps: [{ right: ['f7f8b', 'f7f8n'] }],
      hint: 'A bishop leaves the squares g8 and h8 free.',
      done: 'Rare, but true: sometimes even a bishop is better than a queen.',
      otherwise: 'Promote the pawn, and avoid the stalemate.',
      wrong: [
        { move: 'f7f8q', say: 'Stalemate: a draw.' },
        { move: 'f7f8r', say: 'Stalemate again: the pawn on g5 guards h6.' },
      ],
    },
    {
      kind: 'line', title: 'A fork to win the queen', ask: 'Black has a queen. Promote so that you win her.',
      fen: '8/2q1P1k1/8/8/8/8/5PPP/6K1 w - - 0 1',
      steps: [
        { right: ['e7e8n'], reply: 'g7f7', say: 'Check, and the queen is attacked as well!' },
        { right: ['e8c7'] },
      ],
      hint: 'Which piece on e8 would attack both g7 and c7?',
      done: 'The fresh knight won a queen.',
      otherwise: 'The pawn promotes, but to what?',
      wrong: [{ move: 'e7e8q', say: 'Queen against queen. There is a piece that wins hers at once.' }],
    },
    {
      kind: 'quiz', title: 'Is it so?', ask: 'Five questions about promotion.',
      hint: 'Think of the rule: at once, one of four pieces, of the same color.',
      done: 'Promoted, with honors.',
      cases: [
        { fen: '8/P3k3/8/8/8/8/8/Q3K3 w - - 0 1', ask: 'White has a queen already. May the pawn become another?', answer: 0, say: 'As many queens as pawns get through.', claim: { legal: 'a7a8q' } },
        { fen: '8/P3k3/8/8/8/8/8/4K3 w - - 0 1', ask: 'May the pawn go to a8 and stay a pawn?', answer: 1, say: 'It must become something else.', claim: { legal: 'a7a8', code: 'promotion_required' } },
        { ask: 'May a pawn become a king?', answer: 1, say: 'Queen, rook, bishop or knight, nothing else.', claim: { article: '3.7.3.3' } },
        { fen: '1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1', ask: 'May the pawn take the rook and become a queen with the same move?', answer: 0, say: 'Taking and promoting go together.', claim: { legal: 'a7b8q' } },
        { ask: 'When does the new piece begin to act?', options: ['at once', 'with the next move'], answer: 0, say: 'At once: it may give check or checkmate with the promotion itself.', claim: { article: '3.7.3.5' } },
      ],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Eight pawns each',
      ask: 'Kings and pawns only. Whoever promotes first wins.',
      fen: '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1', you: 'white', level: 'pip', goal: { type: 'promote' },
    },
  ],
};

export default lesson;
