// Lesson 0: the board, the men, the turn, the aim.
import type { Lesson } from '../types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const lesson: Lesson = {
  id: 'board',
  title: 'The board',
  teaches: 'Squares and their names, where the men stand, who begins, how one wins',
  rule: 'Chess is played on 64 squares with a light one at the right of each player; White moves first, then both take turns, and whoever checkmates the enemy king wins.',
  articles: '1 and 2',
  demo: {
    fen: START,
    steps: [
      { say: 'Hello! I am Rabi. This is the board: eight times eight squares, light and dark in turn.' },
      { say: 'It lies right when each player has a light square in the corner at the right hand.', marks: ['h1', 'a8'] },
      {
        say: 'Lines that go away from you are files, a to h from White’s left. This is the e-file.',
        marks: ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8'],
      },
      {
        say: 'Lines from side to side are ranks, 1 to 8 from White’s side. This is the fourth rank.',
        marks: ['a4', 'b4', 'c4', 'd4', 'e4', 'f4', 'g4', 'h4'],
      },
      { say: 'File and rank together name a square: this one is e4.', marks: ['e4'] },
      {
        say: 'In front stand eight pawns. Behind them, from the corner: rook, knight, bishop.',
        marks: ['a1', 'b1', 'c1', 'f1', 'g1', 'h1'],
      },
      {
        say: 'The queen stands on her own color: the white one on light d1, the black one on dark d8. The kings stand beside them on e1 and e8.',
        marks: ['d1', 'd8'],
      },
      { say: 'White makes the first move, always. Which color you get may be tossed for.', moves: ['e2e4'] },
      { say: 'Then Black, and so on in turn: one move each, and nobody may pass.', moves: ['e7e5'] },
      {
        fen: '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1',
        say: 'The aim is the enemy king: attacked, and with no way out. That is checkmate, and the game is over at once. A king is never taken.',
        marks: ['h8'],
      },
    ],
  },
  tasks: [
    {
      kind: 'tap', title: 'Find e4', ask: 'Where is e4? Point at it.',
      fen: START, squares: ['e4'],
      hint: 'The letter is the file, at the bottom. The number is the rank, at the left.',
      done: 'File e, rank 4: e4.',
      otherwise: 'Not this one. First find the e at the bottom, then count up to 4.',
      wrong: [
        { square: 'd4', say: 'the rank is right, but that is the d-file.' },
        { square: 'e5', say: 'the file is right, but one rank too high.' },
      ],
    },
    {
      kind: 'tap', title: 'Two light corners', ask: 'Which corners of the board are light?',
      fen: START, squares: ['h1', 'a8'],
      hint: 'Each player has one at the right hand.',
      done: 'h1 is at White’s right hand, a8 at Black’s.',
      otherwise: 'Look for a light square in a corner.',
      wrong: [
        { square: 'a1', say: 'a corner, but a dark one.' },
        { square: 'h8', say: 'a corner, but a dark one.' },
      ],
    },
    {
      kind: 'tap', title: 'Four squares', ask: 'Point at a3, h6, c5 and f4.',
      fen: START, squares: ['a3', 'h6', 'c5', 'f4'],
      hint: 'Take them one by one: first the letter, then the number.',
      done: 'You find your way on the board.',
      otherwise: 'That one was not asked for.',
    },
    {
      kind: 'quiz', title: 'Everything in its place?', ask: 'Look at the board at the start of a game.',
      hint: 'Look at the men in the picture and at the color under them.',
      done: 'You could set up the men in any park.',
      cases: [
        { fen: START, ask: 'On which square does the white queen stand?', options: ['d1', 'e1', 'd8'], answer: 0, say: 'The queen stands on her own color: d1 is light.', claim: { article: '2.3' }, marks: ['d1'] },
        { fen: START, ask: 'What color is the square d8, where the black queen stands?', options: ['light', 'dark'], answer: 1, say: 'The black queen stands on a dark square: her own color, too.', claim: { light: 'd8' }, marks: ['d8'] },
        { fen: START, ask: 'Which man stands between rook and bishop?', options: ['a knight', 'the queen', 'a pawn'], answer: 0, say: 'From the corner: rook, knight, bishop.', claim: { article: '2.3' }, marks: ['b1', 'g1', 'b8', 'g8'] },
        { fen: START, ask: 'How many men does each side have?', options: ['8', '12', '16'], answer: 2, say: 'Eight pawns and eight others: sixteen.', claim: { article: '2.2' } },
      ],
    },
    {
      kind: 'line', title: 'White begins', ask: 'Make any first move that you like.',
      fen: START,
      steps: [{
        right: [
          'a2a3', 'a2a4', 'b2b3', 'b2b4', 'c2c3', 'c2c4', 'd2d3', 'd2d4', 'e2e3', 'e2e4', 'f2f3', 'f2f4', 'g2g3', 'g2g4',
          'h2h3', 'h2h4', 'b1a3', 'b1c3', 'g1f3', 'g1h3',
        ],
        goal: 'any_legal',
      }],
      hint: 'Only pawns and knights can move at the start: tap one, then a square with a dot.',
      done: 'Twenty first moves are possible. Now it would be Black’s turn.',
      otherwise: 'Any legal move will do.',
      wrong: [
        { move: 'e7e5', code: 'opponents_man' },
        { move: 'e1e2', code: 'own_man_on_target' },
        { move: 'a1a4', code: 'blocked' },
        { move: 'e4e5', code: 'empty_square' },
      ],
    },
    {
      kind: 'quiz', title: 'How the game goes', ask: 'Five questions about turns and winning.',
      hint: 'Think of what the demo told: who begins, and what happens to the king at the end.',
      done: 'Now you know what the game is about.',
      cases: [
        { ask: 'Who makes the first move?', options: ['White', 'Black', 'whoever won the last game'], answer: 0, say: 'White, in every game. Only who gets White may be tossed for.', claim: { article: '1.2' } },
        { ask: 'May a player skip a turn?', answer: 1, say: 'One move each, in turn. Nobody may pass.', claim: { article: '1.2' } },
        { ask: 'How does one win?', options: ['by taking the king', 'by checkmate', 'by taking most men'], answer: 1, say: 'The king is attacked and has no legal way out: that is checkmate.', claim: { article: '1.4' } },
        { ask: 'Is the king ever taken?', answer: 1, say: 'Never. With checkmate the game is over before that.', claim: { article: '1.4.1' } },
        { fen: '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1', ask: 'Is this the end of the game?', answer: 0, say: 'Checkmate: the queen attacks the king and covers all squares around it, and the white king guards the queen.', claim: { state: 'mate' } },
      ],
    },
  ],
  games: [
    { kind: 'squares', title: 'Square race', ask: 'Ten squares are named, one after another. Point at each. No clock is running: take your time.', rounds: 10 },
  ],
};

export default lesson;
