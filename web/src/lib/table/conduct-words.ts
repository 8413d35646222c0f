// What is said when hands and clocks do something at a tournament table. A move that is not completed is told as it is
// seen, so that nobody hears whether it is legal.
import { t } from '../messages';
import type { Color, TableEvent, TournamentEvent, View } from '../protocol';
import { bareMove } from './conduct';
import { irregularitySentences } from './irregularity';
import { readPlacement, sideToMove, type Placement } from './placement';
import { colorName } from './words';

const KINDS: ReadonlySet<TableEvent['type']> = new Set<TournamentEvent['type']>([
  'move_made', 'clock_pressed', 'move_completed', 'touched', 'adjusting', 'adjusted', 'castling_begun', 'illegal_made',
  'illegal_retracted', 'irregularity',
]);

export const isConduct = (event: TableEvent): event is TournamentEvent => KINDS.has(event.type);

/** "knight from g1 to f3", "pawn from e4 takes d5". */
export function seenMove(uci: string, before: Placement): string {
  const from = uci.slice(0, 2);
  const to = uci.slice(2, 4);
  const man = before.get(from);
  if (!man) return bareMove(uci);
  const taken = before.get(to);
  const key = taken && taken.color !== man.color ? 'put.capture' : 'put.step';
  return t(key, { man: t(`role.${man.role}`), from, to });
}

/** The sentence for an event, as this reader hears it; empty when it needs none. `fen` is the position before it. */
export function conductSentence(event: TournamentEvent, view: View, fen: string): string {
  const mine = view.you !== 'spectator' && view.game ? view.seats[view.you].color : null;
  const before = readPlacement(fen);
  const made = (by: Color, uci: string): string => {
    const move = seenMove(uci, before);
    return by === mine ? t('made.say_own', { move }) : t('made.say', { color: colorName(by), move });
  };
  switch (event.type) {
    case 'move_made':
      return made(moverAt(view, event.ply), event.uci);
    case 'illegal_made':
      return made(event.by, event.uci);
    case 'clock_pressed':
      return t('made.say_pressed', { color: colorName(event.by) });
    case 'touched':
      return touched(event.by, event.square, view, before, mine);
    case 'adjusting':
      return event.by === mine ? t('touch.adjusting_yours') : t('touch.say_adjusting', { color: colorName(event.by) });
    case 'adjusted':
      return t('touch.adjusted', { color: colorName(event.by) });
    case 'illegal_retracted':
      return t('irregularity.retracted', { color: colorName(event.by) });
    case 'irregularity':
      return irregularitySentences(event).join(' ');
    case 'move_completed':
    case 'castling_begun':
      return '';
  }
}

function touched(by: Color, square: string, view: View, before: Placement, mine: Color | null): string {
  const man = before.get(square);
  if (!man) return '';
  const role = t(`role.${man.role}`);
  if (by !== mine) return t('touch.say_touched', { color: colorName(by), man: role, square });
  const due = view.game?.due;
  if (due) return due.message;
  return t(man.color === mine ? 'touch.free' : 'touch.free_captured', { man: role, square });
}

function moverAt(view: View, ply: number): Color {
  const blackBegins = sideToMove(view.game?.start_fen ?? '') === 'black';
  return (ply % 2 === 1) !== blackBegins ? 'white' : 'black';
}
