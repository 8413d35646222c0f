// The titles of the lessons, for pages that do not load the lessons themselves. A test compares.
import type { LessonId } from '.';

const TITLES: Record<LessonId, string> = {
  board: 'The board',
  rook: 'The rook',
  castling: 'Castling',
};

export const titleOf = (id: LessonId): string => TITLES[id];
