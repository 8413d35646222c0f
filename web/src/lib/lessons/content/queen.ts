// Lesson 3: the queen.
import type { Lesson } from '../types';

const ALONE = '7k/5ppp/8/8/3Q4/8/5PPP/6K1 w - - 0 1';

const lesson: Lesson = {
  id: 'queen',
  title: 'The queen',
  teaches: 'All straight and slanting lines',
  rule: 'A queen moves like a rook or like a bishop, as she likes each time, over nobody’s head, and is the strongest of all.',
  articles: '3.4 and 3.5',
  demo: {
    fen: ALONE,
    steps: [
      {
        say: 'The queen goes straight and slanting, as far as the way is free. Nobody reaches more squares.',
        arrows: ['d4d8', 'd4d1', 'd4a4', 'd4h4', 'd4a7', 'd4a1', 'd4g7', 'd4e3'],
      },
      { say: 'Like a rook: from d4 to a4.', moves: ['d4a4'] },
      { say: 'Like a bishop: from a4 to c6. But never both in one move.', moves: ['--', 'a4c6'] },
      { fen: ALONE, say: 'What she cannot do is the knight’s jump.', refused: { move: 'd4e6', code: 'wrong_geometry' } },
      {
        fen: '7k/5ppp/8/8/1P1Q4/8/5PPP/6K1 w - - 0 1',
        say: 'And she jumps over nobody: behind her own pawn on b4 she cannot reach a4.',
        refused: { move: 'd4a4', code: 'blocked' },
      },
    ],
  },
  tasks: [
    {
      kind: 'collect', title: 'Like a bishop', ask: 'Bring the queen to the star.',
      fen: ALONE, stars: ['a7'], par: 1, solution: ['d4a7'],
      hint: 'Up and to the left.',
      done: 'Three squares along the diagonal.',
      wrong: [{ move: 'd4e6', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Three stars', ask: 'Collect all three.',
      fen: ALONE, stars: ['d7', 'a4', 'a1'], par: 3, solution: ['d4d7', 'd7a4', 'a4a1'],
      hint: 'Begin straight up, then slanting down.',
      done: 'A star with every move!',
      wrong: [{ move: 'd4b7', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Out of the house', ask: 'Your own men stand around the queen. Bring her to the star.',
      fen: '6k1/5p1p/6p1/8/8/8/PPP1PPPP/3QK3 w - - 0 1', stars: ['a5'], par: 2, solution: ['d1d5', 'd5a5'],
      hint: 'One file is open.',
      done: 'Out by the open file, then to the side.',
      wrong: [{ move: 'd1a4', code: 'blocked' }],
    },
    {
      kind: 'collect', title: 'Four pawns', ask: 'Take all black pawns, one with each move.',
      fen: '6k1/8/1p3p2/8/3Q3p/8/1p6/6K1 w - - 0 1', captures: true, par: 4,
      solution: ['d4b2', 'b2b6', 'b6f6', 'f6h4'],
      hint: 'From each pawn the next one must be on a line. Take the one on h4 last.',
      done: 'Four moves, four pawns.',
      wrong: [{ move: 'd4f5', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'A careful queen', ask: 'Collect all three stars. Bishop, knight and king take a queen that comes within their reach.',
      fen: '6k1/1b5p/5n2/8/8/8/8/3QK3 w - - 0 1', stars: ['a4', 'h4', 'd6'], guard: true, par: 4,
      solution: ['d1a4', 'a4h4', 'h4d4', 'd4d6'],
      hint: 'The stars on a4 and h4 stand on one rank.',
      done: 'The strongest man needs the most care.',
      wrong: [{ move: 'd1d5', say: 'Check, but bishop and knight both look at d5: the queen is lost.', reply: ['f6d5'] }],
    },
    {
      kind: 'line', title: 'The best catch', ask: 'What can the queen take without being taken?',
      fen: '6k1/r4pp1/7p/8/3Q4/8/5PPP/6K1 w - - 0 1',
      steps: [{ right: ['d4a7'] }],
      hint: 'Look along the diagonal up to the left.',
      done: 'A rook for nothing.',
      otherwise: 'That takes nothing. Two black men stand on her diagonals.',
      wrong: [{ move: 'd4g7', say: 'The king guards that pawn: it takes the queen.', reply: ['g8g7'] }],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Queen against eight pawns',
      ask: 'Take all the pawns, or checkmate the king, and you win. If a pawn reaches the last rank, you have lost.',
      fen: '4k3/pppppppp/8/8/8/8/8/3QK3 w - - 0 1', you: 'white', level: 'pip', goal: { type: 'capture', role: 'pawn' },
    },
  ],
};

export default lesson;
