// What a move lost, in words: a mate that was missed or allowed, a game that ended in a draw, and how it stood before and after.
import type { Score } from '../engine/questions';
import { otherColor, type Color } from '../protocol';
import { t } from './words';
import { worth } from './worth';

/** Scores are those of the side to move: of the one who moved before, of the other after. Either may be unknown. */
export function lostBy(mover: Color, before: Score | null, after: Score | null, ended: boolean): string {
  const said: string[] = [];
  const missed = before && 'mate' in before && before.mate > 0 && !(after && 'mate' in after && after.mate <= 0);
  if (missed) said.push(t('lost.missed', { moves: before.mate }));
  const allowed = after && 'mate' in after && after.mate > 0 && !(before && 'mate' in before && before.mate < 0);
  if (allowed) said.push(t('lost.allowed', { moves: after.mate }));
  if (ended && after && 'cp' in after) said.push(t('lost.drawn'));
  else if (before && after) said.push(t('lost.stood', { before: worth(before, mover), after: worth(after, otherColor(mover)) }));
  return said.join(' ');
}
