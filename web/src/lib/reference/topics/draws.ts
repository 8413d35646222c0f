// The rules reference: all ways to draw.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'draws',
  title: 'Draws',
  summary: 'Stalemate, dead positions, agreement, repetition, fifty moves, and which of them come by themselves.',
  statements: [
    {
      key: 'ways',
      title: 'The ways to draw',
      numbers: ['R106', 'R164'],
      articles: ['5.2', '6.9', '9.2', '9.3', '9.6'],
      text: ['A game is drawn:'],
      points: [
        'by [stalemate](/rules/mate#stalemate);',
        'when neither side can ever mate: a [dead position](#dead), of which [too little material](#material) is the plain case;',
        'by [agreement](#agreement);',
        'by [repetition](#repetition) of a position;',
        'by [fifty moves](#fifty) without pawn move or capture;',
        'when a flag falls and the other side [cannot mate](/rules/ending#flag).',
      ],
      picture: {
        fen: '7k/7p/7K/8/8/3B4/8/8 w - - 0 1', alt: 'White’s bishop can draw at once in two ways, or play on.',
        tries: [
          { move: 'd3c4', verdict: 'legal', gives: 'stalemate', say: 'stalemate: neither king nor pawn can move' },
          { move: 'd3h7', verdict: 'legal', gives: 'stalemate', say: 'stalemate, and dead besides: king and bishop cannot mate' },
          { move: 'd3e4', verdict: 'legal', gives: 'nothing', say: 'the game goes on with the king to g8' },
        ],
      },
    },
    {
      key: 'material',
      also: 'insufficient material',
      title: 'Too little material',
      numbers: ['R059', 'R110', 'R166', 'R200'],
      articles: ['5.2.2'],
      text: [
        'No mate is possible, not even with help, when only these are left: king against king; king and bishop against king; king and knight against king; kings and any number of bishops that all stand on squares of one color. The game is drawn at once, without a claim.',
        'King and two knights against king is not among them, nor are bishops on squares of both colors: there a mate can still be built.',
      ],
      picture: {
        fen: '5b2/8/8/4k3/8/8/8/2B1K3 w - - 0 1', alt: 'Both bishops stand on dark squares: nobody can ever mate.', rings: ['c1', 'f8'],
      },
    },
    {
      key: 'dead',
      also: 'blocked, locked',
      title: 'Dead positions',
      numbers: ['R061'],
      articles: ['5.2.2', 'Online 5.4.3'],
      text: [
        'More generally the game is drawn the moment neither player can checkmate by any series of legal moves, even with the worst play on the other side. Material is not the only cause: walls of pawns and forced moves can kill a position, too.',
        'By the Laws the game is over then, whoever notices. Tables with FIDE’s rules look for a proof; some presets here look at the material only and play on, until repetition or fifty moves ([compared](/learn/differences#X6)).',
      ],
      picture: {
        fen: '4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1', alt: 'A wall of pawns across the board: no king comes through, no pawn moves. The position is dead.',
        tries: [
          { move: 'e1d2', verdict: 'legal', say: 'a move, but it leads nowhere' },
          { move: 'd4d5', verdict: 'pawn_captures_straight' },
        ],
      },
    },
    {
      key: 'agreement',
      also: 'draw offer, offering a draw',
      title: 'Agreement',
      numbers: ['R060', 'R112', 'R169', 'R193', 'R194', 'R195'],
      articles: ['5.2.3', '9.1'],
      text: [
        'The players may agree to a draw. One offers, the other accepts, and the game is over; or declines, and it goes on. Over the board both must have made at least one move.',
        'Over the board the right moment is after one’s own move and before pressing the clock. An offer at another moment counts as well, but may disturb. It has no conditions and cannot be taken back. Both write (=) on the score sheet. An event may forbid offers before a certain move, or altogether.',
        'Against the computer no draw is offered.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', alt: 'Both have made a move: from here on a draw may be agreed.',
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5'] },
        tries: [{ move: 'g1f3', verdict: 'legal', say: 'first the move, then the offer, then the press of the clock' }],
      },
    },
    {
      key: 'answering',
      title: 'How an offer ends',
      numbers: ['R113', 'R114'],
      articles: ['9.1.2.1', 'Online 5.3'],
      text: [
        'An offer stays open until it is accepted or declined or the game ends. A move by the player to whom it was made declines it; with [touch-move](/rules/touch-move) even touching a man with the intention to move it does.',
        'Repeating offers again and again is a disturbance (article 11.5). Tables here take one offer between two of one’s own moves, or as many as their rule set says. In a game [by letter](/rules/letters#silence) an offer that nobody answers for seven days becomes a draw.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2', alt: 'White has moved the knight and offered a draw. Black is to move.',
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5', 'g1f3'] }, bottom: 'black',
        tries: [
          { move: 'b8c6', verdict: 'legal', say: 'any move declines the offer' },
          { move: 'e5e4', verdict: 'pawn_captures_straight', say: 'nothing was moved, so the offer is still open' },
        ],
      },
    },
    {
      key: 'repetition',
      also: 'threefold repetition, three times',
      title: 'Repetition: the same position for the third time',
      numbers: ['R057', 'R108', 'R167', 'R198'],
      articles: ['9.2', 'Online 5.4.1'],
      text: [
        'If the same position stands on the board for the third time, with the same side to move, the game can be drawn. The times need not follow each other, and the moves in between do not matter. The first position of the game counts as one.',
        'Over the board it must be **claimed** by the player to move: because the position has just appeared, or because the move that he announces will bring it about. In online games the draw comes by itself.',
      ],
      picture: {
        fen: 'rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4', alt: 'The knights have gone out and back. If Black’s knight goes home now, the first position stands for the third time.',
        from: { fen: START_FEN, moves: ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1'] },
        tries: [{ move: 'f6g8', verdict: 'legal', say: 'the third time: a draw by claim, or at once online' }],
      },
    },
    {
      key: 'same',
      title: 'What “the same position” means',
      articles: ['9.2.3'],
      text: [
        'The same side is to move, men of the same kind and color stand on the same squares, and all of them have the same possible moves. So it is **not** the same if a pawn could be taken en passant the first time and later not, or if a king or rook has lost a right to castle in between. A right to castle counts even while castling is hindered for the moment.',
        'Here everything looks as after Black’s first move. But both kings have moved since, and nobody can castle any more: it is another position.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 4 4', alt: 'After 1 e4 e5 the kings have stepped out and back. The men stand as before; the rights to castle are gone.', rings: ['e1', 'e8'],
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5', 'e1e2', 'e8e7', 'e2e1', 'e7e8'] },
        tries: [{ move: 'g1f3', verdict: 'legal' }],
      },
    },
    {
      key: 'fifty',
      also: '50 moves, fifty moves',
      title: 'The fifty-move rule: no pawn move and no capture',
      numbers: ['R058', 'R109', 'R168', 'R199'],
      articles: ['9.3', 'Online 5.4.4'],
      text: [
        'If each side has made fifty moves in a row (a hundred [[half-move|half-moves]] together) without moving a pawn and without taking anything, the game can be drawn. Castling and checks do not set back the count; a promotion is a pawn move and does.',
        'Over the board the player to move claims it, for the moves that were made or with the one that he announces. Online it comes by itself. A move that mates wins, whatever the count.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/8/R3K3 w - - 99 60', alt: 'Ninety-nine half-moves without pawn move or capture. The next one makes fifty by each side.',
        tries: [{ move: 'a1a2', verdict: 'legal', say: 'completes the fifty moves' }],
      },
    },
    {
      key: 'claiming',
      title: 'Claiming a draw over the board',
      articles: ['9.2', '9.3', '9.4', '9.5'],
      text: [
        'Only the player who has the move may claim. If the claim needs a move that is not on the board yet, he fixes it (on paper: writes it down) without playing it, and it then binds him. Touching a man first forfeits the claim for this move.',
        'A right claim draws at once. A wrong one counts as an offer of a draw, the other side gets two minutes (in rapid and blitz one), and the game goes on, with the announced move played. One of our presets lets either player claim ([compared](/learn/differences#X2)).',
      ],
      picture: {
        fen: 'rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4', alt: 'The first position has stood twice. If Black’s knight goes back to g8, it stands for the third time.',
        from: { fen: START_FEN, moves: ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1'] }, arrows: ['f6g8'], bottom: 'black',
        tries: [
          { move: 'f6g8', verdict: 'legal', say: 'over the board Black writes this move down, claims, and only then it stands' },
          { move: 'f6d5', verdict: 'legal', say: 'another move: nothing to claim with it' },
        ],
      },
    },
    {
      key: 'automatic',
      also: 'fivefold, 75 moves, seventy-five moves',
      title: 'What comes by itself',
      numbers: ['R111'],
      articles: ['9.6', 'Online 5.4'],
      text: [
        'Stalemate and dead positions always end the game at once. Over the board so do the **fifth** appearance of a position and **seventy-five** moves by each side without pawn move or capture; mate with the last of them wins.',
        'At online tables the third appearance and fifty moves are enough, and nobody has to claim.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/8/R3K3 w - - 149 120', alt: 'One half-move before seventy-five moves by each side.',
        tries: [{ move: 'a1a2', verdict: 'legal', say: 'completes the seventy-five moves: drawn without a claim' }],
      },
    },
    {
      key: 'perpetual',
      title: 'Perpetual check is no rule of its own',
      articles: ['9.2', '5.2.3'],
      text: [
        'When one side can give check for ever, the game usually ends by agreement, by repetition or by fifty moves. The Laws have no article about it.',
      ],
      picture: {
        fen: '6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1', alt: 'White has one pawn more but a rook less, and yet the queen gives check on e8 and h5 by turns, for ever.', arrows: ['h5e8', 'e8h5'],
        tries: [{ move: 'h5e8', verdict: 'legal', gives: 'check', say: 'the king must go to h7; then the queen checks on h5 again' }],
      },
    },
  ],
};
