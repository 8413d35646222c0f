// What a position was worth, in words and numbers, from White's side.
import { t } from '$lib/messages';
import type { Score } from '$lib/engine/questions';
import { type Color, otherColor } from '$lib/protocol';

/** From here on one side is ahead a little, better, winning: points that it can expect. */
const LITTLE = 0.57;
const BETTER = 0.68;
const WINNING = 0.87;

/** "White is better"; `white` is what White can expect, 0 to 1. */
export function standing(white: number): string {
  const color = white >= 0.5 ? 'white' : 'black';
  const side = t(`color.${color}`);
  const expected = Math.max(white, 1 - white);
  if (expected >= WINNING) return t('analysis.winning', { side });
  if (expected >= BETTER) return t('analysis.better', { side });
  if (expected >= LITTLE) return t('analysis.little', { side });
  return t('analysis.level');
}

/** "+1.4", "−0.3", or who mates in how many moves; `turn` is the side that the score is for. */
export function figure(score: Score, turn: Color): string {
  if ('mate' in score) {
    if (score.mate === 0) return t('analysis.mated', { side: t(`color.${turn}`) });
    const side = t(`color.${score.mate > 0 ? turn : otherColor(turn)}`);
    return t('analysis.mates', { side, moves: Math.abs(score.mate) });
  }
  const pawns = (turn === 'white' ? score.cp : -score.cp) / 100;
  const text = Math.abs(pawns).toFixed(1);
  return text === '0.0' ? text : `${pawns > 0 ? '+' : '−'}${text}`;
}

/** Standing and number, or the mate alone. */
export const worth = (white: number, score: Score, turn: Color): string =>
  'mate' in score ? figure(score, turn) : t('analysis.worth', { standing: standing(white), figure: figure(score, turn) });

/** A loss of expectation as a whole percentage. */
export const percent = (loss: number): number => Math.round(loss * 100);
