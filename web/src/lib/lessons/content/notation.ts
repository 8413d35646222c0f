// Lesson 14: writing moves down and reading them.
import type { Lesson } from '../types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const lesson: Lesson = {
  id: 'notation',
  title: 'Writing moves down',
  teaches: 'Nf3, exd5, O-O and e8=Q',
  rule: 'A move is written with the letter of the piece and the square it reaches, a pawn without a letter, and with x for taking, + for check, # for checkmate, O-O and O-O-O for castling and =Q for promotion.',
  articles: 'Appendix C',
  demo: {
    fen: START,
    steps: [
      { say: 'K is the king, Q the queen, R a rook, B a bishop. The knight is N, because K is taken. Pawns have no letter.' },
      { say: 'e4: a pawn goes to e4. Then e5.', moves: ['e2e4', 'e7e5'] },
      { say: 'Nf3: a knight goes to f3. Then Nc6.', moves: ['g1f3', 'b8c6'] },
      { say: 'Bb5, and the pawn goes to a6.', moves: ['f1b5', 'a7a6'] },
      { say: 'Bxc6: the bishop takes on c6. The x says so.', moves: ['b5c6'] },
      { say: 'dxc6: a pawn takes. It names the file from which it came.', moves: ['d7c6'] },
      { say: 'O-O: castling kingside. Queenside it is O-O-O.', moves: ['e1g1'] },
      {
        fen: '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1',
        say: 'Two knights can go to d2. Nbd2 is the one from the b-file.',
        moves: ['b1d2'],
      },
    ],
  },
  tasks: [
    {
      kind: 'write', title: 'Simple moves', ask: 'Write down the move of the arrow.',
      hint: 'The letter of the piece, then the square it reaches. A pawn has no letter.',
      done: 'Short and clear.',
      items: [
        { fen: START, move: 'e2e4', san: 'e4', wrong: [{ text: 'Pe4', say: 'Pawns have no letter: just the square.' }] },
        { fen: START, move: 'g1f3', san: 'Nf3', wrong: [{ text: 'Kf3', say: 'K is the king. The knight is N.' }] },
        { fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', move: 'f1c4', san: 'Bc4' },
        { fen: '8/8/8/4k3/8/8/8/R3K3 w - - 0 1', move: 'a1a5', san: 'Ra5+', wrong: [{ text: 'Qa5', say: 'Q is the queen. The rook is R.' }] },
      ],
    },
    {
      kind: 'write', title: 'Taking', ask: 'Write down the move of the arrow. Something is taken.',
      hint: 'An x between piece and square. A pawn names its file first.',
      done: 'x marks the spot.',
      items: [
        { fen: '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', move: 'e4d5', san: 'exd5', wrong: [{ text: 'xd5', say: 'A pawn names its file: which one did it leave?' }] },
        { fen: '4k3/8/2n5/8/B7/8/8/4K3 w - - 0 1', move: 'a4c6', san: 'Bxc6+' },
        { fen: '3qk3/8/8/8/8/8/8/3QK3 w - - 0 1', move: 'd1d8', san: 'Qxd8+' },
        { fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', move: 'e5d6', san: 'exd6', wrong: [{ text: 'exd5', say: 'En passant, too, you write the square that the pawn reaches.' }] },
      ],
    },
    {
      kind: 'write', title: 'Which of the two?', ask: 'Two men of a kind. Write it so that nobody can be mistaken.',
      hint: 'Add the file; where both stand on one file, add the rank.',
      done: 'No room for doubt.',
      items: [
        { fen: '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1', move: 'b1d2', san: 'Nbd2', wrong: [{ text: 'Nd2', say: 'Both knights can go to d2. Add the file of yours.' }] },
        { fen: '7k/8/8/4R3/8/8/8/K3R3 w - - 0 1', move: 'e1e2', san: 'R1e2', wrong: [{ text: 'Re2', say: 'Both rooks can go to e2. They stand on one file: add the rank.' }] },
        { fen: '4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1', move: 'b1c3', san: 'Nc3' },
      ],
    },
    {
      kind: 'write', title: 'Special moves', ask: 'Castling, promotion, checkmate: write them down.',
      hint: 'O-O, O-O-O, =Q at the end, # for checkmate.',
      done: 'Nothing is left that you could not write.',
      items: [
        { fen: '4k3/8/8/8/8/8/PPP2PPP/R3K2R w KQ - 0 1', move: 'e1g1', san: 'O-O', wrong: [{ text: 'Kg1', say: 'The king goes two squares and the rook jumps: that is castling, and has a sign of its own.' }] },
        { fen: '4k3/8/8/8/8/8/PPP2PPP/R3K2R w KQ - 0 1', move: 'e1c1', san: 'O-O-O' },
        { fen: '8/P6k/8/8/8/8/8/4K3 w - - 0 1', move: 'a7a8q', san: 'a8=Q' },
        { fen: '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', move: 'd1d8', san: 'Rd8#' },
      ],
    },
    {
      kind: 'line', title: 'Replay a game', ask: 'Play the moves as they are written.', dictate: true,
      fen: START,
      steps: [
        { right: ['e2e4'], reply: 'e7e5' },
        { right: ['f1c4'], reply: 'b8c6' },
        { right: ['d1h5'], reply: 'g8f6' },
        { right: ['h5f7'] },
      ],
      ends: 'mate',
      hint: 'The letter says which piece, the last two signs say where.',
      done: 'Checkmate after four moves: 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#.',
      otherwise: 'That is not the move that is written.',
    },
    {
      kind: 'quiz', title: 'Reading', ask: 'How is it written, and what does it mean?',
      hint: 'Piece, file or rank where needed, x, square, =piece, + or #.',
      done: 'You can read any chess book now.',
      cases: [
        { fen: START, ask: 'The knight goes from g1 to f3. How is that written?', options: ['Kf3', 'Nf3', 'Gf3'], answer: 1, say: 'N for the knight, then the square.', move: 'g1f3', claim: { san: 'g1f3' } },
        { fen: '8/P6k/8/8/8/8/8/4K3 w - - 0 1', ask: 'The pawn becomes a knight. How is that written?', options: ['a8=N', 'Na8', 'a8=K'], answer: 0, say: 'The square, =, and the letter of the new piece.', move: 'a7a8n', claim: { san: 'a7a8n' } },
        { fen: 'r3k3/8/8/8/8/8/8/4K3 b q - 0 1', ask: 'Black castles queenside. How is that written?', options: ['O-O', 'Kc8', 'O-O-O'], answer: 2, say: 'Three O for the long way of the rook. Zeros are understood, too.', move: 'e8c8', claim: { san: 'e8c8' } },
        { ask: 'What does # mean?', options: ['check', 'checkmate', 'a capture'], answer: 1, say: 'Checkmate. Check alone is +.', claim: { article: 'Appendix C' } },
        { ask: 'What does 0-1 at the end of a game mean?', options: ['White won', 'Black won', 'a draw'], answer: 1, say: 'No point for White, one for Black. A draw is ½-½.', claim: { article: 'Appendix C' } },
      ],
    },
  ],
  games: [
    { kind: 'writing', title: 'Writing race', ask: 'Eight moves from games played by chance. Write each of them down.', rounds: 8 },
  ],
};

export default lesson;
