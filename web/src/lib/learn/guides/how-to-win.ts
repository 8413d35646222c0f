// Guide: how to win, for whoever knows the rules and little more.
import type { Topic } from '$lib/reference/types';

export const topic: Topic = {
  id: 'how-to-win',
  title: 'How to win',
  summary: 'Good opening habits, the tactics that decide most games, and how to finish: a first plan for every part of the game.',
  statements: [
    {
      key: 'idea',
      title: 'The whole plan in four lines',
      text: [
        'Most games between beginners are decided by men that could simply be taken. So before anything else: do not leave men where they can be taken for nothing, and take what the other side leaves.',
      ],
      points: [
        'Opening: bring out the pieces, castle, keep the pawns in the [[center]].',
        'Middlegame: look for checks, captures and threats, yours and theirs.',
        'When ahead: exchange pieces (not pawns) and keep it simple.',
        'Endgame: bring the king, push the passed pawn, mate with what it becomes.',
      ],
      picture: {
        fen: 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3', alt: 'After three good moves White has a pawn in the center, two pieces out, and can castle next.',
        tries: [{ move: 'g8f6', verdict: 'legal', say: 'a good answer: a piece comes out and attacks e4' }],
      },
    },
    {
      key: 'opening',
      title: 'The opening: five good habits',
      text: ['No need to learn lines by heart. These habits give a good position against anybody:'],
      points: [
        'Put a pawn or two into the center: e4 and d4, or e5 and d5.',
        'Bring out knights and bishops, toward the center, before the queen and the rooks.',
        'Move each piece once, until all are out, unless something can be won or must be saved.',
        'Castle early, mostly to the side where it goes sooner, and leave the pawns before the king alone.',
        'Do not bring the queen out early: she is chased about, and the other side brings out its pieces meanwhile.',
      ],
      picture: {
        fen: 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4', alt: 'Both sides have two pieces out. White castles.', arrows: ['e1g1', 'h1f1'],
        tries: [
          { move: 'e1g1', verdict: 'legal', say: 'the king is safe and the rook comes toward the center' },
        ],
      },
    },
    {
      key: 'quick-mate',
      title: 'Do not fall for the four-move mate',
      text: [
        'Queen and bishop look at f7, the square that only the king guards. It is easy to meet: attack the queen or guard the square. Then it is White who has lost time with the queen.',
      ],
      picture: {
        fen: 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3', alt: 'White threatens mate on f7. Black has several good answers, and one bad one.', bottom: 'black', arrows: ['h5f7', 'c4f7'],
        tries: [
          { move: 'g7g6', verdict: 'legal', say: 'good: the queen must go' },
          { move: 'd8e7', verdict: 'legal', say: 'good: f7 is guarded' },
          { move: 'g8f6', verdict: 'legal', poor: true, say: 'attacks the queen, but overlooks Qxf7 mate' },
        ],
      },
    },
    {
      key: 'hanging',
      title: 'Count before you take',
      text: [
        'A man is safe only if taking it does not pay. Look first at what the attacker is [worth](/learn/values): a protected queen that a pawn attacks is lost all the same, while a queen does not take a protected pawn. When several men can take on one square, count the attackers and the defenders: between men of about the same worth it is enough to protect as often as the other side attacks. The cheapest takes first.',
      ],
      picture: {
        fen: '4k3/2p5/3p4/4n3/8/3N1P2/8/4K3 w - - 0 1', alt: 'The knight on e5 is attacked once and protected once: to take it is to exchange knights.', arrows: ['d3e5', 'd6e5'],
        tries: [{ move: 'd3e5', verdict: 'legal', say: 'takes; the pawn takes back' }],
      },
    },
    {
      key: 'fork',
      title: 'The fork',
      text: ['One man attacks two at once; only one can be saved. Knights are the best forkers, but every man can do it, the pawn too.'],
      picture: {
        fen: 'r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1', alt: 'The knight goes to c7 and attacks king and rook.', arrows: ['d5c7'], rings: ['a8', 'e8'],
        tries: [{ move: 'd5c7', verdict: 'legal', gives: 'check', say: 'the king must move, and the rook is lost' }],
      },
    },
    {
      key: 'pin',
      title: 'The pin',
      text: [
        'A [[pin|pinned]] man cannot leave the line, because something more valuable stands behind it. Attack it once more: it cannot run away.',
      ],
      picture: {
        fen: '4k3/8/2n5/8/8/8/3PB3/4K3 w - - 0 1', alt: 'The bishop goes to b5 and pins the knight to the king.', arrows: ['e2b5'],
        tries: [{ move: 'e2b5', verdict: 'legal', say: 'the knight may not move; if it stays pinned, the pawn comes to d5 and takes it' }],
      },
    },
    {
      key: 'skewer',
      title: 'The skewer',
      text: ['A pin the other way round: the more valuable man stands in front, must move, and lets the one behind it be taken.'],
      picture: {
        fen: '8/8/8/3k3q/8/8/8/R3K3 w - - 0 1', alt: 'The rook gives check on a5, and behind the king stands the queen.', arrows: ['a1a5'],
        tries: [{ move: 'a1a5', verdict: 'legal', gives: 'check', say: 'the king leaves the rank, and the rook takes the queen' }],
      },
    },
    {
      key: 'discovered',
      title: 'The discovered attack',
      text: ['A man moves away and opens a line for another. If it gives check or attacks something itself, the other side has two worries and one move.'],
      picture: {
        fen: '3qk3/8/8/8/8/3B4/8/3RK3 w - - 0 1', alt: 'The bishop gives check on b5 and opens the file for the rook: the queen is lost.', arrows: ['d3b5', 'd1d8'],
        tries: [{ move: 'd3b5', verdict: 'legal', gives: 'check' }],
      },
    },
    {
      key: 'ahead',
      title: 'When you are ahead',
      text: [
        'Two men more are worth the most when little else is left. Exchange pieces, queens first; keep pawns, because one of them will promote. Look at each move for what the other side still threatens, above all for mate on the [[back rank]]: a small hole for the king (h3 or h6) costs one move. And look out for [[stalemate]].',
      ],
      picture: {
        fen: '6k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 0 1', alt: 'Black is to move and White threatens mate on c8. A hole for the king helps.', bottom: 'black', arrows: ['c1c8'],
        tries: [
          { move: 'h7h6', verdict: 'legal', say: 'a hole: no mate any more' },
          { move: 'g7g6', verdict: 'legal', say: 'a hole, too' },
        ],
      },
    },
    {
      key: 'queen-mate',
      title: 'Mate with king and queen',
      text: [
        'The queen alone cannot do it: she drives the other king to the edge, and the own king comes to help. Keep the queen a knight’s move away from the king and follow him until he stands at the edge; then leave him two squares to walk and bring your king. In the end your king faces his, and the queen mates on the edge or right before him.',
      ],
      picture: {
        fen: '4k3/8/4K3/8/8/8/8/Q7 w - - 0 1', alt: 'The kings face each other: the queen mates along the edge.', arrows: ['a1a8'],
        tries: [
          { move: 'a1a8', verdict: 'legal', gives: 'mate' },
          { move: 'a1h8', verdict: 'legal', gives: 'mate', say: 'from the other side as well' },
        ],
      },
    },
    {
      key: 'rook-mate',
      title: 'Mate with king and rook',
      text: [
        'The rook cuts the king off: he may not cross its file or rank. Make his room smaller, bring your king in front of his, and when the two kings face each other, give check from the side: he must go back. At the edge that check is mate. If the kings do not face each other, make a waiting move with the rook.',
      ],
      picture: {
        fen: 'k7/8/1K6/8/8/8/8/7R w - - 0 1', alt: 'The king is at the edge: the rook mates.', arrows: ['h1h8'],
        tries: [
          { move: 'h1h8', verdict: 'legal', gives: 'mate' },
          { move: 'h1h7', verdict: 'legal', gives: 'nothing', say: 'a move too cautious: the king walks to b8' },
        ],
      },
    },
    {
      key: 'pawn-endings',
      title: 'Pawn endings: the king goes first',
      text: [
        'With king and pawn against king it matters who stands in front. A king on the sixth rank before his own pawn always brings it through (unless it is the pawn of an outer file). So do not hurry with the pawn: the king goes first, and the pawn follows. When two kings face each other with one square between, whoever need not move is better off: that is the [[opposition]].',
      ],
      picture: {
        fen: '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1', alt: 'White’s king stands before the pawn on the sixth rank: White wins, whoever is to move.',
        tries: [
          { move: 'e6d6', verdict: 'legal', say: 'right: the king makes way, and the pawn goes through' },
          { move: 'e6f6', verdict: 'legal', say: 'right as well' },
        ],
      },
    },
    {
      key: 'square',
      title: 'Can the king catch the pawn?',
      text: [
        'Draw a square from the pawn to its last rank and as far to the side. If the king can step into it, he catches the pawn; if not, it promotes. Here the pawn moves first, the king stays outside, and the pawn runs. If Black were to move, the king would step into the square and be in time.',
      ],
      picture: {
        fen: '8/8/8/5k2/P7/8/8/7K w - - 0 1', alt: 'White to move: the pawn runs from a4 and cannot be caught.', arrows: ['a4a8'],
        tries: [{ move: 'a4a5', verdict: 'legal', say: 'and it will be a queen in three more moves' }],
      },
    },
    {
      key: 'practice',
      title: 'How to get better',
      text: ['A little often is better than much at once:'],
      points: [
        '[Puzzles](/puzzles): the patterns of this page, until you see them at once.',
        'Slow games: at least ten minutes for each side, so that there is time to look.',
        '[Analysis](/analysis) of your own games afterwards, first with your own head: where did it turn?',
        'Opponents that are a little stronger, and the [computer](/computer) at a level that you beat now and then.',
        'The [four checks](/learn/guides/four-checks) before every move.',
      ],
    },
  ],
};
