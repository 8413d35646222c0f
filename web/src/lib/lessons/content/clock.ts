// Lesson 15: the clock.
import type { Lesson } from '../types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KNIGHTS = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';

const lesson: Lesson = {
  id: 'clock',
  title: 'The clock',
  teaches: 'Move, press, and mind the flag',
  rule: 'Each player has a clock that runs while it is their turn: whoever presses it after moving stops it and starts the other, and whose time runs out has lost unless the opponent could never checkmate.',
  articles: '6.2 to 6.9',
  demo: {
    fen: START,
    steps: [
      { say: 'Two clocks, one for each. Only one runs at a time: that of the player to move.' },
      { say: 'White’s clock is started, and White moves. The clock still runs …', moves: ['e2e4'] },
      { say: '… until White presses, with the hand that moved the man. Then Black’s clock runs.' },
      { say: 'Black moves and presses, too. On most pages of this site the press comes by itself.', moves: ['e7e5'] },
      { say: 'With an increment, each move brings a few seconds. “5 min + 3 s” is five minutes, and three seconds for every move.' },
      { say: 'A clock at zero: the flag has fallen, and the game is lost. But if the other side could never give checkmate, with a lone king for instance, it is a draw.' },
    ],
  },
  tasks: [
    {
      kind: 'clock', title: 'Move and press', ask: 'Open with the king’s or the queen’s pawn, two squares, and press. Then bring out a knight toward the middle and press again.',
      fen: START, seconds: 180,
      steps: [{ right: ['e2e4', 'd2d4'], reply: 'g8f6' }, { right: ['b1c3', 'g1f3'] }],
      hint: 'First e4 or d4; then a knight to c3 or f3. After each move, press the clock.',
      done: 'Move, press, move, press: that is the rhythm.',
    },
    {
      kind: 'clock', title: 'Ten seconds more', ask: 'Each press brings ten seconds. Bring out the bishop to c4 or b5; then castle, or move the d-pawn one square.',
      fen: KNIGHTS, seconds: 60, increment: 10,
      steps: [{ right: ['f1c4', 'f1b5'], reply: 'g8f6' }, { right: ['e1g1', 'd2d3'] }],
      hint: 'Bishop to c4 or b5, press; then castle or d3, press.',
      done: 'Whoever moves within ten seconds has more time than before.',
    },
    {
      kind: 'clock', title: 'The flag falls', ask: 'Castle or move the d-pawn one square, press, and watch the other clock. Say “Flag!” when it has fallen, not before.',
      fen: 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', seconds: 120, flag: { seconds: 6 },
      steps: [{ right: ['e1g1', 'd2d3'] }],
      hint: 'Make the move, press, and wait for 0.0 on the other clock.',
      done: 'You won on time. Online the table sees a fallen flag by itself.',
    },
    {
      kind: 'quiz', title: 'Flag and king', ask: 'White’s time has run out. Who gets the point?', options: ['Black wins', 'a draw'],
      hint: 'Could Black give checkmate at all, with any moves of both sides?',
      done: 'Time alone does not win: somebody must be able to checkmate.',
      cases: [
        { fen: '8/8/3k4/8/8/3KQ3/8/8 w - - 0 1', ask: 'Black has only a king.', answer: 1, say: 'A lone king can never give checkmate.', claim: { canMate: 'black', is: false } },
        { fen: '8/8/3kp3/8/8/3KQ3/8/8 w - - 0 1', ask: 'Black has a pawn.', answer: 0, say: 'The pawn could become a queen one day. That is enough.', claim: { canMate: 'black', is: true } },
        { fen: '8/8/3kn3/8/8/3K4/8/8 w - - 0 1', ask: 'Black has a knight, White only a king.', answer: 1, say: 'King and knight cannot checkmate a lone king.', claim: { canMate: 'black', is: false } },
        { fen: '8/8/3kr3/8/8/3KQ3/8/8 w - - 0 1', ask: 'Black has a rook.', answer: 0, say: 'With a rook checkmate is possible.', claim: { canMate: 'black', is: true } },
      ],
    },
    {
      kind: 'quiz', title: 'Whose clock?', ask: 'Five questions about minutes and days.',
      hint: 'The clock of the player to move runs, until it is pressed.',
      done: 'You are always on time.',
      cases: [
        { ask: 'You have moved but not pressed. Whose clock runs?', options: ['mine', 'the opponent’s', 'none'], answer: 0, say: 'Yours, until you press.', claim: { article: '6.2.1' } },
        { ask: 'With which hand is the clock pressed?', options: ['with either', 'with the one that moved the man', 'with the left one'], answer: 1, say: 'With the same hand that made the move.', claim: { article: '6.2.3' } },
        { ask: '“3 min + 2 s”: you think for five seconds and press. What happened to your time?', options: ['three seconds less', 'five seconds less', 'two seconds more'], answer: 0, say: 'Five spent, two given: three less than before.', claim: { article: '6.1' } },
        { ask: 'A game by mail has three days for a move. You answer after one day. How long may you take for the next move?', options: ['three days', 'five days', 'two days'], answer: 0, say: 'Three days for each move, always anew.', claim: { article: 'R203' } },
        { ask: 'Checkmate is on the board, and then the flag falls. Who wins?', options: ['who gave checkmate', 'whose flag did not fall'], answer: 0, say: 'Checkmate ends the game at once. What the clock does later does not count.', claim: { article: '6.8' } },
      ],
    },
  ],
  games: [
    {
      kind: 'play', title: 'Ten moves in a minute',
      ask: 'One minute, and two seconds for each move. Make ten moves against Pip before your flag falls, or win before that. Do not forget to press!',
      fen: START, you: 'white', level: 'pip', goal: { type: 'moves', moves: 10 }, clock: { seconds: 60, increment: 2 },
    },
  ],
};

export default lesson;
