// The rules reference: what is usual at tables on a screen, and how it is here.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'online',
  title: 'At a table on a screen',
  summary: 'Presses instead of hands, Ready and Start, rematch and score, being away, ratings.',
  statements: [
    {
      key: 'pressing',
      title: 'Press a man, then its square',
      numbers: ['R201'],
      articles: ['Online 3'],
      text: [
        'Press a man and then the square to which it shall go, or drag it there, or go by arrow keys and Enter, or type the move. Selecting a man is not touching it: choose another one as often as you like. Only at tournament tables a touched man is bound.',
        'A move is completed when the man is let go. Where it shall not be, a table can ask you to submit it.',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position. Ringed is the knight on g1; the dots are its squares.', rings: ['g1'], dots: ['f3', 'h3'],
        tries: [
          { move: 'g1f3', verdict: 'legal', say: 'press g1, then f3' },
          { move: 'g1e2', verdict: 'own_man_on_target', say: 'a press on an own man selects that one instead' },
        ],
      },
    },
    {
      key: 'settings',
      title: 'Settings until the game begins',
      numbers: ['R122', 'R123', 'R124'],
      text: [
        'Clock and rules are chosen beside the board. At a friend’s table whoever opened it can change them until Start; the guest is then asked again whether he is ready. Against the computer they can be changed until your first move. While a game runs they stand still.',
      ],
    },
    {
      key: 'start',
      title: 'Ready and Start',
      numbers: ['R129', 'R130'],
      text: ['The guest presses Ready when he is; then whoever opened the table presses Start, and White’s clock runs.'],
    },
    {
      key: 'rematch',
      title: 'Rematch',
      numbers: ['R082', 'R125', 'R126', 'R127'],
      text: [
        'After a game either player can offer a rematch: same clock, colors swapped, and the score of the table goes on. Whoever opened the table can instead change the settings, the color included; then that choice holds and the swapping goes on from there. The score is kept then, too.',
        'Against the computer the next game keeps the colors that you chose.',
      ],
    },
    {
      key: 'away',
      also: 'disconnect, abandon',
      title: 'When somebody stays away',
      numbers: ['R133'],
      articles: ['Online 11'],
      text: [
        'If the other player has been away for more than a minute, you can claim the win at tables that have this rule; the clocks run on meanwhile. The claim is judged like a fallen flag: where you could not mate, it is a draw. Whoever comes back in time plays on.',
      ],
    },
    {
      key: 'premove',
      also: 'premove',
      title: 'Moves in advance',
      articles: ['Online 3.6', '8.1.2'],
      text: [
        'Some online tables let you set your next move while the other side still thinks. It is played at once if it is legal by then, and forgotten otherwise. Over the board nothing of the kind exists.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', alt: 'White had set e4 takes d5 in advance, but Black’s pawn went to e5.',
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5'] }, crosses: ['d5'],
        tries: [
          { move: 'e4d5', verdict: 'pawn_diagonal_without_capture', say: 'forgotten, and White thinks anew' },
          { move: 'g1f3', verdict: 'legal', say: 'this one set in advance would have been played at once' },
        ],
      },
    },
    {
      key: 'takeback',
      also: 'takeback, undo',
      title: 'Taking back',
      articles: ['4.7'],
      text: [
        'The Laws know no takebacks. Friends may allow them: then one side asks and the other agrees, move by move.',
      ],
      picture: {
        fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', alt: 'White to move. Below the board a move can be taken back, as friends may agree to.',
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'] },
        tries: [
          { move: 'f3g5', verdict: 'legal', poor: true, say: 'the queen takes it; by the Laws it stands' },
          { move: 'f1b5', verdict: 'legal', say: 'after a takeback another move is made' },
        ],
      },
    },
    {
      key: 'ratings',
      also: 'elo',
      title: 'Ratings',
      numbers: ['R207'],
      text: [
        'Rated games change both players’ Elo numbers, which begin at 1200. A win against somebody stronger brings more than one against somebody weaker. How much a game can move a number is as with FIDE: 40 for the first thirty games, then 20, and 10 from 2400 on. Casual games do not count.',
      ],
    },
  ],
};
