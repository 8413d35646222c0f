// Lesson 2: the bishop.
import type { Lesson } from '../types';

const ALONE = '6k1/5p1p/6p1/8/3B4/8/5PPP/6K1 w - - 0 1';

const lesson: Lesson = {
  id: 'bishop',
  title: 'The bishop',
  teaches: 'Slanting lines, one color for life',
  rule: 'A bishop goes as far as it likes along diagonals, never over another man, and so stays on squares of one color for the whole game.',
  articles: '3.2 and 3.5',
  demo: {
    fen: ALONE,
    steps: [
      { say: 'The bishop goes slanting: along the diagonals, as far as the way is free.', arrows: ['d4a7', 'd4h8', 'd4a1', 'd4e3'] },
      { say: 'From d4 to f6: one move.', moves: ['d4f6'] },
      { say: 'And from f6 to d8. It stood on dark squares all the time, and it always will.', moves: ['--', 'f6d8'] },
      {
        fen: '6k1/5p1p/6p1/4P3/3B4/8/5PPP/6K1 w - - 0 1',
        say: 'Its own pawn on e5 is in the way. A bishop does not jump.',
        refused: { move: 'd4f6', code: 'blocked' },
      },
      {
        fen: '6k1/5p1p/6p1/8/8/8/5PPP/2B2BK1 w - - 0 1',
        say: 'You begin with two: one for the dark squares, one for the light ones. Together they see everything.',
        marks: ['c1', 'f1'],
      },
    ],
  },
  tasks: [
    {
      kind: 'collect', title: 'Slanting', ask: 'Bring the bishop to the star.',
      fen: ALONE, stars: ['f6'], par: 1, solution: ['d4f6'],
      hint: 'Go up and to the right at the same time.',
      done: 'One move along the diagonal.',
      wrong: [{ move: 'd4d6', code: 'wrong_geometry' }, { move: 'd4f2', code: 'own_man_on_target' }],
    },
    {
      kind: 'collect', title: 'A corner to turn', ask: 'Collect both stars.',
      fen: ALONE, stars: ['a7', 'b8'], par: 2, solution: ['d4a7', 'a7b8'],
      hint: 'Up to the left until the rim, then up to the right.',
      done: 'At the rim a bishop turns, with a new move.',
      wrong: [{ move: 'd4b8', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Two bishops', ask: 'Two stars, two bishops. Which one can ever reach which star?',
      fen: '6k1/5p1p/6p1/8/8/8/5PPP/2B2BK1 w - - 0 1', stars: ['a3', 'c4'], par: 2, solution: ['c1a3', 'f1c4'],
      hint: 'Look at the color under the star and at the color under the bishop.',
      done: 'Each for its own color: that is why two bishops are a good pair.',
      wrong: [{ move: 'f1a3', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Three pawns', ask: 'Take all black pawns with the bishop.',
      fen: '6k1/p7/7p/2p5/8/4B3/8/6K1 w - - 0 1', captures: true, par: 4, solution: ['e3c5', 'c5a7', 'a7e3', 'e3h6'],
      hint: 'Two pawns stand on one diagonal. For the third the bishop has to come back.',
      done: 'All three! The bishop needed its old square once more.',
      wrong: [{ move: 'e3e5', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Mind the rook', ask: 'Collect both stars. The rook takes what comes onto its lines.',
      fen: '3rk3/8/8/8/8/8/8/2B3K1 w - - 0 1', stars: ['a5', 'h4'], guard: true, par: 4,
      solution: ['c1g5', 'g5h4', 'h4e1', 'e1a5'],
      hint: 'Do not stop on the d-file. To fly over it is allowed.',
      done: 'Past the rook twice. Only where you stop counts.',
      wrong: [{ move: 'c1d2', say: 'The rook on d8 looks down the whole d-file.', reply: ['d8d2'] }],
    },
    {
      kind: 'line', title: 'Which one is free?', ask: 'The bishop can take a knight or a pawn. Take the one that nobody guards.',
      fen: '2k5/1p6/2n3p1/8/4B3/8/5PPP/6K1 w - - 0 1',
      steps: [{ right: ['e4g6'] }],
      hint: 'The pawn on b7 guards one of them.',
      done: 'A pawn for nothing.',
      otherwise: 'That takes nothing. Look along both diagonals.',
      wrong: [{ move: 'e4c6', say: 'The pawn takes back: a bishop for a knight is no gain. The pawn on g6 was free.', reply: ['b7c6'] }],
    },
  ],
  games: [
    {
      kind: 'hunt', title: 'The bishop’s round',
      ask: 'Five stars, all on dark squares. Collect them in as few moves as you can, and do not stop where Black guards.',
      fen: ALONE, stars: 5,
    },
  ],
};

export default lesson;
