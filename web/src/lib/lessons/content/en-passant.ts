// Lesson 12: en passant.
import type { Lesson } from '../types';

const BEFORE = '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1';

const lesson: Lesson = {
  id: 'en-passant',
  title: 'En passant',
  teaches: 'Taking a pawn in passing, at once or never',
  rule: 'A pawn that goes two squares and lands beside an enemy pawn may be taken by it as if it had gone one, but only with the very next move.',
  articles: '3.7.3.1 and 3.7.3.2',
  demo: {
    fen: BEFORE,
    steps: [
      { say: 'The white pawn has come far, to its fifth rank. If the black one went one square, it could be taken.' },
      { say: 'So it runs past with a double step. Not so fast!', moves: ['d7d5'] },
      { say: 'White takes in passing, en passant: the pawn goes to d6, as if Black had gone one square, and the pawn on d5 leaves the board.', moves: ['e5d6'] },
      {
        fen: '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2',
        say: 'Only right after the double step. One move later the chance is gone for good.',
        refused: { move: 'e5d6', code: 'en_passant_expired' },
      },
      {
        fen: '8/3p4/8/K3P2q/8/8/8/4k3 b - - 0 1',
        say: 'And, as always, the own king may not be left in check: here both pawns would vanish from the rank, and the queen would see the king.',
        moves: ['d7d5'], refused: { move: 'e5d6', code: 'en_passant_exposes_king' },
      },
    ],
  },
  tasks: [
    {
      kind: 'line', title: 'In passing', ask: 'Black has just gone from d7 to d5. Take en passant.',
      fen: BEFORE, before: ['d7d5'],
      steps: [{ right: ['e5d6'], goal: 'en_passant' }],
      hint: 'Go where the black pawn would stand after a single step.',
      done: 'You landed on d6, and the pawn on d5 is gone.',
      otherwise: 'Now or never: next move it is too late.',
      wrong: [
        { move: 'e5d5', code: 'wrong_geometry', say: 'You do not go to where the pawn stands, but to where it would have been.' },
        { move: 'e5f6', code: 'pawn_diagonal_without_capture' },
      ],
    },
    {
      kind: 'line', title: 'As Black', ask: 'White has just gone from e2 to e4. Take en passant.',
      fen: '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1', before: ['e2e4'],
      steps: [{ right: ['d4e3'], goal: 'en_passant' }],
      hint: 'Black’s pawns go down: to e3.',
      done: 'The same for Black, on the third rank.',
      otherwise: 'Take at once, or not at all.',
      wrong: [{ move: 'd4c3', code: 'pawn_diagonal_without_capture' }],
    },
    {
      kind: 'line', title: 'Two could', ask: 'The pawn landed between two of yours. Take it with either.',
      fen: '4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1', before: ['d7d5'],
      steps: [{ right: ['c5d6', 'e5d6'], goal: 'en_passant' }],
      hint: 'Both go to d6.',
      done: 'Whichever you like.',
      otherwise: 'Take en passant.',
    },
    {
      kind: 'quiz', title: 'Now or never?', ask: 'Is it allowed? Step through the moves if you like.',
      hint: 'Was the last move a double step to the square beside the pawn?',
      done: 'The strangest rule of chess, and you have it.',
      cases: [
        { fen: BEFORE, before: ['d7d5'], ask: 'Black has just gone d7–d5. May the pawn take on d6?', answer: 0, say: 'Right after the double step: yes.', move: 'e5d6', claim: { legal: 'e5d6' } },
        { fen: BEFORE, before: ['d7d5', 'e1e2', 'e8e7'], ask: 'May the pawn take on d6 now?', answer: 1, say: 'Both have moved since. The chance is gone.', claim: { legal: 'e5d6', code: 'en_passant_expired' } },
        { fen: '4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1', before: ['d6d5'], ask: 'Black has just gone d6–d5, one square. May the pawn take on d6?', answer: 1, say: 'Only a double step can be taken in passing.', move: 'e5d6', claim: { legal: 'e5d6', code: 'en_passant_expired' } },
        { fen: '4k3/3p4/8/5N2/8/8/8/4K3 b - - 0 1', before: ['d7d5'], ask: 'The knight goes to d6. Does it take the pawn on d5 in passing?', answer: 1, say: 'Only pawns take en passant. The knight may go to d6, but takes nothing there.', move: 'f5d6', claim: { article: '3.7.3.1' } },
        { fen: '4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1', before: ['d7d5'], ask: 'The double step gives check. May the pawn end it by taking on d6?', answer: 0, say: 'The pawn that gives check is taken, so the check is over.', move: 'e5d6', claim: { legal: 'e5d6' } },
        { fen: '8/3p4/8/K3P2q/8/8/8/4k3 b - - 0 1', before: ['d7d5'], ask: 'May the pawn take on d6?', answer: 1, say: 'Two pawns would leave the fifth rank at once, and the queen would attack the king.', move: 'e5d6', claim: { legal: 'e5d6', code: 'en_passant_exposes_king' } },
      ],
    },
    {
      kind: 'line', title: 'Out of check', ask: 'The pawn on d5 gives check. End it by taking the pawn.',
      fen: '4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1', before: ['d7d5'],
      steps: [{ right: ['e5d6'], goal: 'en_passant' }],
      hint: 'In passing.',
      done: 'Check ended, pawn won.',
      otherwise: 'That ends the check, too, but take the pawn in passing.',
      wrong: [{ move: 'e5e6', code: 'check_not_answered' }],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Pawns in passing',
      ask: 'Seven pawns each, many of them far ahead: watch for double steps. Whoever promotes first wins.',
      fen: '4k3/p2p1p1p/8/2P1P1P1/1p1p1p2/8/P1P1P1P1/4K3 w - - 0 1', you: 'white', level: 'pip', goal: { type: 'promote' },
    },
  ],
};

export default lesson;
