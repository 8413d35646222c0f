// The keys of a table: the arrows replay, Home and End jump, F turns the board.
import type { Replayed } from './replayed';

export function replayKey(event: KeyboardEvent, desk: Replayed): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  if (target.matches('input, textarea, select, [contenteditable]')) return;
  const { key } = event;
  if (key === 'ArrowLeft') desk.step(-1);
  else if (key === 'ArrowRight') desk.step(1);
  else if (key === 'Home') desk.goTo(0);
  else if (key === 'End') desk.goTo(desk.moves.length);
  else if (key === 'f' || key === 'F') desk.flip();
  else return;
  event.preventDefault();
}
