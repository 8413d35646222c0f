// The rules reference: games by letter, days for a move.
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
