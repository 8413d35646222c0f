// Lesson 11: castling.
import type { Lesson } from '../types';

const DEVELOPED = 'r3k2r/pppq1ppp/2n1bn2/3p4/3P4/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 1';

const lesson: Lesson = {
  id: 'castling',
  title: 'Castling',
  teaches: 'King and rook in one move, and when they may not',
  rule: 'Once a game the unmoved king goes two squares toward an unmoved rook, which jumps over it, if nothing stands between them and the king is not in check and neither crosses nor reaches an attacked square.',
  articles: '3.8.2',
  demo: {
    fen: DEVELOPED,
    steps: [
      { say: 'Neither the kings nor the rooks have moved, and nothing stands between them. Both sides may castle.' },
      { say: 'White castles kingside: the king goes two squares toward the rook, from e1 to g1, and the rook jumps to f1. One move!', moves: ['e1g1'] },
      { say: 'Black castles queenside: the king from e8 to c8, two squares again, and the rook to d8.', moves: ['e8c8'] },
      {
        fen: '4k3/8/b7/8/8/8/5PPP/4K2R w K - 0 1',
        say: 'Not here! The king would have to cross f1, and the bishop on a6 looks at that square.',
        refused: { move: 'e1g1', code: 'castling_through_attack' },
      },
      {
        fen: '4k3/7r/8/8/8/8/5PP1/4K2R w K - 0 1',
        say: 'Only the king’s way counts. Here the rook is attacked, and castling is allowed all the same.',
        arrows: ['h7h1'],
      },
      { say: 'See? The king stands behind its pawns, and the rook is out of danger, too.', moves: ['e1g1'] },
    ],
  },
  tasks: [
    {
      kind: 'line', title: 'Kingside', ask: 'Castle. Move the king, and the rook goes by itself.',
      fen: 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5',
      steps: [{ right: ['e1g1'], goal: 'castle' }],
      hint: 'Take the king on e1 and put it on g1.',
      done: 'The king is safe behind three pawns, and the rook comes into play.',
      otherwise: 'A fine move in a game, but here we castle: the king goes two squares to the side.',
      wrong: [
        { move: 'h1g1', say: 'Now the rook has moved, and castling on that side is over for good. Castling begins with the king.' },
        { move: 'e1f1', say: 'A king that has moved may never castle again. It must go two squares at once.' },
        { move: 'e1c1', code: 'castling_blocked' },
      ],
    },
    {
      kind: 'line', title: 'Queenside', ask: 'On this side three squares lie between king and rook. Castle queenside.',
      fen: 'r3kbnr/pppqpppp/2n5/3p1b2/3P1B2/2N5/PPPQPPPP/R3KBNR w KQkq - 6 5',
      steps: [{ right: ['e1c1'], goal: 'castle' }],
      hint: 'The king goes two squares here as well: from e1 to c1.',
      done: 'The king stands on c1 and the rook on d1. Castling long, people say.',
      otherwise: 'Castle this time: the king from e1 to c1.',
      wrong: [
        { move: 'a1d1', say: 'That moves only the rook. Castling begins with the king.' },
        { move: 'e1g1', code: 'castling_blocked' },
        { move: 'e1b1', code: 'wrong_geometry', say: 'In castling it is always two squares.' },
      ],
    },
    {
      kind: 'line', title: 'As Black', ask: 'Castle, to the side that you like.',
      fen: 'r3k2r/ppp2ppp/2nqbn2/2bpp3/8/2PP1NPP/PP2PPB1/RNBQ1RK1 b kq - 0 8',
      steps: [{ right: ['e8g8', 'e8c8'], goal: 'castle' }],
      hint: 'The king goes from e8 to g8 or to c8.',
      done: 'Either side is allowed here. Kingside is more common: the king hides more quickly.',
      otherwise: 'Castle now: two squares to either side with the king.',
      wrong: [{ move: 'e8b8', code: 'wrong_geometry' }],
    },
    {
      kind: 'quiz', title: 'May White castle?', ask: 'Ten questions. Look closely at each position.',
      hint: 'Ask: has something moved, does something stand between, is a square of the king’s way attacked?',
      done: 'Now you know castling better than most people at the club.',
      cases: [
        {
          fen: DEVELOPED, before: ['e1f1', 'h7h6', 'f1e1', 'h6h5'], ask: 'May White castle kingside now?',
          answer: 1, say: 'The king has moved. Going back to e1 does not help.', claim: { legal: 'e1g1', code: 'castling_right_lost' },
        },
        {
          fen: DEVELOPED, before: ['h1g1', 'h7h6', 'g1h1', 'h6h5'], ask: 'The rook moved and came back. May White castle kingside?',
          answer: 1, say: 'That rook has moved, so there is no castling with it any more.', claim: { legal: 'e1g1', code: 'castling_right_lost' },
        },
        {
          fen: DEVELOPED, before: ['h1g1', 'h7h6', 'g1h1', 'h6h5'], ask: 'The same game: may White castle queenside?',
          answer: 0, say: 'The rook on a1 has not moved, and neither has the king. On this side it is still allowed.', claim: { legal: 'e1c1' },
        },
        {
          fen: '4k3/8/8/8/8/8/5PPP/4KB1R w K - 0 1', ask: 'May White castle?',
          answer: 1, say: 'The bishop on f1 stands between king and rook.', claim: { legal: 'e1g1', code: 'castling_blocked' },
        },
        {
          fen: '4k3/4r3/8/8/8/8/5PPP/4K2R w K - 0 1', ask: 'May White castle?',
          answer: 1, say: 'The king is in check from the rook on e7. Nobody castles out of check.', claim: { legal: 'e1g1', code: 'castling_in_check' },
        },
        {
          fen: '4k3/5r2/8/8/8/8/6PP/4K2R w K - 0 1', ask: 'May White castle?',
          answer: 1, say: 'The king would cross f1, which the rook on f7 attacks.', claim: { legal: 'e1g1', code: 'castling_through_attack' },
        },
        {
          fen: '4k3/6r1/8/8/8/8/5P1P/4K2R w K - 0 1', ask: 'May White castle?',
          answer: 1, say: 'The king would arrive on g1, which the rook on g7 attacks.', claim: { legal: 'e1g1', code: 'castling_into_check' },
        },
        {
          fen: '4k3/7r/8/8/8/8/5PP1/4K2R w K - 0 1', ask: 'The rook on h1 is attacked. May White castle?',
          answer: 0, say: 'Only the king’s squares count. A rook may be attacked.', claim: { legal: 'e1g1' },
        },
        {
          fen: '1r2k3/8/8/8/8/8/P1PP4/R3K3 w Q - 0 1', ask: 'The square b1 is attacked. May White castle queenside?',
          answer: 0, say: 'The king never comes to b1: it goes from e1 over d1 to c1. The rook may pass an attacked square.', claim: { legal: 'e1c1' },
        },
        {
          fen: '4k3/8/3q4/8/8/8/5PPP/4KB1R b K - 0 1', before: ['d6e6', 'f1e2', 'e8d7'],
          ask: 'The king was in check a move ago, and the bishop stepped between. May White castle now?',
          answer: 0, say: 'The king has not moved and is not in check now. A check that was answered otherwise takes no right away.', claim: { legal: 'e1g1' },
        },
      ],
    },
    {
      kind: 'line', title: 'The other side', ask: 'Castle, where it is allowed.',
      fen: '4k2r/8/b7/8/8/8/PPP2PPP/R3K2R w KQk - 0 1',
      steps: [{ right: ['e1c1'], goal: 'castle' }],
      hint: 'The bishop on a6 looks along the diagonal to f1.',
      done: 'Queenside the whole way of the king is safe.',
      otherwise: 'Castle: the king goes two squares.',
      wrong: [{ move: 'e1g1', code: 'castling_through_attack' }],
    },
    {
      kind: 'line', title: 'Two threats in one move', ask: 'Castling can attack. Win the black rook!',
      fen: '3k4/8/8/8/8/8/1r6/R3K3 w Q - 0 1',
      steps: [
        { right: ['e1c1'], goal: 'castle', reply: 'd8c7', say: 'Check by the rook, and the king attacks the black rook!' },
        { right: ['c1b2'] },
      ],
      hint: 'After castling the rook gives check on d1. What does the king on c1 attack?',
      done: 'The king takes the rook. Castling was check and attack at once.',
      otherwise: 'That leaves the black rook alone. Castle: then two of your men attack at once.',
      wrong: [
        { move: 'a1d1', say: 'Check, but the black rook gets away: only castling attacks both at once.', reply: ['d8c7'] },
        { move: 'a1a8', say: 'Check, but nothing more.', reply: ['d8c7'] },
      ],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Who gets home?',
      ask: 'Play from the start and castle within ten moves: then you win. Bring out the knight and the bishop first.',
      fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', you: 'white', level: 'pip',
      goal: { type: 'castle', moves: 10 },
    },
  ],
};

export default lesson;
