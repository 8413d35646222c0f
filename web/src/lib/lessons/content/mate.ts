// Lesson 10: checkmate, check and stalemate told apart; the first mates.
import type { Lesson } from '../types';

const SORT = ['checkmate', 'check', 'stalemate', 'none of these'] as const;

const lesson: Lesson = {
  id: 'mate',
  title: 'Checkmate and stalemate',
  teaches: 'The end of the game, and the trap beside it',
  rule: 'Checkmate is a check that nothing can answer and wins the game; a side with no legal move that is not in check is stalemated, and the game is drawn.',
  articles: '5.1.1 and 5.2.1',
  demo: {
    fen: '7k/8/5KQ1/8/8/8/8/8 w - - 0 1',
    steps: [
      { say: 'Check is a question. Checkmate is a question without an answer.' },
      {
        say: 'The queen attacks the king and all squares around it, and her own king guards her. Checkmate!',
        moves: ['g6g7'],
      },
      { fen: '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', say: 'Here the king’s own pawns lock him in. One rook on the last rank …', arrows: ['d1d8'] },
      { say: '… and it is over. Nothing steps between, nobody takes the rook, no square is free.', moves: ['d1d8'] },
      {
        fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1',
        say: 'But look at this: Black is to move, is not in check, and has no legal move at all. That is stalemate: a draw!',
        marks: ['h8'],
      },
    ],
  },
  tasks: [
    {
      kind: 'quiz', title: 'Twelve positions', ask: 'The side at the bottom is to move. Checkmate, check, stalemate, or none of these?', options: SORT,
      hint: 'First: is the king attacked? Then: is there any legal move?',
      done: 'You can tell the three apart. That decides games.',
      cases: [
        { fen: '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1', ask: 'What is this?', answer: 0, say: 'The king guards the queen, and she covers everything.', claim: { state: 'mate' } },
        { fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', ask: 'What is this?', answer: 2, say: 'Not attacked, and no square to go to.', claim: { state: 'stalemate' } },
        { fen: '3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 0, say: 'The pawns lock their own king in.', claim: { state: 'mate' } },
        { fen: '3R2k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 1, say: 'The king can go to h7.', claim: { state: 'check' } },
        { fen: 'k7/2Q5/8/8/8/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 2, say: 'The queen alone takes all squares, but does not attack the king.', claim: { state: 'stalemate' } },
        { fen: '4k3/8/8/1B6/8/8/8/4K2Q b - - 0 1', ask: 'What is this?', answer: 1, say: 'The bishop attacks the king, which has several ways out.', claim: { state: 'check' } },
        { fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', ask: 'What is this?', answer: 0, say: 'The shortest mate there is, after two moves.', claim: { state: 'mate' } },
        { fen: '6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 0, say: 'Smothered by his own men: nothing steps between against a knight.', claim: { state: 'mate' } },
        { fen: '6rk/6pp/8/8/6N1/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 3, say: 'No check, and Black has moves, with the rook for instance.', claim: { state: 'play' } },
        { fen: '8/8/8/8/8/5k2/5p2/5K2 w - - 0 1', ask: 'What is this?', answer: 2, say: 'White’s king is not attacked and has no square.', claim: { state: 'stalemate' } },
        { fen: '1R4k1/R7/8/8/8/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 0, say: 'Two rooks, two ranks: one gives check, one closes the way.', claim: { state: 'mate' } },
        { fen: '5rk1/5ppp/7N/8/8/8/8/6K1 b - - 0 1', ask: 'What is this?', answer: 1, say: 'A knight’s check, and the pawn on g7 can take it.', claim: { state: 'check' } },
      ],
    },
    {
      kind: 'line', title: 'The last rank', ask: 'Give checkmate.',
      fen: '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1',
      steps: [{ right: ['d1d8'], goal: 'mate' }],
      hint: 'The black king cannot leave his rank.',
      done: 'Checkmate!',
      otherwise: 'That is not mate.',
    },
    {
      kind: 'line', title: 'Queen and king', ask: 'Give checkmate. The king helps the queen.',
      fen: '7k/8/5K2/6Q1/8/8/8/8 w - - 0 1',
      steps: [{ right: ['g5g7'], goal: 'mate' }],
      hint: 'The queen goes right in front of the king, guarded by her own.',
      done: 'Checkmate: guarded, she cannot be taken.',
      otherwise: 'That is not mate.',
      wrong: [{ move: 'g5h6', say: 'Check, but the king slips out to g8.', reply: ['h8g8'] }],
    },
    {
      kind: 'line', title: 'Rook and king', ask: 'Give checkmate. Your king has closed the way out already.',
      fen: '7k/8/6K1/8/8/8/8/R7 w - - 0 1',
      steps: [{ right: ['a1a8'], goal: 'mate' }],
      hint: 'The rook takes the whole last rank.',
      done: 'Checkmate: rook and king do it together.',
      otherwise: 'That is not mate.',
      wrong: [{ move: 'a1h1', say: 'Check, and the king slips out to g8.', reply: ['h8g8'] }],
    },
    {
      kind: 'line', title: 'Mind the stalemate', ask: 'Give checkmate, and take care.',
      fen: 'k7/8/1K6/8/8/8/8/2Q5 w - - 0 1',
      steps: [{ right: ['c1c8'], goal: 'mate' }],
      hint: 'Check is needed. Without check it would be a draw.',
      done: 'Checkmate. One square further down it would have been stalemate.',
      otherwise: 'That is not mate.',
      wrong: [{ move: 'c1c7', say: 'Stalemate! Black is not in check and has no legal move: the win is gone, the game is drawn.' }],
    },
    {
      kind: 'line', title: 'Smothered', ask: 'Give checkmate with the knight.',
      fen: '6rk/6pp/8/4N3/8/8/8/6K1 w - - 0 1',
      steps: [{ right: ['e5f7'], goal: 'mate' }],
      hint: 'From which square does the knight attack h8?',
      done: 'Checkmate: the king has no room among his own men.',
      otherwise: 'That is not mate.',
      wrong: [{ move: 'e5g6', say: 'Check, but the pawn takes the knight.', reply: ['h7g6'] }],
    },
    {
      kind: 'line', title: 'The weak square', ask: 'Queen and bishop look at the same square. Give checkmate.',
      fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4',
      steps: [{ right: ['h5f7'], goal: 'mate' }],
      hint: 'f7 is guarded by the king alone.',
      done: 'Checkmate. Now you also know what to watch out for!',
      otherwise: 'That is not mate.',
      wrong: [{ move: 'c4f7', say: 'Check, but the king gets away to e7.', reply: ['e8e7'] }],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Queen and king against king',
      ask: 'Checkmate the king within thirty moves. Drive him to the rim, bring your own king, and mind the stalemate.',
      fen: '8/8/8/4k3/8/8/8/3QK3 w - - 0 1', you: 'white', level: 'tabiya', goal: { type: 'mate', moves: 30 }, hints: true,
    },
    {
      kind: 'play', title: 'Rook and king, step 1: the last push', hints: true,
      ask: 'Checkmate within ten moves. Bring your king face to face with his, one rank between them. If he is not there yet, wait: move the rook along its file. Then the rook gives check on the rim.',
      fen: '5k2/8/8/4K3/8/8/8/R7 w - - 0 1', you: 'white', level: 'tabiya', goal: { type: 'mate', moves: 10 },
    },
    {
      kind: 'play', title: 'Rook and king, step 2: the fence', hints: true,
      ask: 'Checkmate within twenty moves. The rook on the sixth rank is a fence: he cannot step over it. Leave it there and bring your king beside him. When the kings stand face to face, check, and he must go back a rank.',
      fen: '8/4k3/7R/8/8/3K4/8/8 w - - 0 1', you: 'white', level: 'tabiya', goal: { type: 'mate', moves: 20 },
    },
    {
      kind: 'play', title: 'Rook and king, step 3: the box', hints: true,
      ask: 'From the middle of the board, within fifty moves. A rook beside him makes a box: its rank and its file are walls. Make the box smaller when you safely can; when you cannot, bring your king closer. If he attacks the rook, move it far away along its wall.',
      fen: '8/8/8/4k3/8/8/8/R3K3 w - - 0 1', you: 'white', level: 'tabiya', goal: { type: 'mate', moves: 50 },
    },
  ],
};

export default lesson;
