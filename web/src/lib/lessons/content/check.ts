// Lesson 9: check, the three ways out, double check and the pin.
import type { Lesson } from '../types';

const lesson: Lesson = {
  id: 'check',
  title: 'Check',
  teaches: 'Attack on the king, three ways out, and pins',
  rule: 'A king that is attacked is in check, and the very next move must end it: the king goes away, something steps between, or the attacker is taken.',
  articles: '3.9',
  demo: {
    fen: '4r1k1/5ppp/8/8/8/2B5/3P1PPP/4K3 w - - 0 1',
    steps: [
      { say: 'The rook attacks your king: check. You must do something about it, now.', arrows: ['e8e1'] },
      { say: 'First way: the king goes where nobody attacks it.', moves: ['e1f1'] },
      { fen: '4r1k1/5ppp/8/8/8/2B5/3P1PPP/4K3 w - - 0 1', say: 'Second way: somebody steps between.', moves: ['c3e5'] },
      { fen: '4r1k1/5ppp/8/8/B7/8/3P1PPP/4K3 w - - 0 1', say: 'Third way: take the attacker.', moves: ['a4e8'] },
      {
        fen: '6k1/5ppp/8/8/8/3n4/5PPP/4K3 w - - 0 1',
        say: 'Against a knight nobody can step between. And a move that does not end the check is illegal.',
        refused: { move: 'g2g3', code: 'check_not_answered' },
      },
      {
        fen: '4r1k1/5ppp/8/8/8/8/4N3/4K3 w - - 0 1',
        say: 'This knight shields its king. It is pinned: moving it would open the line, and that is illegal, too.',
        refused: { move: 'e2c3', code: 'exposes_king' },
      },
    ],
  },
  tasks: [
    {
      kind: 'line', title: 'Give check', ask: 'Attack the black king.',
      fen: '6k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1',
      steps: [{ right: ['d1d8'], goal: 'check' }],
      hint: 'Go to the rank on which the king stands.',
      done: 'Check! The king must go to h7.',
      otherwise: 'That does not attack the king.',
    },
    {
      kind: 'line', title: 'Away!', ask: 'You are in check. Go to safety.',
      fen: '4r1k1/5ppp/8/8/8/8/3P1PPP/4K3 w - - 0 1',
      steps: [{ right: ['e1d1', 'e1f1'], goal: 'escape' }],
      hint: 'Off the e-file.',
      done: 'Off the line, and the check is over.',
      otherwise: 'The check must end.',
      wrong: [{ move: 'e1e2', code: 'king_into_attack' }, { move: 'd2d3', code: 'check_not_answered' }],
    },
    {
      kind: 'line', title: 'Between!', ask: 'The king cannot move. Somebody must step between.',
      fen: '4r1k1/5ppp/8/8/8/2N5/3P1PPP/3RKR2 w - - 0 1',
      steps: [{ right: ['c3e2', 'c3e4'], goal: 'escape' }],
      hint: 'The knight reaches two squares of the e-file.',
      done: 'Like a shield.',
      otherwise: 'The check must end.',
      wrong: [{ move: 'e1e2', code: 'king_into_attack' }, { move: 'd1c1', code: 'check_not_answered' }],
    },
    {
      kind: 'line', title: 'Take it!', ask: 'A knight gives check. Take it.',
      fen: '6k1/5ppp/8/8/8/3n4/2PPBPPP/3QKR2 w - - 0 1',
      steps: [{ right: ['c2d3', 'e2d3'], goal: 'escape' }],
      hint: 'Who looks at d3?',
      done: 'No attacker, no check.',
      otherwise: 'The check must end.',
      wrong: [{ move: 'f2f3', code: 'check_not_answered' }, { move: 'e1e2', code: 'own_man_on_target' }],
    },
    {
      kind: 'line', title: 'Double check', ask: 'Rook and knight give check at the same time. What helps now?',
      fen: '4r1k1/5ppp/8/8/8/5n2/5PPP/4K3 w - - 0 1',
      steps: [{ right: ['e1d1', 'e1f1'], goal: 'escape' }],
      hint: 'Two attackers cannot be taken or blocked with one move.',
      done: 'Against a double check only the king can help himself.',
      otherwise: 'Both checks must end.',
      wrong: [{ move: 'g2f3', code: 'check_not_answered', say: 'The knight would be gone, but not the rook’s check.' }],
    },
    {
      kind: 'quiz', title: 'Pinned?', ask: 'Is the move of the arrow legal?',
      hint: 'Would your own king be attacked after it?',
      done: 'You see through pins.',
      cases: [
        { fen: '4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1', ask: 'May the knight go to c3?', answer: 1, say: 'It is pinned: the rook on e8 would attack the king.', claim: { legal: 'e2c3', code: 'exposes_king' } },
        { fen: '4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1', ask: 'May the rook go up to e5?', answer: 0, say: 'It is pinned, but on the line of the pin it may move.', claim: { legal: 'e2e5' } },
        { fen: '4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1', ask: 'May the rook take on e8?', answer: 0, say: 'Along the line of the pin, up to the attacker itself.', claim: { legal: 'e2e8' } },
        { fen: '4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1', ask: 'May the rook go to d2?', answer: 1, say: 'Off the line, and the king would be attacked.', claim: { legal: 'e2d2', code: 'exposes_king' } },
        { fen: '6k1/8/8/8/7b/8/5P2/4K3 w - - 0 1', ask: 'May the pawn go to f3?', answer: 1, say: 'It shields the king on the diagonal from h4 to e1.', claim: { legal: 'f2f3', code: 'exposes_king' } },
      ],
    },
    {
      kind: 'line', title: 'Two at once', ask: 'Move the knight so that it and the rook both give check.',
      fen: '4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1',
      steps: [{ right: ['e4d6', 'e4f6'], goal: 'double_check' }],
      hint: 'The rook gives check as soon as the knight leaves the file. From where does the knight attack e8?',
      done: 'A double check: the strongest of all.',
      otherwise: 'Only one of them gives check then, or none.',
      wrong: [{ move: 'e4c5', say: 'The rook gives check, the knight does not.' }],
    },
  ],
  games: [
    {
      kind: 'play', title: 'The first check wins',
      ask: 'Play from the start. Whoever gives check first wins this game. Attack, and watch your own king!',
      fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', you: 'white', level: 'pip', goal: { type: 'check' },
    },
  ],
};

export default lesson;
