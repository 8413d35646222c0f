// An irregularity in sentences: what happened, what it costs, what the next one would cost.
import { t } from '../messages';
import { otherColor } from '../protocol';
import { bareMove } from './conduct';
import type { Irregularity } from './conduct.svelte';
import { colorName } from './words';

/** "2:00" */
function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function what({ by, kind, uci }: Irregularity): string {
  const color = colorName(by);
  if (kind === 'illegal_move' && uci) return t('irregularity.illegal_move_of', { color, move: bareMove(uci) });
  return t(`irregularity.${kind}`, { color });
}

export function irregularitySentences(event: Irregularity): string[] {
  const sentences = [what(event)];
  if (event.count >= 2) return [...sentences, t('irregularity.last')];
  if (event.penalty_ms > 0) {
    const other = colorName(otherColor(event.by));
    sentences.push(t('irregularity.added', { other, time: minutes(event.penalty_ms) }));
  }
  if (event.kind === 'illegal_move') sentences.push(t('irregularity.back'));
  return [...sentences, t('irregularity.first')];
}
