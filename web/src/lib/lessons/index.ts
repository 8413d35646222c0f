// The lessons in their order, and how they are loaded: each is a file of its own that comes when it is opened.
import type { Lesson } from './types';

export type * from './types';

const files = import.meta.glob<{ default: Lesson }>('./content/*.ts');

/** Lessons in the order in which they are learned, by the names of their files. */
export const ORDER = [
  'board', 'rook', 'bishop', 'queen', 'king', 'knight', 'pawn', 'capture', 'promotion', 'check', 'mate', 'castling',
  'en-passant', 'draws', 'notation', 'clock', 'touch-move', 'first-game',
] as const;

export type LessonId = (typeof ORDER)[number];

export const isLessonId = (id: string): id is LessonId => (ORDER as readonly string[]).includes(id);

/** A lesson by its id; fails where there is none. */
export async function loadLesson(id: string): Promise<Lesson> {
  const load = files[`./content/${id}.ts`];
  if (!load) throw new Error(`there is no lesson ${id}`);
  return (await load()).default;
}

export const loadAll = (): Promise<Lesson[]> => Promise.all(ORDER.map(loadLesson));
