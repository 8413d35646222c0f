// Lesson 4: the king.
import type { Lesson } from '../types';

const lesson: Lesson = {
  id: 'king',
  title: 'The king',
  teaches: 'One step, and never into an attack',
  rule: 'A king goes one square in any direction, but never onto a square that an enemy man attacks.',
  articles: '3.8.1 and 3.9.2',
  demo: {
    fen: '8/8/8/8/3K4/8/8/7k w - - 0 1',
    steps: [
      {
        say: 'The king is the man that everything is about. It goes one square, in any direction.',
        arrows: ['d4d5', 'd4e5', 'd4e4', 'd4e3', 'd4d3', 'd4c3', 'd4c4', 'd4c5'],
      },
      { say: 'From d4 to e5: one step.', moves: ['d4e5'] },
      {
        fen: '4r3/8/8/8/3K4/8/8/7k w - - 0 1',
        say: 'The rook attacks the whole e-file. The king may not step onto it.',
        refused: { move: 'd4e4', code: 'king_into_attack' },
      },
      {
        fen: '8/8/3k4/8/3K4/8/8/8 w - - 0 1',
        say: 'Kings attack, too. So two kings never stand side by side.',
        refused: { move: 'd4d5', code: 'king_into_attack' },
      },
      { fen: '8/8/8/4n3/3K4/8/8/7k w - - 0 1', say: 'A king takes like any other man, if nobody guards what it takes.', moves: ['d4e5'] },
    ],
  },
  tasks: [
    {
      kind: 'collect', title: 'Step by step', ask: 'Walk to the star.',
      fen: '7k/8/8/8/3K4/8/8/8 w - - 0 1', stars: ['d6'], par: 2, solution: ['d4d5', 'd5d6'],
      hint: 'Two steps ahead.',
      done: 'One square at a time.',
      wrong: [{ move: 'd4d6', code: 'wrong_geometry' }],
    },
    {
      kind: 'tap', title: 'Where may it go?', ask: 'Point at every square to which the white king may go.',
      fen: '4r2k/8/8/8/3K4/8/8/8 w - - 0 1', squares: ['c3', 'c4', 'c5', 'd3', 'd5'], reach: 'd4',
      hint: 'The rook on e8 attacks the whole e-file.',
      done: 'Five squares are safe.',
      otherwise: 'Not there: one step only, and onto no attacked square.',
      wrong: [
        { square: 'e4', say: 'the rook on e8 attacks this square.' },
        { square: 'd6', say: 'too far: one step only.' },
      ],
    },
    {
      kind: 'collect', title: 'Through the gate', ask: 'The rook guards the fourth rank, but it does not look through your pawn. Walk to the star.',
      fen: '7k/8/8/8/r2P4/8/2K5/8 w - - 0 1', stars: ['c6'], par: 4, solution: ['c2d3', 'd3e4', 'e4d5', 'd5c6'],
      hint: 'Behind the pawn on d4 the rank is safe: on e4, for instance.',
      done: 'Through the gate, and no step too many.',
      wrong: [{ move: 'c2c4', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'One after the other', ask: 'Take both pawns. One of them guards the other.',
      fen: '7k/8/K1p5/3p4/8/8/8/8 w - - 0 1', captures: true, par: 3, solution: ['a6b6', 'b6c6', 'c6d5'],
      hint: 'First the pawn that guards: it stands on c6.',
      done: 'First the guard, then the guarded.',
      wrong: [{ move: 'a6b5', code: 'king_into_attack' }],
    },
    {
      kind: 'line', title: 'Which one may it take?', ask: 'Two black men stand beside your king. Take one.',
      fen: '7k/8/2p5/3nb3/4K3/8/8/8 w - - 0 1',
      steps: [{ right: ['e4e5'] }],
      hint: 'The pawn on c6 guards one of them.',
      done: 'The bishop had no guard.',
      otherwise: 'Take something!',
      wrong: [{ move: 'e4d5', code: 'king_into_attack', say: 'What is guarded is attacked.' }],
    },
    {
      kind: 'quiz', title: 'May the king?', ask: 'Four questions with an arrow: is this move legal?',
      hint: 'Would anything attack the king on its new square?',
      done: 'You take good care of a king.',
      cases: [
        { fen: '8/8/3k4/8/3K4/8/8/8 w - - 0 1', ask: 'May the king go to d5?', answer: 1, say: 'The black king attacks d5.', claim: { legal: 'd4d5', code: 'king_into_attack' } },
        { fen: '7k/8/8/3q4/4K3/8/8/8 w - - 0 1', ask: 'May the king take the queen?', answer: 0, say: 'Nobody guards the queen, so the king may take it.', claim: { legal: 'e4d5' } },
        { fen: '7k/8/4p3/3q4/4K3/8/8/8 w - - 0 1', ask: 'And now: may the king take the queen?', answer: 1, say: 'The pawn on e6 guards the queen.', claim: { legal: 'e4d5', code: 'king_into_attack' } },
        { fen: 'R5bk/8/8/2K5/8/8/8/8 w - - 0 1', ask: 'The bishop on g8 may not move, or its king would be taken by the rook’s line. May the white king go to d5?', answer: 1, say: 'A man that may not move attacks all the same.', claim: { legal: 'c5d5', code: 'king_into_attack' } },
      ],
    },
  ],
  games: [
    {
      kind: 'hunt', title: 'The king’s walk',
      ask: 'Five stars on both sides of the rook’s rank, and one gate between them: behind the pawn. Collect them in as few steps as you can.',
      fen: '7k/8/8/8/r2P4/8/2K5/8 w - - 0 1', stars: 5,
    },
  ],
};

export default lesson;
