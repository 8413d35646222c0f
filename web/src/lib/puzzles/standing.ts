// How it stands after a wrong move and the best answer to it, in one sentence from the solver's side.
import type { Score } from '../engine/questions';
import { reader } from '../messages/catalogue';
import { puzzles as texts } from '../messages/puzzles.en';
import { t as common } from '../messages';
import { type Color, otherColor } from '../protocol';

const t = reader(texts);

/** Hundredths of a pawn from which one side is ahead, and clearly so. */
const AHEAD = 120;
const FAR_AHEAD = 350;

/** `score` is for the side that answers; the solver's is the other. Empty where the answer itself says it. */
export function afterwards(score: Score, solver: Color): string {
  const sides = { you: common(`color.${solver}`), they: common(`color.${otherColor(solver)}`) };
  if ('mate' in score) {
    // That the answer mates is among its reasons.
    return score.mate > 0 ? '' : t('after.still_mates', { you: sides.you, moves: -score.mate });
  }
  if (score.cp >= FAR_AHEAD) return t('after.far_behind', { they: sides.they });
  if (score.cp >= AHEAD) return t('after.behind', { they: sides.they });
  if (score.cp > -AHEAD) return t('after.level');
  return t('after.still_ahead', { you: sides.you });
}
