// The rules reference: how each piece moves.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'men',
  title: 'How the pieces move',
  summary: 'Rook, bishop, queen, knight and king, one by one, each with a board to move it on.',
  statements: [
    {
      key: 'rook',
      title: 'The rook',
      numbers: ['R021', 'R151', 'R181', 'R225'],
      articles: ['3.3'],
      text: [
        'A rook goes any number of squares along its file or its rank, as far as the way is free. It may take the first enemy man that it meets, and stops there. It also takes part in [castling](/rules/castling).',
      ],
      picture: {
        fen: '4k3/3p4/8/8/3R2P1/8/8/K7 w - - 0 1', alt: 'A rook on d4 and the squares it can reach.',
        dots: ['d1', 'd2', 'd3', 'd5', 'd6', 'd7', 'a4', 'b4', 'c4', 'e4', 'f4'],
        tries: [
          { move: 'd4d7', verdict: 'legal', say: 'takes the pawn' },
          { move: 'd4d8', verdict: 'blocked' },
          { move: 'd4g4', verdict: 'own_man_on_target' },
          { move: 'd4e5', verdict: 'wrong_geometry', say: 'a rook does not go diagonally' },
        ],
      },
    },
    {
      key: 'bishop',
      title: 'The bishop',
      numbers: ['R026', 'R086', 'R150', 'R182', 'R226'],
      articles: ['3.2'],
      text: [
        'A bishop goes any number of squares along a diagonal, as far as the way is free. It never leaves the color of the squares on which it began, so each side starts with one bishop for the light squares and one for the dark. (By [promotion](/rules/promotion) a side may get two on one color.)',
      ],
      picture: {
        fen: '4k3/6p1/8/8/3B4/8/1P6/K7 w - - 0 1', alt: 'A bishop on d4 and the squares it can reach, all of one color.',
        dots: ['e5', 'f6', 'g7', 'c5', 'b6', 'a7', 'c3', 'e3', 'f2', 'g1'],
        tries: [
          { move: 'd4g7', verdict: 'legal', say: 'takes the pawn' },
          { move: 'd4h8', verdict: 'blocked' },
          { move: 'd4b2', verdict: 'own_man_on_target' },
          { move: 'd4d5', verdict: 'wrong_geometry', say: 'a bishop does not go straight' },
        ],
      },
    },
    {
      key: 'queen',
      title: 'The queen',
      numbers: ['R027', 'R152', 'R180', 'R224'],
      articles: ['3.4', '3.5'],
      text: [
        'A queen goes any number of squares along a file, a rank or a diagonal: she is rook and bishop in one, and the strongest piece. She does not jump.',
      ],
      picture: {
        fen: '4k3/8/8/8/3Q4/8/8/K7 w - - 0 1', alt: 'A queen on d4 and the squares she can reach.',
        dots: [
          'd1', 'd2', 'd3', 'd5', 'd6', 'd7', 'd8', 'a4', 'b4', 'c4', 'e4', 'f4', 'g4', 'h4',
          'e5', 'f6', 'g7', 'h8', 'c5', 'b6', 'a7', 'c3', 'b2', 'e3', 'f2', 'g1',
        ],
        tries: [
          { move: 'd4h8', verdict: 'legal', gives: 'check' },
          { move: 'd4a4', verdict: 'legal', gives: 'check' },
          { move: 'd4e6', verdict: 'wrong_geometry', say: 'a queen does not go like a knight' },
        ],
      },
    },
    {
      key: 'knight',
      title: 'The knight',
      numbers: ['R023', 'R024', 'R087', 'R149', 'R183', 'R221', 'R222', 'R227'],
      articles: ['3.6'],
      text: [
        'A knight goes to one of the nearest squares that are not on its own file, rank or diagonal: two squares along a line and one to the side, like the letter L. What stands between does not matter: the knight is the only man that jumps. It takes only on the square on which it lands.',
      ],
      picture: {
        fen: START_FEN, alt: 'At the start the knight on b1 can jump to a3 and c3.', dots: ['a3', 'c3'], arrows: ['b1a3', 'b1c3'],
        tries: [
          { move: 'b1c3', verdict: 'legal' },
          { move: 'b1a3', verdict: 'legal' },
          { move: 'b1d2', verdict: 'own_man_on_target' },
          { move: 'b1b3', verdict: 'wrong_geometry' },
        ],
      },
    },
    {
      key: 'knight-colors',
      title: 'A knight changes color with each move',
      numbers: ['R025'],
      articles: ['3.6'],
      text: [
        'From a light square a knight always comes to a dark one, and from a dark one to a light one. In the middle of the board it has eight squares to go to, in a corner only two.',
      ],
      picture: {
        fen: '4k3/8/8/8/3N4/8/8/4K3 w - - 0 1', alt: 'A knight on d4, a dark square, and its eight squares, all light.',
        dots: ['b3', 'b5', 'c2', 'c6', 'e2', 'e6', 'f3', 'f5'],
        tries: [
          { move: 'd4f5', verdict: 'legal' },
          { move: 'd4f6', verdict: 'wrong_geometry' },
        ],
      },
    },
    {
      key: 'king',
      title: 'The king',
      numbers: ['R028', 'R029', 'R030', 'R085', 'R153', 'R179', 'R223'],
      articles: ['3.8.1', '3.9.2'],
      text: [
        'The king goes one square in any direction, but never to a square that an enemy man attacks, and never onto an own man. He may take, if the man that he takes is not protected. Two kings can therefore never stand next to each other.',
        'The one exception to the single step is [castling](/rules/castling).',
      ],
      picture: {
        fen: '7k/4r3/8/8/8/8/3P4/3K4 w - - 0 1', alt: 'The king on d1 may go to c1 and c2; the rook guards e1 and e2.', dots: ['c1', 'c2'], crosses: ['e1', 'e2'],
        tries: [
          { move: 'd1c2', verdict: 'legal' },
          { move: 'd1e2', verdict: 'king_into_attack' },
          { move: 'd1d2', verdict: 'own_man_on_target' },
          { move: 'd1b3', verdict: 'wrong_geometry' },
        ],
      },
    },
  ],
};
