// Lesson 6: the pawn.
import type { Lesson } from '../types';

const lesson: Lesson = {
  id: 'pawn',
  title: 'The pawn',
  teaches: 'Straight ahead, slanting to take, never back',
  rule: 'A pawn goes one square straight ahead, or two from its first square, takes only one square diagonally ahead, and never goes back.',
  articles: '3.7.1 to 3.7.3',
  demo: {
    fen: '4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1',
    steps: [
      { say: 'A pawn goes straight ahead, one square. From its first square it may go two, if both are empty.', arrows: ['e2e3', 'e2e4'] },
      { say: 'Here it goes two, and so does the black one. Black’s pawns go down the board.', moves: ['e2e4', 'd7d5'] },
      { say: 'A pawn takes slanting: one square diagonally ahead.', moves: ['e4d5'] },
      {
        fen: '4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1',
        say: 'Straight ahead it takes nobody. These two stand in each other’s way.',
        refused: { move: 'e4e5', code: 'pawn_captures_straight' },
      },
      {
        fen: '4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1',
        say: 'And it jumps over nobody, even with a double step.',
        refused: { move: 'e2e4', code: 'pawn_blocked' },
      },
      {
        fen: '4k3/8/8/8/4P3/8/8/4K3 w - - 0 1',
        say: 'Slanting goes only with a capture. What happens on the last rank comes in lesson 8.',
        refused: { move: 'e4d5', code: 'pawn_diagonal_without_capture' },
      },
    ],
  },
  tasks: [
    {
      kind: 'line', title: 'Two at once', ask: 'Go two squares with the pawn.',
      fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
      steps: [{ right: ['e2e4'] }],
      hint: 'It stands on its first square, so it may.',
      done: 'Only from its first square, and only once.',
      otherwise: 'Two squares with the pawn, please.',
      wrong: [
        { move: 'e2e3', say: 'That was one square. From here it may go two.' },
        { move: 'e2e5', code: 'wrong_geometry' },
        { move: 'e2d3', code: 'pawn_diagonal_without_capture' },
      ],
    },
    {
      kind: 'collect', title: 'On the march', ask: 'Collect the three stars with the pawn.',
      fen: 'k7/8/8/8/8/8/4P3/4K3 w - - 0 1', stars: ['e4', 'e5', 'e6'], par: 3, solution: ['e2e4', 'e4e5', 'e5e6'],
      hint: 'Begin with two squares.',
      done: 'Step by step, and no way back.',
      wrong: [{ move: 'e2e6', code: 'wrong_geometry' }],
    },
    {
      kind: 'collect', title: 'Zigzag', ask: 'Take all black men but the king.',
      fen: '4k3/8/8/3n4/2p5/3b4/4P3/4K3 w - - 0 1', captures: true, par: 3, solution: ['e2d3', 'd3c4', 'c4d5'],
      hint: 'Slanting to the left, again, then to the right.',
      done: 'Three captures, and each one slanting.',
      wrong: [{ move: 'e2f3', code: 'pawn_diagonal_without_capture' }],
    },
    {
      kind: 'quiz', title: 'May the pawn?', ask: 'Is the move of the arrow legal?',
      hint: 'Straight to go, slanting to take.',
      done: 'Pawns have the strangest rules of all, and you know them.',
      cases: [
        { fen: '4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1', ask: 'May the white pawn take on e5?', answer: 1, say: 'A pawn never takes straight ahead.', claim: { legal: 'e4e5', code: 'pawn_captures_straight' } },
        { fen: '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', ask: 'May the white pawn take on d5?', answer: 0, say: 'One square diagonally ahead: so a pawn takes.', claim: { legal: 'e4d5' } },
        { fen: '4k3/8/8/8/4P3/8/8/4K3 w - - 0 1', ask: 'May the pawn go back to e3?', answer: 1, say: 'Never back.', claim: { legal: 'e4e3', code: 'wrong_geometry' } },
        { fen: '4k3/8/8/8/8/4P3/8/4K3 w - - 0 1', ask: 'May the pawn go two squares, to e5?', answer: 1, say: 'It has left its first square.', claim: { legal: 'e3e5', code: 'double_step_not_first' } },
        { fen: '4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1', ask: 'May the white pawn go to e4?', answer: 1, say: 'Both squares must be empty.', claim: { legal: 'e2e4', code: 'pawn_blocked' } },
        { fen: '4k3/4p3/8/8/8/8/8/4K3 b - - 0 1', ask: 'May the black pawn go to e5?', answer: 0, say: 'Two squares from its first one, downward: that is ahead for Black.', claim: { legal: 'e7e5' } },
      ],
    },
    {
      kind: 'line', title: 'Left or right?', ask: 'Your pawn can take in two directions. Take what is worth more.',
      fen: '4k3/8/8/4p3/3P1N2/8/8/4K3 b - - 0 1',
      steps: [{ right: ['e5f4'] }],
      hint: 'A knight is worth three pawns.',
      done: 'A whole knight!',
      otherwise: 'Take something with the pawn.',
      wrong: [
        { move: 'e5d4', say: 'Only a pawn. The knight was worth more.' },
        { move: 'e5e4', say: 'That takes nothing.' },
      ],
    },
    {
      kind: 'line', title: 'A small fork', ask: 'Attack both knights with one pawn move, and take one.',
      fen: '4k3/8/8/2n1n3/8/3P4/6K1/8 w - - 0 1',
      steps: [
        { right: ['d3d4'], reply: 'e5g6', say: 'Both attacked. One gets away, and the other …' },
        { right: ['d4c5'] },
      ],
      hint: 'A pawn attacks two squares: slanting left and slanting right.',
      done: 'The smallest man can fork, too.',
      otherwise: 'That attacks no knight. Look where the pawn would attack two at once.',
    },
  ],
  games: [
    {
      kind: 'play', title: 'Three pawns each',
      ask: 'Whoever brings a pawn to the other end first wins. Kings may help.',
      fen: '4k3/2ppp3/8/8/8/8/2PPP3/4K3 w - - 0 1', you: 'white', level: 'pip', goal: { type: 'promote' },
    },
  ],
};

export default lesson;
