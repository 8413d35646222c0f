// The titles of the lessons, for pages that do not load the lessons themselves. A test compares.
import type { LessonId } from '.';

const TITLES: Record<LessonId, string> = {
  board: 'The board',
  rook: 'The rook',
  bishop: 'The bishop',
  queen: 'The queen',
  king: 'The king',
  knight: 'The knight',
  pawn: 'The pawn',
  capture: 'Taking, and what men are worth',
  promotion: 'Promotion',
  check: 'Check',
  mate: 'Checkmate and stalemate',
  castling: 'Castling',
  'en-passant': 'En passant',
  draws: 'Draws',
  notation: 'Writing moves down',
  clock: 'The clock',
  'touch-move': 'Touch-move and manners',
  'first-game': 'Your first whole game',
};

export const titleOf = (id: LessonId): string => TITLES[id];
