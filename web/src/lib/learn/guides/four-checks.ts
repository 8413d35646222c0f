// Guide: four questions before each move.
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'four-checks',
  title: 'Four checks before each move',
  summary: 'What does the other side threaten? Is there a forcing move? Is everything protected? Is the king safe? Four questions that save games.',
  statements: [
    {
      key: 'threats',
      title: '1. What does the other side threaten?',
      text: [
        'Look at the last move: what does it attack, which line did it open, what would come next if you did nothing? Meet a threat before you follow a plan of your own, unless yours is quicker.',
      ],
      picture: {
        fen: 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3', alt: 'Black to move. The queen on h5 and the bishop threaten mate on f7.', bottom: 'black', arrows: ['h5f7'],
        tries: [
          { move: 'g7g6', verdict: 'legal', say: 'meets the threat and attacks the queen' },
          { move: 'a7a6', verdict: 'legal', poor: true, say: 'does not look: Qxf7 is mate' },
        ],
      },
    },
    {
      key: 'forcing',
      title: '2. Is there a check, a capture, a threat?',
      text: [
        'Forcing moves leave the other side few answers, so they can be calculated, and they decide games. Look at every check and every capture, also at the ones that seem silly, and ask what comes after the best answer.',
      ],
      picture: {
        fen: 'r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1', alt: 'White to move. The knight can take on c7 with check.', arrows: ['d5c7'], rings: ['a8', 'e8'],
        tries: [
          { move: 'd5c7', verdict: 'legal', gives: 'check', say: 'check and capture in one, and the rook on a8 is next' },
          { move: 'e1g1', verdict: 'legal', poor: true, say: 'good manners, but it forgoes a rook' },
        ],
      },
    },
    {
      key: 'protected',
      title: '3. Is everything protected?',
      text: [
        'Go through your men: which are attacked, which stand unprotected? A man without protection is not lost, but it invites forks and discovered attacks. And look at the man that you are about to move: what did it guard?',
      ],
      picture: {
        fen: 'rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', alt: 'Black’s knight attacks the pawn on e4, which nobody protects yet.', arrows: ['f6e4'],
        tries: [
          { move: 'b1c3', verdict: 'legal', say: 'brings out a piece and protects the pawn' },
          { move: 'f3e5', verdict: 'legal', say: 'takes a pawn instead: then Black will want e4 back' },
        ],
      },
    },
    {
      key: 'king',
      title: '4. Is the king safe?',
      text: [
        'Which checks are possible, now and after the move? Are there squares for the king to go to? If nothing else is urgent, make him safer: castle, keep the pawns before him, keep a defender near.',
      ],
      picture: {
        fen: 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', alt: 'Nothing is attacked and nothing can be won: White castles.', arrows: ['e1g1', 'h1f1'],
        tries: [{ move: 'e1g1', verdict: 'legal' }],
      },
    },
    {
      key: 'then',
      title: 'And then: once more',
      text: [
        'When you have found your move, imagine it on the board and ask the first question again. If you then see the answer that hurts, you have not made the move yet. That is the whole secret.',
        'In rated games the table gives no hints, and neither may anybody else: the questions are for your own head.',
      ],
    },
  ],
};
