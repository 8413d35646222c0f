// A few puzzles that were checked by hand, for tests.
import type { Puzzle } from './puzzle';

/** Mate by the queen on h4; it is the only mate. */
export const FOOL: Puzzle = {
  id: 'fool1', fen: 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2', moves: ['g2g4', 'd8h4'],
  rating: 650, themes: ['mateIn1', 'opening'], game: 'g0001', ply: 2,
};

/** A knight forks king and rook, then takes the rook: two moves of White's. */
export const FORK: Puzzle = {
  id: 'fork1', fen: 'r3k3/pp3p2/3b4/3N4/8/8/PP3PPP/6K1 b - - 0 1', moves: ['d6f4', 'd5c7', 'e8d7', 'c7a8'],
  rating: 1000, themes: ['fork', 'endgame'],
};

/** A pawn takes on d8 and becomes a queen, or a rook, with mate. */
export const PAWN: Puzzle = {
  id: 'pawn1', fen: '4r1k1/2P2ppp/8/8/8/8/5PPP/6K1 b - - 0 1', moves: ['e8d8', 'c7d8q'],
  rating: 800, themes: ['promotion', 'mateIn1'],
};

/** So many puzzles of one theme with ratings that grow. */
export const ladder = (count: number, theme = 'fork', first = 600, step = 20): Puzzle[] =>
  Array.from({ length: count }, (_, index) => ({
    ...FORK, id: `${theme}-${index}`, rating: first + index * step, themes: [theme],
  }));
