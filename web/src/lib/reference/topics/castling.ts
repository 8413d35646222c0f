// The rules reference: castling.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'castling',
  title: 'Castling',
  summary: 'One move of king and rook: how it is done, what it needs, and what does not hinder it.',
  statements: [
    {
      key: 'how',
      also: 'castle, kingside, queenside, short, long',
      title: 'King two squares, rook to the square he crossed',
      numbers: ['R022', 'R031', 'R040', 'R041', 'R042', 'R094', 'R095', 'R159', 'R189', 'R192', 'R232'],
      articles: ['3.8.2'],
      text: [
        'Once in a game each side may castle. It counts as one move of the king: he goes two squares along the first rank toward a rook, and that rook goes to the square that he has just crossed.',
        'Castling **short** (kingside): White’s king e1 to g1, rook h1 to f1; Black’s king e8 to g8, rook h8 to f8. Castling **long** (queenside): king e1 to c1, rook a1 to d1; for Black e8 to c8 and a8 to d8. On the board here move the king two squares; the rook follows.',
        'At a board of wood the king is taken first: see [touch-move](/rules/touch-move#castling).',
      ],
      picture: {
        fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', alt: 'White may castle to either side; the arrows show castling short.', arrows: ['e1g1', 'h1f1'],
        tries: [
          { move: 'e1g1', verdict: 'legal', say: 'castling short, O-O' },
          { move: 'e1c1', verdict: 'legal', say: 'castling long, O-O-O' },
        ],
      },
    },
    {
      key: 'conditions',
      title: 'All that it needs',
      numbers: ['R043', 'R096', 'R160', 'R231'],
      articles: ['3.8.2.1', '3.8.2.2'],
      text: ['Castling is legal if all of these hold:'],
      points: [
        'the king has not moved yet in this game;',
        'the rook to which he goes has not moved yet, and still stands in its corner;',
        'all squares between the two are empty;',
        'the king is not in check;',
        'the square that he crosses is not attacked;',
        'the square on which he arrives is not attacked.',
      ],
      picture: {
        fen: 'r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 8', alt: 'From a game: White may castle short or long, and so may Black next.',
        tries: [
          { move: 'e1g1', verdict: 'legal' },
          { move: 'e1c1', verdict: 'legal' },
        ],
      },
    },
    {
      key: 'unmoved',
      also: 'castling rights',
      title: 'King and rook must not have moved',
      numbers: ['R190'],
      articles: ['3.8.2.1'],
      text: [
        'As soon as the king moves, both castlings are lost for good, even if he goes back. When a rook moves, castling with that rook is lost, and so it is when that rook is taken. Whether the king has been in check before does not matter.',
      ],
      picture: {
        fen: '4k3/1b6/8/8/8/8/8/4K2R w - - 4 3', alt: 'The rook went from h1 to h2 and back: White cannot castle any more.',
        from: { fen: '4k3/8/8/8/2b5/8/8/4K2R w K - 0 1', moves: ['h1h2', 'c4a6', 'h2h1', 'a6b7'] },
        tries: [{ move: 'e1g1', verdict: 'castling_right_lost' }],
      },
    },
    {
      key: 'between',
      title: 'Nothing between them',
      articles: ['3.8.2.2'],
      text: [
        'Every square between king and rook must be empty, on the long side b1 (b8) too, although the king does not go there. A man of either color hinders.',
      ],
      picture: {
        fen: 'r3k2r/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1', alt: 'The knights on b1 and g1 stand in the way of both castlings.', rings: ['b1', 'g1'],
        tries: [
          { move: 'e1g1', verdict: 'castling_blocked' },
          { move: 'e1c1', verdict: 'castling_blocked', say: 'b1 must be empty, too' },
        ],
      },
    },
    {
      key: 'in-check',
      title: 'Not out of check',
      numbers: ['R191'],
      articles: ['3.8.2.2'],
      text: [
        'A king in check may not castle. The right is not lost by that: once the check is answered by another man, he may castle later.',
      ],
      picture: {
        fen: '4k3/8/8/8/4r3/8/3P4/4K2R w K - 0 1', alt: 'The rook on e4 gives check: White may not castle now.', arrows: ['e4e1'],
        tries: [
          { move: 'e1g1', verdict: 'castling_in_check' },
          { move: 'e1f1', verdict: 'legal', say: 'but after it White can never castle' },
        ],
      },
    },
    {
      key: 'attacked',
      title: 'Not across an attacked square',
      articles: ['3.8.2.2'],
      text: ['The square that the king crosses (f1 or d1, for Black f8 or d8) must not be attacked by any enemy man.'],
      picture: {
        fen: '3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1', alt: 'The rook on d8 attacks d1, which the king would cross.', crosses: ['d1'],
        tries: [{ move: 'e1c1', verdict: 'castling_through_attack' }],
      },
    },
    {
      key: 'arrival',
      title: 'Not onto an attacked square',
      articles: ['3.8.2.2', '3.9.2'],
      text: ['As with every move, the king may not arrive where he would be in check: g1 or c1 (g8 or c8) must not be attacked.'],
      picture: {
        fen: '4k3/8/8/8/8/8/4n3/R3K2R w KQ - 0 1', alt: 'The knight on e2 attacks both g1 and c1.', crosses: ['c1', 'g1'],
        tries: [
          { move: 'e1g1', verdict: 'castling_into_check' },
          { move: 'e1c1', verdict: 'castling_into_check' },
          { move: 'e1e2', verdict: 'legal', say: 'rather take it' },
        ],
      },
    },
    {
      key: 'rook-may',
      title: 'The rook may be attacked, and may pass an attacked square',
      numbers: ['R044', 'R097'],
      articles: ['3.8.2.2'],
      text: [
        'Only the king’s own squares count. The rook may be attacked in its corner, and on the long side the square b1 (b8) may be attacked, as long as it is empty.',
      ],
      picture: {
        fen: '1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1', alt: 'The rook on b8 attacks b1, which only the white rook passes.', rings: ['b1'],
        tries: [{ move: 'e1c1', verdict: 'legal' }],
      },
    },
    {
      key: 'for-a-while',
      title: 'Hindered for a while is not lost',
      articles: ['3.8.2.2'],
      text: [
        'A man in between or an attacked square hinder castling only as long as they last. Here the bishop attacked f1 until it took on b3; now White may castle.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/1b6/8/4K2R w K - 0 2', alt: 'The bishop has left the diagonal to f1: White may castle.',
        from: { fen: '4k3/8/8/8/2b5/8/1P6/4K2R w K - 0 1', moves: ['b2b3', 'c4b3'] },
        tries: [{ move: 'e1g1', verdict: 'legal' }],
      },
    },
  ],
};
