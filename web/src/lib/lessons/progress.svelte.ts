// What this browser remembers of the lessons: stars for each task, where one was, the best of each mini-game, the
// last exam. Nothing is sent anywhere.
import { dismiss, recall, remember } from '../storage';
import type { Lesson } from './types';

export interface LessonProgress {
  /** Stars of each task, 0 where it was not done. */
  stars: number[];
  /** The step that was open: 0 is the demo, then the tasks, then the mini-games. */
  at: number;
  /** The best result of each mini-game. */
  games: number[];
}

export interface ExamProgress {
  /** Right answers of the best and of the last exam, of 20. */
  best: number;
  last: number;
  /** Right and asked by subject, of the last exam. */
  subjects: Record<string, [right: number, asked: number]>;
  name: string;
  /** When the best was reached, in milliseconds. */
  when: number;
}

interface Kept {
  lessons: Record<string, LessonProgress>;
  exam: ExamProgress | null;
}

const KEY = 'learn';
const NOTHING: Kept = { lessons: {}, exam: null };

/** What another version, or somebody's hand, wrote is taken only where it makes sense. */
function sensible(kept: unknown): Kept {
  if (typeof kept !== 'object' || kept === null) return NOTHING;
  const { lessons, exam } = kept as Partial<Kept>;
  const numbers = (list: unknown): number[] =>
    Array.isArray(list) ? list.map((value) => (Number.isFinite(value) ? Number(value) : 0)) : [];
  const read: Kept['lessons'] = {};
  for (const [id, entry] of Object.entries(lessons ?? {})) {
    if (typeof entry !== 'object' || entry === null) continue;
    read[id] = { stars: numbers(entry.stars), at: Number(entry.at) || 0, games: numbers(entry.games) };
  }
  return { lessons: read, exam: exam && typeof exam.best === 'number' ? exam : null };
}

class Progress {
  #kept = $state.raw<Kept>(NOTHING);
  /** What is remembered has been read. */
  loaded = $state(false);

  /** In the browser only: pages are built in advance, for everyone. */
  load(): void {
    this.#kept = sensible(recall<unknown>(KEY, NOTHING));
    this.loaded = true;
  }

  of(id: string): LessonProgress {
    return this.#kept.lessons[id] ?? { stars: [], at: 0, games: [] };
  }

  get exam(): ExamProgress | null {
    return this.#kept.exam;
  }

  /** How many tasks of a lesson are done. */
  done(lesson: { id: string; tasks: number }): number {
    return this.of(lesson.id).stars.slice(0, lesson.tasks).filter((stars) => stars > 0).length;
  }

  stars(id: string): number {
    return this.of(id).stars.reduce((sum, stars) => sum + stars, 0);
  }

  get any(): boolean {
    return Object.keys(this.#kept.lessons).length > 0 || this.#kept.exam !== null;
  }

  open(id: string, at: number): void {
    this.#put(id, { ...this.of(id), at });
  }

  /** Only more stars than before count. */
  earn(lesson: Pick<Lesson, 'id'>, task: number, stars: number): void {
    const before = this.of(lesson.id);
    this.#put(lesson.id, { ...before, stars: better(before.stars, task, stars) });
  }

  played(lesson: Pick<Lesson, 'id'>, game: number, result: number): void {
    const before = this.of(lesson.id);
    this.#put(lesson.id, { ...before, games: better(before.games, game, result) });
  }

  examined(exam: ExamProgress): void {
    this.#keep({ ...this.#kept, exam });
  }

  reset(): void {
    this.#kept = NOTHING;
    dismiss(KEY);
  }

  #put(id: string, lesson: LessonProgress): void {
    this.#keep({ ...this.#kept, lessons: { ...this.#kept.lessons, [id]: lesson } });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    remember(KEY, kept);
  }
}

function better(list: readonly number[], index: number, value: number): number[] {
  const next = Array.from({ length: Math.max(list.length, index + 1) }, (_, i) => list[i] ?? 0);
  next[index] = Math.max(next[index] ?? 0, value);
  return next;
}

export const progress = new Progress();
