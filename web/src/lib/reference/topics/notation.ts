// The rules reference: how moves are written and typed.
import { START_FEN } from '$lib/table/placement';
import type { Topic } from '../types';

export const topic: Topic = {
  id: 'notation',
  title: 'Writing moves',
  summary: 'Letters and squares, captures, check and mate, castling, promotion, two like pieces; recording a game, typing a move.',
  statements: [
    {
      key: 'letters',
      title: 'A letter and a square',
      numbers: ['R135'],
      articles: ['C.2', 'C.3', 'C.4', 'C.8'],
      text: [
        'A move is written as the letter of the piece and the square to which it goes: K king, Q queen, R rook, B bishop, N knight. Pawns have no letter. So e4 is a pawn’s move to e4, and Nf3 a knight’s move to f3. Each country may use its own letters, or little pictures.',
      ],
      picture: {
        fen: START_FEN, alt: 'The first position. The arrows are the moves e4 and Nf3.', arrows: ['e2e4', 'g1f3'],
        tries: [
          { move: 'e2e4', verdict: 'legal', say: 'written e4' },
          { move: 'g1f3', verdict: 'legal', say: 'written Nf3' },
        ],
      },
    },
    {
      key: 'captures',
      title: 'Captures',
      numbers: ['R136'],
      articles: ['C.9'],
      text: [
        'An x before the square says that something is taken: Bxc6. A pawn that takes is named by the file that it leaves: exd5. The x may be left out (Bc6, ed5); the file of the pawn may not. After a capture en passant one may write e.p.',
      ],
      picture: {
        fen: 'r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4', alt: 'The bishop on b5 can take the knight on c6: Bxc6.', arrows: ['b5c6'],
        tries: [{ move: 'b5c6', verdict: 'legal', say: 'written Bxc6' }],
      },
    },
    {
      key: 'check-mate',
      title: 'Check and mate',
      numbers: ['R137'],
      articles: ['C.13'],
      text: ['A plus sign says check, a number sign (or two plus signs) mate: Qh5+, Qxf7#. Over the board both may be left out.'],
      picture: {
        fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4', alt: 'The queen on h5 takes on f7 and mates: Qxf7#.', arrows: ['h5f7'],
        tries: [{ move: 'h5f7', verdict: 'legal', gives: 'mate', say: 'written Qxf7#' }],
      },
    },
    {
      key: 'castling',
      title: 'Castling in writing',
      numbers: ['R138', 'R209', 'R210'],
      articles: ['C.13'],
      text: [
        'Castling short is 0-0, castling long 0-0-0: FIDE writes zeros, computers the capital letter O. Here O-O is written, and both are understood when a move is typed.',
      ],
      picture: {
        fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', alt: 'White can castle short, O-O, or long, O-O-O.',
        tries: [
          { move: 'e1g1', verdict: 'legal', say: 'written O-O or 0-0' },
          { move: 'e1c1', verdict: 'legal', say: 'written O-O-O or 0-0-0' },
        ],
      },
    },
    {
      key: 'promotion',
      title: 'Promotion in writing',
      numbers: ['R139', 'R211', 'R212', 'R213'],
      articles: ['C.11'],
      text: [
        'The new piece stands right behind the square: FIDE writes e8Q, computers e8=Q. Both can be typed here, with Q, R, B or N as a capital letter. By letter a bare e8 means a queen; at other tables the choice is asked.',
      ],
      picture: {
        fen: '8/4P1k1/8/8/8/8/8/K7 w - - 0 1', alt: 'The pawn on e7 goes to e8.', arrows: ['e7e8'],
        tries: [
          { move: 'e7e8q', verdict: 'legal', say: 'written e8=Q or e8Q' },
          { move: 'e7e8n', verdict: 'legal', gives: 'check', say: 'written e8=N+' },
        ],
      },
    },
    {
      key: 'two-alike',
      also: 'ambiguous',
      title: 'Two like pieces',
      numbers: ['R140'],
      articles: ['C.10'],
      text: [
        'If two pieces of one kind could go to the same square, the file that the moving one leaves is added: Nbd2. If both are on the same file, the rank: R1e2. Only pieces that may legally go there count: one that is pinned does not.',
      ],
      picture: {
        fen: '7k/8/8/8/4R3/8/8/K3R3 w - - 0 1', alt: 'Both rooks can go to e2 and e3. They stand on one file, so the rank tells them apart.', rings: ['e2'],
        tries: [
          { move: 'e1e2', verdict: 'legal', say: 'written R1e2' },
          { move: 'e4e2', verdict: 'legal', say: 'written R4e2' },
        ],
      },
    },
    {
      key: 'recording',
      title: 'Recording a game',
      numbers: ['R067', 'R134'],
      articles: ['8.1', '8.4', '8.7', 'A.2'],
      text: [
        'In tournament games both players write down every move as it is played, clearly and in algebraic notation, on the score sheet or on an approved device, and note offers of a draw as (=). A move must not be written before it is made, except for a claim or for sealing it. With less than five minutes left and no addition of at least thirty seconds a move, the duty ends for that period. In rapid and blitz there is none. At the end both sign.',
        'Here the table writes the moves beside the board, and every game can be had as PGN. At tournament tables you may keep a score sheet of your own, for practice.',
      ],
      picture: {
        fen: 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3', alt: 'So far the score sheet reads 1. e4 e5 2. Nf3 Nc6 3. Bb5.',
        from: { fen: START_FEN, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'] },
        tries: [
          { move: 'a7a6', verdict: 'legal', say: 'played first, then written beside White’s third move: a6' },
          { move: 'g8f6', verdict: 'legal', say: 'written Nf6' },
        ],
      },
    },
    {
      key: 'typing',
      title: 'Typing a move',
      numbers: ['R204'],
      text: [
        'Instead of moving a man you can type the move: Nf3, e5, exd5, O-O, or by squares, g1f3. More detail than needed is no fault, and marks may be left out. Letters of pieces are capitals: bxc6 is a pawn’s move, Bxc6 a bishop’s. If two men fit, the table asks for more.',
      ],
      picture: {
        fen: '4k3/8/2p5/1P6/2B5/8/8/4K3 w - - 0 1', alt: 'The pawn on b5 can take on c6: bxc6. The bishop on c4 cannot: Bxc6 is refused.', arrows: ['b5c6'],
        tries: [
          { move: 'b5c6', verdict: 'legal', say: 'typed bxc6' },
          { move: 'c4c6', verdict: 'wrong_geometry', say: 'typed Bxc6' },
        ],
      },
    },
  ],
};
