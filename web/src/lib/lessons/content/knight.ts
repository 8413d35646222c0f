// Lesson 5: the knight.
import type { Lesson } from '../types';

const ALONE = '6k1/5ppp/8/8/3N4/8/5PPP/6K1 w - - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const lesson: Lesson = {
  id: 'knight',
  title: 'The knight',
  teaches: 'Two and one, and over everyone',
  rule: 'A knight goes two squares along a line and then one to the side, and it alone jumps over other men.',
  articles: '3.6',
  demo: {
    fen: ALONE,
    steps: [
      {
        say: 'The knight goes two squares straight and one to the side, like a capital L. From the middle it has eight ways.',
        arrows: ['d4b3', 'd4b5', 'd4c2', 'd4c6', 'd4e2', 'd4e6', 'd4f3', 'd4f5'],
      },
      { say: 'From d4, a dark square, to f5, a light one. With every move the color changes.', moves: ['d4f5'] },
      { say: 'And back to a dark one: d6.', moves: ['--', 'f5d6'] },
      { fen: START, say: 'Nobody else gets out at the start. The knight jumps over the pawns.', moves: ['g1f3'] },
      { fen: START, say: 'Only where it lands there must be room: no own man may stand there.', refused: { move: 'b1d2', code: 'own_man_on_target' } },
    ],
  },
  tasks: [
    {
      kind: 'tap', title: 'Eight squares', ask: 'Point at all squares that the knight on d4 can reach.',
      fen: ALONE, squares: ['b3', 'b5', 'c2', 'c6', 'e2', 'e6', 'f3', 'f5'], reach: 'd4',
      hint: 'Two up and one to the side, two to the side and one up, and so on all around.',
      done: 'All eight: a star around the knight.',
      otherwise: 'Not there. Count: two straight, one to the side.',
      wrong: [
        { square: 'd6', say: 'that is two straight; one to the side is missing.' },
        { square: 'e5', say: 'that is one slanting step, as a king makes it.' },
      ],
    },
    {
      kind: 'collect', title: 'Two jumps', ask: 'Collect both stars.',
      fen: ALONE, stars: ['c6', 'b8'], par: 2, solution: ['d4c6', 'c6b8'],
      hint: 'Both jumps go up two and left one.',
      done: 'Two jumps, two stars.',
      wrong: [{ move: 'd4b8', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'So near, so far', ask: 'The star is right in front of the knight. Get there in three moves.',
      fen: ALONE, stars: ['d5'], par: 3, solution: ['d4b5', 'b5c7', 'c7d5'],
      hint: 'From which squares does the knight reach d5? c7 is one of them.',
      done: 'The next square is a long way for a knight!',
      wrong: [{ move: 'd4d5', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Behind the wall', ask: 'Your own pawns stand all around. Collect both stars.',
      fen: '6k1/5ppp/8/8/2PPP3/2PNP3/2PPP3/6K1 w - - 0 1', stars: ['c5', 'd7'], par: 2, solution: ['d3c5', 'c5d7'],
      hint: 'A knight jumps.',
      done: 'No wall stops a knight.',
      wrong: [{ move: 'd3e4', code: 'own_man_on_target' }],
    },
    {
      kind: 'collect', title: 'Three pawns', ask: 'Take a pawn with every jump.',
      fen: '6k1/8/8/3p4/1p3p2/8/2N5/6K1 w - - 0 1', captures: true, par: 3, solution: ['c2b4', 'b4d5', 'd5f4'],
      hint: 'Only one pawn can be reached now: on b4.',
      done: 'Hop, hop, hop.',
      wrong: [{ move: 'c2d5', code: 'wrong_geometry' }],
    },
    {
      kind: 'line', title: 'The fork', ask: 'Attack king and queen with one jump, and win the queen.',
      fen: 'q3k3/8/8/3N4/8/8/5PPP/6K1 w - - 0 1',
      steps: [
        { right: ['d5c7'], reply: 'e8d7', say: 'Check! The king must go, and then …' },
        { right: ['c7a8'] },
      ],
      hint: 'Find the square from which the knight sees both e8 and a8.',
      done: 'A fork: two attacked at once, and only one can get away.',
      otherwise: 'Not that. Attack the king and the queen at the same time.',
      wrong: [{ move: 'd5f6', say: 'Check, but the queen is not attacked: the king just walks off.', reply: ['e8f7'] }],
    },
  ],
  games: [
    {
      kind: 'tour', title: 'The knight’s tour',
      ask: 'Jump to as many squares as you can, to none of them twice. Keep away from the black king, and do not give check.',
      fen: '7k/8/8/8/8/8/8/N6K w - - 0 1', from: 'a1', good: 25,
    },
  ],
};

export default lesson;
