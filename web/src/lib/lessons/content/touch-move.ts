// Lesson 16: touch-move and manners.
import type { Lesson } from '../types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const ITALIAN = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5';

const lesson: Lesson = {
  id: 'touch-move',
  title: 'Touch-move and manners',
  teaches: 'Touched is moved, and how one behaves at the board',
  rule: 'At a tournament a man that you touch must move if it can, an enemy’s man that you touch must be taken if it can be, and a man that you have let go on its new square stays there.',
  articles: '4.2 to 4.7',
  demo: {
    fen: START,
    steps: [
      { say: 'At a friend’s table nobody minds. At a tournament hands count: look first, think, and only then touch.' },
      { say: 'Whoever touches the knight on g1 on purpose must move the knight: to f3 or h3.', arrows: ['g1f3', 'g1h3'], marks: ['g1'] },
      { say: 'Let go on f3? Then the move is made, even if you see something better at that moment.', moves: ['g1f3'] },
      {
        fen: '4k3/5ppp/3p4/4n3/3P4/8/4QPPP/4K3 w - - 0 1',
        say: 'Whoever touches an enemy’s man must take it, if any man can.',
        marks: ['e5'], arrows: ['d4e5', 'e2e5'],
      },
      { fen: ITALIAN, say: 'In castling the king is touched first. Whoever takes the rook first must move the rook alone.', marks: ['e1'] },
      { fen: START, say: 'A man stands crooked? On your own turn say “I adjust” first, then set it right. Then nothing binds you.', marks: ['g1'] },
    ],
  },
  tasks: [
    {
      kind: 'touch', title: 'Touched', ask: 'Your hand was on the knight on g1. Now it must move. Make the best of it.',
      fen: START, touched: 'g1', right: ['g1f3'],
      hint: 'Toward the middle.',
      done: 'Touched, moved, and well placed.',
      otherwise: 'It is the knight that must move.',
      wrong: [{ move: 'g1h3', say: 'Legal, but at the rim a knight reaches only half as many squares.' }],
    },
    {
      kind: 'touch', title: 'An enemy touched', ask: 'You touched the black knight on e5, so it must be taken. With which man?',
      fen: '4k3/5ppp/3p4/4n3/3P4/8/4QPPP/4K3 w - - 0 1', touched: 'e5', right: ['d4e5'],
      hint: 'The pawn on d6 takes back. Pay as little as you can.',
      done: 'Three points for one, even if Black takes back.',
      otherwise: 'The knight must be taken.',
      wrong: [{ move: 'e2e5', say: 'The pawn takes the queen: nine paid for three.', reply: ['d6e5'] }],
    },
    {
      kind: 'touch', title: 'I adjust', ask: 'The knight on g1 stands crooked. Set it right, without having to move it.',
      fen: START, adjust: 'g1', right: [],
      hint: 'First the words, then the hand: press “I adjust”, then tap the knight.',
      done: 'Said first, then touched: so it is done.',
      otherwise: 'First say “I adjust”.',
    },
    {
      kind: 'touch', title: 'King first', ask: 'Castle kingside, and touch the right man first.',
      fen: ITALIAN, first: 'e1', right: ['e1g1'],
      hint: 'The king moves two squares; the rook follows.',
      done: 'King first, then the rook: castled by the book.',
      otherwise: 'To castle, touch the king first.',
      wrong: [{ move: 'h1e1', say: 'The rook was touched before the king: at a tournament it would have to move alone, without castling.' }],
    },
    {
      kind: 'touch', title: 'Castling gone wrong', ask: 'You touched the king to castle, but castling is not legal. The king must move all the same.',
      fen: '4k3/8/b7/8/8/8/5PPP/4K2R w K - 0 1', touched: 'e1', right: ['e1d1', 'e1d2'],
      hint: 'The bishop looks at f1 and e2. What is left?',
      done: 'The king was touched, so the king moved.',
      otherwise: 'It is the king that must move.',
      wrong: [{ move: 'e1g1', code: 'castling_through_attack' }, { move: 'e1e2', code: 'king_into_attack' }],
    },
    {
      kind: 'quiz', title: 'At the board', ask: 'Eight questions about manners.',
      hint: 'Fair, quiet, and by the rules: most of it is good sense.',
      done: 'You are welcome at any club.',
      cases: [
        { ask: 'You touch a man that has no legal move. What then?', options: ['you lose', 'you make any legal move', 'you pass'], answer: 1, say: 'If no touched man can move or be taken, any legal move may be made.', claim: { article: '4.5' } },
        { ask: 'May you say “I adjust” after you have touched a man?', answer: 1, say: 'It must be said before.', claim: { article: '4.2.1' } },
        { ask: 'May you set a man right while your opponent is to move?', answer: 1, say: 'Only on your own turn.', claim: { article: '4.2.1' } },
        { ask: 'You let go of a man on a legal square and see that it is a mistake. May you take the move back?', answer: 1, say: 'Released is moved.', claim: { article: '4.7' } },
        { ask: 'At a tournament you make an illegal move and press the clock, for the first time. What happens?', options: ['the opponent gets two minutes more', 'you lose at once', 'nothing'], answer: 0, say: 'Two minutes for the opponent. With the second one in the same game you lose.', claim: { article: '7.5.5' } },
        { ask: 'May you ask your friends, a book or a computer for help during the game?', answer: 1, say: 'You play alone. Analysis comes after the game.', claim: { article: '11.3.1' } },
        { ask: 'May you offer a draw again and again to annoy your opponent?', answer: 1, say: 'Nobody may be disturbed or annoyed, with offers neither.', claim: { article: '11.5' } },
        { ask: 'On this site, must a man that you tap be moved?', options: ['always', 'only at tournament tables', 'only in rated games'], answer: 1, say: 'Elsewhere tapping is only choosing. A tournament table has touch-move, and every table says in its settings whether moves can be taken back or are confirmed first.', claim: { article: 'R062' } },
      ],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Ten moves by touch-move',
      ask: 'Play ten moves against Pip: a man that you touch must move, an enemy’s that you touch must be taken. Think first!',
      fen: START, you: 'white', level: 'pip', goal: { type: 'moves', moves: 10 }, touch: true,
    },
  ],
};

export default lesson;
