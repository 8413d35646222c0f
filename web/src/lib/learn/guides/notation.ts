// Guide: reading and writing games.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'notation',
  title: 'Reading and writing games',
  summary: 'Chess notation step by step, with a whole game to read: seven moves that end in mate.',
  statements: [
    {
      key: 'why',
      title: 'What it is good for',
      text: [
        'Written moves let you look at a game again, show it to somebody, learn from games played centuries ago, and prove in a tournament what happened. The exact rules stand [in the reference](/rules/notation); here is how to get used to them.',
      ],
    },
    {
      key: 'squares',
      title: 'First the squares',
      text: [
        'Say the letter first, then the number: e4, never 4e. From Black’s side the board is turned, but the names stay on the squares: a1 is then in the corner at the upper right. If you like, say aloud where each man goes for the length of one game.',
      ],
      picture: { fen: START_FEN, alt: 'The board from Black’s side: h8 is at the lower left, a1 at the upper right.', bottom: 'black', rings: ['a1', 'h8'] },
    },
    {
      key: 'read',
      title: 'Then a game: 1 e4 e5 2 Nf3 d6 3 Bc4 Bg4 4 Nc3 g6',
      text: [
        'The number counts the moves, White’s stands first, then Black’s. So far both have brought out men; Black’s bishop pins the knight on f3 to the queen, or so it seems. Read the moves and put them on a board, or step by step in your head.',
      ],
      picture: {
        fen: 'rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5', alt: 'The position after Black’s fourth move, 4...g6.', arrows: ['g4d1'],
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5', 'g1f3', 'd7d6', 'f1c4', 'c8g4', 'b1c3', 'g7g6'] },
        tries: [{ move: 'f3e5', verdict: 'legal', say: '5 Nxe5: the knight takes, and leaves the queen to the bishop' }],
      },
    },
    {
      key: 'mate',
      title: '5 Nxe5 Bxd1 6 Bxf7+ Ke7 7 Nd5#',
      text: [
        'Nxe5: a knight takes on e5. Bxd1: the bishop takes the queen. Bxf7+: the bishop takes on f7 and gives check. Ke7: the king goes to e7, the only square. Nd5#: the other knight goes to d5, and that is mate. (Black should have taken the knight instead: 5...dxe5 6 Qxg4.)',
        'Known as Légal’s mate, after a French player of the eighteenth century.',
      ],
      picture: {
        fen: 'rn1q1bnr/ppp1kB1p/3p2p1/4N3/4P3/2N5/PPPP1PPP/R1BbK2R w KQ - 1 7', alt: 'Before White’s seventh move: the knight from c3 mates on d5.', arrows: ['c3d5'],
        from: {
          fen: START_FEN,
          moves: ['e2e4', 'e7e5', 'g1f3', 'd7d6', 'f1c4', 'c8g4', 'b1c3', 'g7g6', 'f3e5', 'g4d1', 'c4f7', 'e8e7'],
        },
        tries: [{ move: 'c3d5', verdict: 'legal', gives: 'mate', say: '7 Nd5#' }],
      },
    },
    {
      key: 'signs',
      title: 'Signs around the moves',
      text: ['Besides x, +, # and = you will meet:'],
      points: [
        '! a good move, !! an excellent one, ? a mistake, ?? a blunder, !? interesting, ?! doubtful;',
        '1-0 White won, 0-1 Black won, ½-½ drawn;',
        '4...g6: dots say that the move is Black’s;',
        '(=) an offer of a draw, in tournaments;',
        'PGN, the form that programs read: [[pgn|tags]] in brackets, then the moves. FEN writes a single position in one line.',
      ],
    },
    {
      key: 'write',
      title: 'And then write',
      text: [
        'In a tournament: first move, then press, then write, and write the other side’s move before you make your next. Clear letters help you most of all. Here the table writes for you; a tournament table lets you keep your own sheet, for practice.',
      ],
    },
  ],
};
