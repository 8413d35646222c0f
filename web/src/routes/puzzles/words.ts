// The texts of the puzzle pages.
import { reader } from '$lib/messages/catalogue';
import { puzzles } from '$lib/messages/puzzles.en';

export const p = reader(puzzles);

export const countOf = (count: number): string => (count === 1 ? p('mode.count_one') : p('mode.count', { count }));

/** The way to the board for whoever has just pressed a button that is gone now. */
export function toBoard(): void {
  document.querySelector<HTMLElement>('#board [tabindex="0"]')?.focus({ preventScroll: true });
}
