// The rules reference: the aim of the game, whose turn it is, who has which color.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'turns',
  title: 'The aim, the turns, the colors',
  summary: 'Two players, one move each by turns, White first; nobody may pass. The aim is to checkmate the king.',
  statements: [
    {
      key: 'aim',
      title: 'What it is about',
      numbers: ['R073', 'R142'],
      articles: ['1.1', '1.4', '1.5'],
      text: [
        'Two players move their men on one board. Each tries to attack the other’s king in such a way that no legal move helps: that is [[checkmate]], and it wins the game at once.',
        'Nothing is hidden and nothing is left to chance. If it becomes impossible for both sides ever to give checkmate, the game is drawn.',
      ],
      picture: {
        fen: '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1', alt: 'White to move mates with the rook on the back rank.', arrows: ['d1d8'],
        tries: [
          { move: 'd1d8', verdict: 'legal', gives: 'mate', say: 'checkmate: the king is attacked and has no way out' },
          { move: 'd1d7', verdict: 'legal', gives: 'nothing', say: 'a good place for the rook, but the game goes on' },
        ],
      },
    },
    {
      key: 'white-first',
      title: 'White moves first',
      numbers: ['R032', 'R079', 'R175'],
      articles: ['1.2'],
      text: [
        'The player with the light men makes the first move; then the players move by turns until the game is over. Neither a toss nor the result of the game before changes that: only who has White can be tossed for.',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position, White to move.',
        tries: [
          { move: 'e2e4', verdict: 'legal' },
          { move: 'e7e5', verdict: 'opponents_man', say: 'it is not Black’s turn' },
        ],
      },
    },
    {
      key: 'must-move',
      also: 'zugzwang, pass',
      title: 'One move each, and no passing',
      numbers: ['R036', 'R145'],
      articles: ['1.2', '1.3'],
      text: [
        'At each turn a player makes exactly one legal move. To pass is not allowed, even where every move does harm; such a position is called [[zugzwang]].',
        'You have the move as soon as the other side’s move has been made on the board. Where a clock is pressed by hand you may answer before it is pressed.',
      ],
      picture: {
        fen: '8/8/8/4pK2/3kP3/8/8/8 w - - 0 1', alt: 'Whoever must move here loses the pawn: White’s king has to leave e4 unguarded.',
        tries: [
          { move: 'f5f6', verdict: 'legal', say: 'now Black takes the pawn on e4' },
          { move: 'f5e5', verdict: 'king_into_attack' },
          { move: 'f5f4', verdict: 'king_into_attack' },
        ],
      },
    },
    {
      key: 'no-legal-move',
      title: 'No legal move: the game is over',
      numbers: ['R037'],
      articles: ['1.4', '5.2.1'],
      text: [
        'If the player whose turn it is has no legal move, the game ends. With the king attacked it is [checkmate](/rules/mate#checkmate) and the player has lost; otherwise it is [stalemate](/rules/mate#stalemate) and the game is drawn.',
      ],
      picture: {
        fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', alt: 'Black to move has no legal move and is not in check: stalemate.',
        tries: [
          { move: 'h8g8', verdict: 'king_into_attack' },
          { move: 'h8h7', verdict: 'king_into_attack' },
          { move: 'h8g7', verdict: 'king_into_attack' },
        ],
      },
    },
    {
      key: 'colors',
      title: 'Who has White',
      numbers: ['R033', 'R034', 'R080', 'R081'],
      text: [
        'The Laws do not say how the colors are dealt. Among friends one hides a white pawn in one fist and a black one in the other, or tosses a coin. In a tournament the pairing gives the colors and tries to give each player both about equally often.',
        'Here whoever opens a table, or plays the computer, chooses White, Black or the toss. In a rematch at a friend’s table the colors [are swapped](/rules/online#rematch).',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position as Black sees it. White still moves first.', bottom: 'black',
        tries: [
          { move: 'e2e4', verdict: 'legal', say: 'White begins' },
          { move: 'e7e5', verdict: 'opponents_man', say: 'Black waits for White’s first move' },
        ],
      },
    },
  ],
};
