// Lesson 7: taking, and what men are worth.
import type { Lesson } from '../types';

const GUARDS = 'r3k2r/1p3ppp/2n5/3b4/4p3/8/8/4K3 w - - 0 1';

const lesson: Lesson = {
  id: 'capture',
  title: 'Taking, and what men are worth',
  teaches: 'Guarded or free, and counting points',
  rule: 'Whoever moves onto an enemy’s square takes that man off the board; as a guide a queen is worth 9, a rook 5, a bishop or knight 3 and a pawn 1.',
  articles: '3.1',
  demo: {
    fen: '4k3/5ppp/8/4n3/8/2B5/5PPP/6K1 w - - 0 1',
    steps: [
      { say: 'Before you take, ask: who takes back? Nobody guards this knight.', arrows: ['c3e5'] },
      { say: 'So it is free: three points for nothing.', moves: ['c3e5'] },
      {
        fen: '4k3/5ppp/3p4/4n3/8/2B5/5PPP/6K1 w - - 0 1',
        say: 'Now a pawn guards it. Bishop takes knight, pawn takes bishop: three for three, a trade.',
        moves: ['c3e5', 'd6e5'],
      },
      {
        fen: '4k3/5ppp/3p4/4p3/8/8/5PPP/4R1K1 w - - 0 1',
        say: 'Here a rook would take a guarded pawn: five paid for one. Better not.',
        arrows: ['e1e5'],
      },
      {
        fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        say: 'Queen 9, rook 5, bishop 3, knight 3, pawn 1. It is only a guide. The king has no number: with him the game is lost.',
      },
    ],
  },
  tasks: [
    {
      kind: 'quiz', title: 'Counting', ask: 'Queen 9, rook 5, bishop 3, knight 3, pawn 1.',
      hint: 'Add up both sides.',
      done: 'Counting is half of trading.',
      cases: [
        { ask: 'Which is worth more: a queen, or two rooks?', options: ['a queen', 'two rooks', 'the same'], answer: 1, say: 'Two rooks are 10, a queen is 9.', claim: { article: 'R180' } },
        { ask: 'You give a bishop and get a rook. Is that a gain?', answer: 0, say: 'You pay 3 and get 5.', claim: { article: 'R181' } },
        { ask: 'You give a rook and get a knight and a pawn. Is that a gain?', answer: 1, say: 'You pay 5 and get 4.', claim: { article: 'R183' } },
        { ask: 'How many points is the king worth?', options: ['10', '100', 'he has no number'], answer: 2, say: 'He cannot be traded, so he has none.', claim: { article: 'R179' } },
      ],
    },
    {
      kind: 'quiz', title: 'Guarded?', ask: 'Does another black man guard the ringed one?',
      hint: 'Imagine that White takes it: could Black take back?',
      done: 'Nothing is safe because it looks so: only a guard makes it safe.',
      cases: [
        { fen: GUARDS, ask: 'Is the pawn on e4 guarded?', answer: 0, say: 'By the bishop on d5.', marks: ['e4'], claim: { attacked: 'e4', by: 'black', is: true } },
        { fen: GUARDS, ask: 'Is the bishop on d5 guarded?', answer: 1, say: 'Nobody looks at d5.', marks: ['d5'], claim: { attacked: 'd5', by: 'black', is: false } },
        { fen: GUARDS, ask: 'Is the knight on c6 guarded?', answer: 0, say: 'By the pawn on b7, and by the bishop on d5.', marks: ['c6'], claim: { attacked: 'c6', by: 'black', is: true } },
        { fen: GUARDS, ask: 'Is the rook on h8 guarded?', answer: 1, say: 'The king stands in the way of the other rook.', marks: ['h8'], claim: { attacked: 'h8', by: 'black', is: false } },
      ],
    },
    {
      kind: 'line', title: 'The best of four', ask: 'The knight can take four different men. Which one is the best?',
      fen: '4k3/1p3p2/p1b1r3/1p3p2/3N4/7P/5PP1/6K1 w - - 0 1',
      steps: [{ right: ['d4e6'] }],
      hint: 'Look for the most points, even if somebody takes back.',
      done: 'A rook for a knight: five for three, even when the pawn takes back.',
      otherwise: 'Take something that is worth more than the knight.',
      wrong: [
        { move: 'd4c6', say: 'A knight for a bishop: three for three. There is more to be had.', reply: ['b7c6'] },
        { move: 'd4f5', say: 'A free pawn: one point. There is more to be had.' },
        { move: 'd4b5', say: 'The pawn takes back: three paid for one.', reply: ['a6b5'] },
      ],
    },
    {
      kind: 'line', title: 'Who takes first?', ask: 'Two of your men attack the knight, one pawn guards it. Take in the right order.',
      fen: '4k3/5ppp/2p5/3n4/8/1B6/3R1PPP/6K1 w - - 0 1',
      steps: [
        { right: ['b3d5'], reply: 'c6d5', say: 'Taken back. Now the second one takes.' },
        { right: ['d2d5'] },
      ],
      hint: 'The cheaper man first.',
      done: 'You paid a bishop and got a knight and a pawn: four for three.',
      otherwise: 'Take on d5.',
      wrong: [
        { move: 'd2d5', say: 'You get a knight and a pawn, but pay a rook: four for five. The cheaper man first!', reply: ['c6d5', 'b3d5'] },
      ],
    },
    {
      kind: 'line', title: 'Stand guard', ask: 'The rook attacks your knight, which may not leave the king’s file. Guard it.',
      fen: '4r1k1/5ppp/8/8/4N3/8/3P1PPP/4K3 w - - 0 1',
      steps: [{ right: ['d2d3', 'f2f3'] }],
      hint: 'A pawn guards the two squares slanting ahead of it.',
      done: 'If the rook takes now, a pawn takes the rook.',
      otherwise: 'Then the rook simply takes the knight. Guard it with a pawn.',
      wrong: [
        { move: 'e4c5', code: 'exposes_king' },
        { move: 'e1d1', say: 'The king has gone, and the knight is lost.', reply: ['e8e4'] },
      ],
    },
    {
      kind: 'line', title: 'A guard that is none', ask: 'Does the pawn on e6 really guard the knight?',
      fen: '4k3/5ppp/4p3/3n4/8/1B6/5PPP/4R1K1 w - - 0 1',
      steps: [{ right: ['b3d5'] }],
      hint: 'What would happen to the black king if the pawn left the e-file?',
      done: 'If the pawn took back, the rook would attack its king, and that is illegal. The knight was free.',
      otherwise: 'Look again at the knight on d5.',
      wrong: [{ move: 'e1e6', say: 'The pawn on f7 takes the rook: five paid for one.', reply: ['f7e6'] }],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Pieces against pawns',
      ask: 'Take all eight pawns with rook, bishop and king, or give checkmate, and you win. A pawn that gets through beats you.',
      fen: '4k3/pppppppp/8/8/8/8/8/R1B1K3 w - - 0 1', you: 'white', level: 'pip', goal: { type: 'capture', role: 'pawn' },
    },
  ],
};

export default lesson;
