// What the men are worth, and where counting misleads.
import type { Topic } from '$lib/reference/types';

/** The usual count, the one of the table beside the board. */
export const VALUES: readonly { man: 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn' | 'king'; points: string; why: string }[] = [
  { man: 'queen', points: '9', why: 'Rook and bishop in one. From the middle of an empty board she reaches 27 squares.' },
  { man: 'rook', points: '5', why: 'Reaches 14 squares from anywhere on an empty board, and mates with its king alone.' },
  { man: 'bishop', points: '3', why: 'Far-reaching, but only on squares of one color: 7 to 13 squares on an empty board.' },
  { man: 'knight', points: '3', why: 'Jumps and reaches both colors, but is slow: 2 squares from a corner, 8 from the middle.' },
  { man: 'pawn', points: '1', why: 'The least, until it comes near the last rank.' },
  { man: 'king', points: '–', why: 'Has no price: he is never taken. As a fighter in the endgame he is about as strong as a minor piece.' },
];

export const topic: Topic = {
  id: 'values',
  title: 'What the pieces are worth',
  summary: 'Nine for the queen, five for a rook, three for bishop and knight, one for a pawn: a guide for exchanges, no rule of the game.',
  statements: [
    {
      key: 'use',
      title: 'What the numbers are for',
      text: [
        'They help to decide whether an exchange is good: a rook for a bishop is two points lost, a knight for three pawns is even. They are no rule: a game is won by mate, not by points, and the Laws do not know them. The strip beside the board counts what was taken by them.',
        'A rook for a bishop or knight is called [[exchange|the exchange]]; rook and queen are [[major piece|major pieces]], bishop and knight [[minor piece|minor pieces]].',
      ],
      picture: {
        fen: 'r4rk1/ppp2ppp/2n5/4q3/8/2N5/PPP2PPP/R2QR1K1 w - - 0 1', alt: 'White can take the queen on e5 with the rook from e1; the knight on c6 takes back.', arrows: ['e1e5', 'c6e5'],
        tries: [{ move: 'e1e5', verdict: 'legal', say: 'a queen for a rook: nine for five' }],
      },
    },
    {
      key: 'sources',
      title: 'Others count a little differently',
      text: [
        'Nine, five, three, three, one is the count of most primers, and Claude Shannon gave it to his imagined chess machine in 1950. Alan Turing, a few years later, counted a queen ten and a bishop three and a half. Many strong players put the bishop a little above the knight, and a pair of bishops half a pawn higher still. Engines of today do not stop at such numbers: they judge the whole position.',
      ],
    },
    {
      key: 'bishops',
      title: 'Bishop or knight?',
      text: [
        'The bishop likes open lines and pawns on both wings; two bishops guard squares of both colors. The knight likes closed positions and a safe square before the enemy pawns, from which nothing drives it away. A bishop behind its own pawns on its own color is often worse than a knight.',
      ],
      picture: {
        fen: '4k3/2b1p3/3pPp2/3P1P2/8/4N3/8/4K3 w - - 0 1', alt: 'Black’s pawns stand on the squares of their own bishop; White’s knight can jump anywhere.',
        tries: [
          { move: 'e3c4', verdict: 'legal' },
          { move: 'e3g4', verdict: 'legal' },
        ],
      },
    },
    {
      key: 'pawns',
      title: 'Pawns grow',
      text: [
        'A pawn on the seventh rank may be worth a rook, because it is nearly a queen. Two connected pawns on the sixth rank are stronger than a rook that has to stop them alone: when it takes one, the other promotes.',
      ],
      picture: {
        fen: '1r4k1/8/1PP5/8/8/8/8/6K1 w - - 0 1', alt: 'White’s two pawns on the sixth rank against a rook: one of them will be a queen.',
        tries: [{ move: 'c6c7', verdict: 'legal', say: 'the rook must move or take; if it takes on b6, the pawn becomes a queen on c8' }],
      },
    },
    {
      key: 'activity',
      title: 'A piece that does nothing is worth nothing',
      text: [
        'The numbers hold for a piece that can move. A bishop that is shut in, a rook in the corner, a knight at the edge count for less as long as they stand there. That is why development, open files and good squares are worth a pawn now and then.',
      ],
    },
    {
      key: 'mate',
      title: 'And mate is worth everything',
      text: ['Whoever mates may give away anything first. Here the queen is offered, and the knight mates a king who is shut in by his own men: a [[smothered mate]].'],
      picture: {
        fen: '5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1', alt: 'White gives the queen on g8; the rook must take, and the knight mates on f7.', arrows: ['b3g8', 'h6f7'],
        tries: [{ move: 'b3g8', verdict: 'legal', gives: 'check', say: 'the rook must take, since the knight protects the queen; then Nf7 mates' }],
      },
    },
  ],
};
