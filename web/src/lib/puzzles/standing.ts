// How it stands after a wrong move and the best answer to it, in one sentence from the solver's side.
import type { Score } from '../engine/questions';
import { t as common } from '../messages';
import { reader } from '../messages/catalogue';
import { puzzles as texts } from '../messages/puzzles.en';
import { type Color, otherColor } from '../protocol';

const t = reader(texts);

/** Hundredths of a pawn from which one side is a little better, better, winning. */
const LITTLE = 50;
const BETTER = 150;
const WINNING = 400;

function degreeOf(cp: number): 'level' | 'little' | 'better' | 'winning' {
  const lead = Math.abs(cp);
  if (lead < LITTLE) return 'level';
  if (lead < BETTER) return 'little';
  return lead < WINNING ? 'better' : 'winning';
}

/** `score` is for the side that answers; the solver's is the other. Empty where the answer itself says it. */
export function afterwards(score: Score, solver: Color): string {
  const [you, they] = [common(`color.${solver}`), common(`color.${otherColor(solver)}`)];
  if ('mate' in score) {
    // That the answer mates is among its reasons.
    return score.mate > 0 ? '' : t('after.mates', { side: you, moves: -score.mate });
  }
  const degree = degreeOf(score.cp);
  if (degree === 'level') return t('after.level');
  return score.cp > 0 ? t(`after.theirs.${degree}`, { side: they }) : t(`after.yours.${degree}`, { side: you });
}
