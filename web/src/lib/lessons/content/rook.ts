// Lesson 1: the rook.
import type { Lesson } from '../types';

const lesson: Lesson = {
  id: 'rook',
  title: 'The rook',
  teaches: 'Straight lines, and no jumping',
  rule: 'A rook goes as far as it likes in a straight line, forward, backward or sideways, but never over another man.',
  articles: '3.3 and 3.5',
  demo: {
    fen: '8/5pkp/6p1/8/3R4/8/5PPP/6K1 w - - 0 1',
    steps: [
      {
        say: 'This is a rook. From d4 it can go up, down, left or right, as far as the way is free.',
        arrows: ['d4d8', 'd4d1', 'd4a4', 'd4h4'],
      },
      { say: 'One step or seven, all of it is one move. Here it goes from d4 to d7.', moves: ['d4d7'] },
      { say: 'And from d7 to a7, sideways. Black waits here, so that we can look at the rook.', moves: ['--', 'd7a7'] },
      {
        fen: '8/5pkp/3P2p1/8/3R4/8/5PPP/6K1 w - - 0 1',
        say: 'A rook does not jump. Its own pawn on d6 is in the way, so the rook gets only as far as d5.',
        refused: { move: 'd4d7', code: 'blocked' },
      },
      {
        fen: '8/5pkp/3n2p1/8/3R4/8/5PPP/6K1 w - - 0 1',
        say: 'An enemy on its way can be taken: the rook goes to that square, and the enemy leaves the board.',
        arrows: ['d4d6'],
      },
      { say: 'Taken! Now the rook stands where the knight stood.', moves: ['d4d6'] },
    ],
  },
  tasks: [
    {
      kind: 'collect', title: 'Straight on', ask: 'Bring the rook to the star. Stars never stand in the way.',
      fen: '8/5pkp/6p1/8/3R4/8/5PPP/6K1 w - - 0 1', stars: ['d8'], par: 1, solution: ['d4d8'],
      hint: 'Rook and star stand on the same file.',
      done: 'Straight ahead, four squares in one move!',
      wrong: [{ move: 'd4e5', code: 'wrong_geometry' }, { move: 'd4f5', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Around the corner', ask: 'Collect both stars with the rook.',
      fen: '8/5pkp/6p1/8/3R4/8/5PPP/6K1 w - - 0 1', stars: ['a4', 'a8'], par: 2, solution: ['d4a4', 'a4a8'],
      hint: 'First sideways, then up.',
      done: 'Sideways and up: a rook turns only between two moves.',
      wrong: [{ move: 'd4a8', code: 'wrong_geometry', say: 'One move goes in one straight line.' }],
    },
    {
      kind: 'collect', title: 'Around the wall', ask: 'The pawn on a2 is your own. Bring the rook to the star.',
      fen: '8/5pkp/6p1/8/8/8/P4PPP/R5K1 w - - 0 1', stars: ['a8'], par: 3, solution: ['a1b1', 'b1b8', 'b8a8'],
      hint: 'Leave the a-file, go up, and come back to it at the top.',
      done: 'A wall of your own men is a wall as well.',
      wrong: [{ move: 'a1a3', code: 'blocked' }, { move: 'a1a2', code: 'own_man_on_target' }],
    },
    {
      kind: 'collect', title: 'All three pawns', ask: 'Take all black pawns with the rook.',
      fen: '7k/8/1p6/8/1p3p2/8/3R4/6K1 w - - 0 1', captures: true, par: 4, solution: ['d2f2', 'f2f4', 'f4b4', 'b4b6'],
      hint: 'From one pawn the next one should be in a straight line. Try the pawn on f4 first.',
      done: 'All three! Planning the way saves moves.',
      wrong: [{ move: 'd2b4', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Mind the bishop', ask: 'Collect both stars. The bishop and the king take a rook that comes within their reach.',
      fen: '8/7k/8/4b3/8/8/8/2R4K w - - 0 1', stars: ['a7', 'e8'], guard: true, par: 4,
      solution: ['c1c8', 'c8e8', 'e8a8', 'a8a7'],
      hint: 'The bishop guards the slanting lines through e5. The top rank is safe.',
      done: 'Safely around the bishop. Look at what the other side can do before each move!',
      wrong: [{ move: 'c1c7', say: 'The bishop on e5 looks at c7 along the diagonal.', reply: ['e5c7'] }],
    },
    {
      kind: 'line', title: 'Which one is free?', ask: 'The rook can take the knight or the pawn. Take the one that nobody guards.',
      fen: '4k3/3p1ppp/8/8/n2R4/8/5PPP/6K1 w - - 0 1',
      steps: [{ right: ['d4a4'] }],
      hint: 'Who stands beside the pawn on d7?',
      done: 'A whole knight for nothing!',
      otherwise: 'That takes nothing. Look for an enemy on a straight line from d4.',
      wrong: [
        { move: 'd4d7', say: 'The king guards that pawn: it takes the rook.', reply: ['e8d7'] },
        { move: 'd4d8', code: 'blocked' },
      ],
    },
  ],
  games: [
    {
      kind: 'hunt', title: 'The rook’s round',
      ask: 'Five stars lie on the board. Collect them in as few moves as you can, and stay away from squares that Black guards.',
      fen: '8/5pkp/6p1/8/3R4/8/5PPP/6K1 w - - 0 1', stars: 5,
    },
  ],
};

export default lesson;
