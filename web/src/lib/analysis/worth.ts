// What a position is worth to White: expected points, words, numbers; and what a move gave away. The thresholds here are
// the ones that docs/analysis.md and the page state.
import type { Score } from '../engine/questions';
import { type Color, otherColor } from '../protocol';
import { t } from './words';
import { t as common } from '../messages';

/** As crates/engine/src/report.rs has it. */
const POINTS_PER_CENTIPAWN = 0.0056;

/** The points that the side to move can expect, 0 to 1. */
export function expectation(score: Score): number {
  if ('mate' in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp * POINTS_PER_CENTIPAWN));
}

/** The same for White. */
export const whiteExpects = (score: Score, turn: Color): number =>
  turn === 'white' ? expectation(score) : 1 - expectation(score);

/** From here on one side is ahead a little, better, winning. */
const LITTLE = 0.57;
const BETTER = 0.68;
const WINNING = 0.87;

/** "White is better"; `white` is what White can expect. */
export function standing(white: number): string {
  const side = common(`color.${white >= 0.5 ? 'white' : 'black'}`);
  const expected = Math.max(white, 1 - white);
  if (expected >= WINNING) return t('worth.winning', { side });
  if (expected >= BETTER) return t('worth.better', { side });
  if (expected >= LITTLE) return t('worth.little', { side });
  return t('worth.level');
}

/** "+1.4", "−0.3", "#3", "−#2", seen from White. */
export function shortFigure(score: Score, turn: Color): string {
  const sign = turn === 'white' ? 1 : -1;
  if ('mate' in score) {
    const good = score.mate > 0 === (turn === 'white');
    return `${good ? '' : '−'}#${Math.abs(score.mate)}`;
  }
  const pawns = (sign * score.cp) / 100;
  const text = Math.abs(pawns).toFixed(1);
  return text === '0.0' ? text : `${pawns > 0 ? '+' : '−'}${text}`;
}

/** In words: standing and number, or who mates in how many moves. */
export function worth(score: Score, turn: Color): string {
  if ('mate' in score) {
    if (score.mate === 0) return t('worth.mated', { side: common(`color.${turn}`) });
    const side = common(`color.${score.mate > 0 ? turn : otherColor(turn)}`);
    return t('worth.mates', { side, moves: Math.abs(score.mate) });
  }
  return t('worth.of', { standing: standing(whiteExpects(score, turn)), figure: shortFigure(score, turn) });
}

export type Verdict = 'inaccuracy' | 'mistake' | 'blunder';

/** What a move must have given away, in expected points. */
export const LOSSES: Readonly<Record<Verdict, number>> = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 };

export const SIGNS: Readonly<Record<Verdict, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export function verdictOf(loss: number): Verdict | null {
  if (loss >= LOSSES.blunder) return 'blunder';
  if (loss >= LOSSES.mistake) return 'mistake';
  return loss >= LOSSES.inaccuracy ? 'inaccuracy' : null;
}

/** How exact a move was, 0 to 100: all for one that gives nothing away, two thirds for a tenth of a point. */
export const exactness = (loss: number): number => 100 * Math.exp(-4 * Math.max(0, loss));

export const percent = (loss: number): number => Math.round(loss * 100);
