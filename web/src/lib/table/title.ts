// What the tab of a table says: whose move it is, or how things stand.
import { t } from '$lib/messages';
import type { Desk } from './desk.svelte';
import { nameOf, seatOf, type AnyTable } from './any-table';
import type { Ending, View } from '$lib/protocol';

/** "You won", "Draw", "White won": an ending from the reader's side. */
export function verdict(ending: Ending, view: View): string {
  const { outcome } = ending;
  if (!outcome) return t('over.aborted');
  if (outcome.type === 'draw') return t('over.draw');
  if (view.you === 'spectator') return t(`over.${outcome.color}_won`);
  return t(seatOf(view, outcome.color) === view.you ? 'over.you_won' : 'over.you_lost');
}

/** "Your move", "Ana to move", "White to move". */
export function turnLine(view: View, desk: Desk): string {
  if (desk.myTurn && !(desk.table.shared && view.you === 'spectator')) return t('turn.yours');
  const color = desk.liveTurn;
  if (view.you === 'spectator' && !desk.table.shared) return t(`turn.${color}`);
  return t('turn.theirs', { name: nameOf(view, seatOf(view, color)) });
}

export function titleOf(table: AnyTable, desk: Desk): string {
  const view = table.view;
  if (!view) return t('app.name');
  const page =
    view.phase === 'playing'
      ? turnLine(view, desk)
      : view.phase === 'over' && view.game?.ending
        ? verdict(view.game.ending, view)
        : t(`wait.title_${view.you}`);
  return t('app.title', { page });
}
