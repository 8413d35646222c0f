// The rules reference: the two ends by having no legal move.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'mate',
  title: 'Checkmate and stalemate',
  summary: 'No legal move: with the king in check the game is lost, without check it is drawn.',
  statements: [
    {
      key: 'checkmate',
      title: 'Checkmate wins',
      numbers: ['R053', 'R093', 'R157', 'R176', 'R188', 'R217', 'R230'],
      articles: ['1.4.1', '1.4.2', '5.1.1'],
      text: [
        'A king in check with no legal move is checkmated, and his side has lost. The game is over at once; the king is not taken off.',
      ],
      picture: {
        fen: '7k/6Q1/5K2/8/8/8/8/8 b - - 0 1', alt: 'The queen on g7 mates: the king on f6 protects her, and she guards h7 and g8.', rings: ['g7'],
        tries: [
          { move: 'h8g7', verdict: 'king_into_attack', say: 'the queen is protected' },
          { move: 'h8g8', verdict: 'king_into_attack' },
          { move: 'h8h7', verdict: 'king_into_attack' },
        ],
      },
    },
    {
      key: 'quick',
      title: 'Mate can come quickly',
      articles: ['5.1.1'],
      text: [
        'The shortest game that ends in mate has four half-moves: White opens the way to the own king, and Black’s queen gives check along it. Nothing can be put between any more and the king has no square.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2', alt: 'After 1 f3 e5 2 g4 the black queen mates on h4.', bottom: 'black', arrows: ['d8h4'],
        from: { fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', moves: ['f2f3', 'e7e5', 'g2g4'] },
        tries: [{ move: 'd8h4', verdict: 'legal', gives: 'mate' }],
      },
    },
    {
      key: 'first',
      title: 'Mate comes before everything else',
      articles: ['5.1.1', '9.6.2'],
      text: [
        'A mating move ends the game even if it would at the same time complete fifty or seventy-five moves without a capture, and even if the clock runs out before it is pressed. What was made stands; only a flag that fell **before** the move was made counts.',
      ],
      picture: {
        fen: 'k7/8/1K6/8/8/8/8/7R w - - 99 80', alt: 'White’s next move would be the hundredth half-move without pawn move or capture. It mates.', arrows: ['h1h8'],
        tries: [{ move: 'h1h8', verdict: 'legal', gives: 'mate', say: 'White has won' }],
      },
    },
    {
      key: 'stalemate',
      also: 'pat',
      title: 'Stalemate draws',
      numbers: ['R056', 'R107', 'R158', 'R165', 'R197', 'R237'],
      articles: ['5.2.1'],
      text: [
        'If the player to move has no legal move and is **not** in check, it is stalemate, and the game is drawn at once. The other side’s extra queen does not matter. Whoever is far ahead must look out for it.',
      ],
      picture: {
        fen: '7k/8/6K1/8/8/8/5Q2/8 w - - 0 1', alt: 'White is to move and far ahead. One queen move is stalemate, others mate.',
        tries: [
          { move: 'f2f7', verdict: 'legal', poor: true, gives: 'stalemate', say: 'a draw: no legal move, no check' },
          { move: 'f2f8', verdict: 'legal', gives: 'mate', say: 'the right one' },
        ],
      },
    },
  ],
};
