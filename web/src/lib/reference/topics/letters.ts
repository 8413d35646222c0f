// The rules reference: games by letter, days for a move.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'letters',
  title: 'Playing by letter',
  summary: 'Days for a move, submitting, conditional moves, offers that nobody answers, and mails.',
  statements: [
    {
      key: 'days',
      title: 'Days for a move',
      text: [
        'Instead of a clock for the game each move has its days. A move makes the count begin anew for the other side. Whoever takes longer loses as by a fallen flag. Vacation can stop the count where the table allows it.',
      ],
    },
    {
      key: 'submit',
      title: 'Seen, then sent',
      numbers: ['R202', 'R203'],
      text: [
        'A move that you press on the board is shown first, and its notation fills in by itself. Look at it, take it back if you like; it is made only when you submit it. After that it stands.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', alt: 'A move can be looked at here and taken back, as before it is submitted.',
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5'] },
        tries: [
          { move: 'd1h5', verdict: 'legal', say: 'look at it, then take it back' },
          { move: 'g1f3', verdict: 'legal', say: 'or keep it, and submit' },
        ],
      },
    },
    {
      key: 'silence',
      title: 'Silence accepts',
      numbers: ['R196'],
      text: [
        'An offer of a draw that has not been answered for seven days turns the game into a draw. A move answers it, too: it declines. A reminder does not begin the seven days anew.',
      ],
    },
    {
      key: 'mails',
      title: 'Mails',
      numbers: ['R208'],
      text: [
        'At each move the other side gets a mail with the board and a link to the own seat, and at the end one with the result and the new ratings.',
      ],
    },
    {
      key: 'plans',
      title: 'Conditional moves',
      text: [
        'You may write down what you will answer to moves that you expect. If the other side plays one of them, your answer is played at once. This is usual in chess by mail; over the board a move must not even be written before it is made.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', alt: 'White has played e4 and plans: on e5 the knight goes to f3, on c5 the pawn to c3.',
        from: { fen: START_FEN, moves: ['e2e4'] }, arrows: ['e7e5', 'g1f3'],
        tries: [
          { move: 'e7e5', verdict: 'legal', say: 'expected: the knight to f3 is played at once' },
          { move: 'c7c5', verdict: 'legal', say: 'expected: the pawn to c3 is played at once' },
          { move: 'e7e6', verdict: 'legal', say: 'not expected: White is asked as usual' },
        ],
      },
    },
    {
      key: 'help',
      title: 'Books, yes; engines, no',
      text: [
        'With days to think, looking into books and trying moves on a board of one’s own has always been part of chess by mail. Asking an engine or another player is not, unless both agree on it.',
      ],
    },
  ],
};
