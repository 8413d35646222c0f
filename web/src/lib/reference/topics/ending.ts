// The rules reference: resignation, fallen flags, and who can still mate.
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'ending',
  title: 'How a game is won and lost',
  summary: 'Checkmate, resignation, a fallen flag, and the question whether the other side could still mate.',
  statements: [
    {
      key: 'ways',
      title: 'Three ways to win',
      numbers: ['R103'],
      articles: ['5.1', '6.9'],
      text: [
        'A game is won by [checkmate](/rules/mate#checkmate), by the other side’s resignation, or because the other side’s time ran out. In a tournament the arbiter may also declare a game lost, for instance after a second [illegal move](/rules/illegal-moves).',
        'Everything else is a [draw](/rules/draws).',
      ],
      picture: {
        fen: '7k/R7/8/8/8/8/1R6/6K1 w - - 0 1', alt: 'White to move wins on the board. If White’s flag fell first, it would be a draw: a bare king cannot mate.',
        tries: [
          { move: 'b2b8', verdict: 'legal', gives: 'mate', say: 'checkmate: the one way to win on the board itself' },
          { move: 'b2h2', verdict: 'legal', gives: 'check', say: 'only a check: Black may move on, or resign' },
        ],
      },
    },
    {
      key: 'resigning',
      also: 'resign, give up',
      title: 'Resigning',
      numbers: ['R054', 'R104', 'R206'],
      articles: ['5.1.2', 'Online 5.2'],
      text: [
        'Who resigns has lost, and the game is over at once. A player may do so at any time, on the other side’s turn as well.',
        'The Laws over the board make one exception: if the other side could not checkmate by any series of legal moves, resigning only draws. Online games, by the FIDE Online Regulations and at most tables here, know no exception: who resigns loses.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', alt: 'If White resigned here in a tournament it would be a draw: Black has only a king.',
        tries: [{ move: 'a1a8', verdict: 'legal', gives: 'check', say: 'better to play on' }],
      },
    },
    {
      key: 'resigning-here',
      title: 'Resigning on a screen',
      numbers: ['R105', 'R205'],
      text: [
        'So that a stray press does no harm, most tables ask once more: with the Table rules and against the computer by a second press, elsewhere by a question. In a game by letter one resigns on one’s own turn.',
      ],
    },
    {
      key: 'flag',
      also: 'timeout, out of time, time forfeit',
      title: 'When the time is up',
      numbers: ['R055', 'R120', 'R238'],
      articles: ['6.8', '6.9', 'Online 4.4'],
      text: [
        'Whoever has no time left has lost, unless the other side cannot checkmate him by any series of legal moves, however badly he might play: then the game is drawn. If the game was over before the [[flag]] fell, by mate, stalemate, agreement or otherwise, that end stands.',
        'Some places are simpler or harsher. At a table with a bank and a timer only a bare king on the other side saves whose time is up; many sites count the men. [All ways compared](/learn/differences#X5).',
      ],
      picture: {
        fen: '2q4k/8/8/8/8/8/5K2/7N b - - 0 1', alt: 'Black’s flag falls. A knight alone never mates a king that has only a queen beside it: by the Laws a draw.',
      },
    },
    {
      key: 'who-can-mate',
      title: 'Who can still mate?',
      articles: ['5.1.2', '5.2.2', '6.9'],
      text: ['The question is never who is better, but whether a mate can be reached at all if both sides help. What is known:'],
      points: [
        'A bare king never mates.',
        'King and knight, or king and bishop, never mate a bare king.',
        'King and two knights can mate a bare king, if he helps; they cannot force it.',
        'King and knight can mate where the other side has a rook, a bishop, a knight or a pawn in its own king’s way; not where it has only queens.',
        'King and bishops of one color of squares can mate where the other side has a knight, a pawn or a bishop of the other color; not where it has only rooks, queens and bishops of that same color.',
        'Where pawns are locked, or moves are forced, even more men may be unable to mate. The [playground](/rules/playground) finds a line that ends in mate, or a proof that there is none.',
      ],
      picture: {
        fen: '7k/8/8/8/8/8/8/2NNK3 w - - 0 1', alt: 'Two knights can mate a bare king with his help: a fallen flag of Black loses here.',
      },
    },
    {
      key: 'moment',
      title: 'Which came first',
      articles: ['5.1.1', '6.8', '6.9'],
      text: [
        'The table looks at the clock before it looks at the move. With one thousandth of a second left a move counts and may mate; with nothing left the game was lost before the move arrived. A game that is over stays as it is.',
      ],
      picture: {
        fen: '7k/5K2/8/8/8/8/8/6R1 w - - 0 1', alt: 'White mates with the next move, if there is time left for it.', arrows: ['g1h1'],
        tries: [{ move: 'g1h1', verdict: 'legal', gives: 'mate', say: 'with time left it wins; after the flag it comes too late, and Black’s bare king gets a draw' }],
      },
    },
    {
      key: 'points',
      title: 'What a game counts',
      articles: ['10.1', '10.2'],
      text: [
        'A win counts one point, a draw half a point for each side, a loss nothing, unless the tournament says otherwise. Arbiters may in rare cases give both nothing, or one half a point and the other none.',
      ],
    },
  ],
};
