// The rules reference: illegal moves and other irregularities.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'illegal-moves',
  title: 'Illegal moves',
  summary: 'On a screen they are refused with the reason; over the board they go back and are penalized.',
  statements: [
    {
      key: 'back',
      title: 'An illegal move goes back',
      numbers: ['R068', 'R071'],
      articles: ['7.5.1', 'Online 3.3'],
      text: [
        'On a screen an illegal move is not accepted: the man goes back to where it stood, and the table says which article forbids the move and marks the squares that matter. It costs nothing but time.',
        'Over the board an illegal move can be made, and counts as completed with the press of the clock. When it is found, the position just before it is put back, and the game goes on from there; the touched man must be moved, if it can. If the position cannot be found any more, the game goes on from the last one that can.',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position. Whatever you try here, an illegal move goes back with its reason.',
        tries: [
          { move: 'e2e5', verdict: 'wrong_geometry' },
          { move: 'f1b5', verdict: 'blocked' },
        ],
      },
    },
    {
      key: 'penalties',
      also: 'penalty',
      title: 'What an illegal move costs',
      numbers: ['R069'],
      articles: ['7.5.5', 'A.3', 'B.3'],
      text: [
        'In tournaments the first completed illegal move of a player gives the other side two more minutes, in rapid and blitz one. The second one by the same player loses the game; if the other side cannot mate by any series of legal moves, it is a draw.',
        'Each player’s illegal moves are counted apart, and one action with two faults counts once. Casual games do without penalties.',
      ],
      picture: {
        fen: '2r4k/8/8/8/8/8/5K2/7B b - - 0 1', alt: 'Black to move. White has only a bishop and cannot mate.',
        tries: [
          { move: 'c8b7', verdict: 'wrong_geometry', say: 'Black’s second illegal move: here only a draw, as White cannot mate' },
          { move: 'c8c2', verdict: 'legal', gives: 'check', say: 'a legal move costs nothing' },
        ],
      },
    },
    {
      key: 'what-counts',
      title: 'What else counts as one',
      articles: ['7.5.2', '7.5.3', '7.5.4'],
      text: ['Three more things are penalized like an illegal move:'],
      points: [
        'leaving a pawn on the last rank and pressing the clock (it then becomes a queen);',
        'pressing the clock without having moved;',
        'making a move with two hands, for instance in castling or taking, and pressing the clock.',
      ],
      picture: {
        fen: '8/1P2k3/8/8/8/8/8/4K3 w - - 0 1', alt: 'If White leaves the pawn on b8 and presses the clock, it becomes a queen, and he is penalized.',
        tries: [{ move: 'b7b8', verdict: 'promotion_required' }],
      },
    },
    {
      key: 'wrong-start',
      title: 'Wrong from the start',
      articles: ['7.2', '7.3'],
      text: [
        'If a game began from a wrong position, it is canceled and played anew. If it began with colors reversed, it is played anew if fewer than ten moves have been made by both sides; after that it goes on. Neither can happen at a table here.',
      ],
      picture: {
        fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1', alt: 'White’s king and queen stand on each other’s squares: a wrong beginning.', rings: ['d1', 'e1'],
        tries: [
          { move: 'e2e4', verdict: 'legal', say: 'it can be played, but the game does not count' },
          { move: 'd1b1', verdict: 'own_man_on_target' },
        ],
      },
    },
    {
      key: 'displaced',
      title: 'Men knocked over or displaced',
      articles: ['7.4', '7.6'],
      text: [
        'Who knocks men over puts them back in his own time. If it turns out later that men were displaced, the game returns to the position before that and goes on from there. This, too, is for boards of wood.',
      ],
      picture: {
        fen: '4k3/8/8/8/8/5N2/8/4K3 w - - 0 1', alt: 'The knight had slipped to g3, the crossed square, and is back on f3, the ringed one.', rings: ['f3'], crosses: ['g3'],
        tries: [
          { move: 'f3g5', verdict: 'legal', say: 'from where it stood' },
          { move: 'g3h5', verdict: 'empty_square', say: 'what was played from the wrong square is undone' },
        ],
      },
    },
  ],
};
