// A little history of the game, with cautious dates.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'history',
  title: 'A little history',
  summary: 'From a game of four arms in India to the game of today: where the pieces, the rules and the clock come from.',
  statements: [
    {
      key: 'india',
      title: 'India and Persia',
      text: [
        'The oldest game that is generally held to be the ancestor of chess is chaturanga, played in northern India by about the sixth century. Its name means “having four arms”, those of an army: foot soldiers, horsemen, elephants and chariots, today’s pawns, knights, bishops and rooks. From India it came to Persia, where the king was called shah; “check” comes from that word, and “checkmate” from shah mat, the king is helpless.',
      ],
      picture: { fen: START_FEN, alt: 'The first position of today: the places of the men are nearly as old as the game.' },
    },
    {
      key: 'arabs',
      title: 'The Arab world, and to Europe',
      text: [
        'After the conquest of Persia in the seventh century the game, now shatranj, spread through the Islamic world. From the ninth century on books were written about it, with openings and problems; an opening position was called tabiya, which gave this house its name. By about the year 1000 chess was known in southern Europe.',
        'Shatranj was slower than our game. The piece beside the king, the counselor, went only one square diagonally, and the elephant jumped exactly two squares diagonally. To take all the other side’s men but the king won, too, and in most places so did stalemate.',
      ],
    },
    {
      key: 'queen',
      title: 'The new queen, about 1500',
      text: [
        'In Europe the counselor had become a queen, and toward the end of the fifteenth century, probably in Spain or Italy, she and the bishop got the long moves that they have today. The game became so much faster that it was called “mad queen’s chess”. The pawn’s double step is older, and en passant came with it. Castling took its form of today step by step; for a long time places differed.',
      ],
      picture: {
        fen: '4k3/8/8/8/3Q4/8/8/K7 w - - 0 1', alt: 'The queen’s power of today on an empty board. Her forerunner went to c3, c5, e3 and e5 only.', rings: ['c3', 'c5', 'e3', 'e5'],
        tries: [{ move: 'd4d8', verdict: 'legal', say: 'the queen of today' }],
      },
    },
    {
      key: 'modern',
      title: 'Books, clubs, tournaments',
      text: [
        'The Spanish priest Ruy López published a famous book in 1561. In the eighteenth century the musician Philidor called the pawns the soul of the game. The pattern of pieces that tournaments still use was brought out in 1849 and is called after Howard Staunton. In 1851 sixteen masters met in London for the first international tournament; Adolf Anderssen won it.',
        'Sandglasses and then clocks ended games that never ended: mechanical chess clocks came up in the 1880s. The first match that is generally counted as a world championship was won by Wilhelm Steinitz against Johannes Zukertort in 1886.',
      ],
    },
    {
      key: 'fide',
      title: 'FIDE and the Laws',
      text: [
        'The world federation, FIDE, was founded in Paris in 1924. It has held the world championship for women since 1927 and the general one since 1948, and writes the Laws of Chess. They still change: since 1981 only algebraic notation counts in its tournaments; since 2014 the fifth repetition and the seventy-fifth move end a game by themselves; the edition meant on these pages holds since 1 January 2023.',
        'For a clock that adds time with each move Bobby Fischer applied for a patent in 1988. In 1996 he presented [Chess960](/rules/chess960).',
      ],
    },
    {
      key: 'machines',
      title: 'Machines',
      text: [
        'In 1950 Claude Shannon described how a machine might play. In 1997 the computer Deep Blue won a match against the world champion, Garry Kasparov. Today a program on a telephone plays better than any human being, and people play as many games as never before.',
      ],
    },
    {
      key: 'first-move',
      title: 'How much the first move is worth',
      text: [
        'In large collections of games between masters White scores between 52 and 56 points of 100: a small advantage, and nobody has shown that it must win. Nobody has shown the contrary, either. With seven men and fewer on the board every position is solved (without castling); with thirty-two we still play.',
      ],
    },
  ],
};
