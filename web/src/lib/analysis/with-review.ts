// What a review has found, written into the game: evaluations, and signs of the moves that gave something away.
import { sideToMove } from '../table/placement';
import type { Review } from './review.svelte';
import { annotate, mainLine, type GameTree, type Judgment } from './tree';
import type { Verdict } from './worth';

const NAGS: Readonly<Record<Verdict, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** The tree with the evaluations; signs and evaluations that the game has already are left as they are. */
export function withReview(tree: GameTree, review: Pick<Review, 'point' | 'verdicts'>): GameTree {
  return mainLine(tree).reduce((told, node, index) => {
    const point = review.point(index + 1);
    const verdict = review.verdicts.get(node.id)?.verdict;
    const nags = node.notes.nags ?? [];
    const judged = nags.some((nag) => nag >= 1 && nag <= 6);
    return annotate(told, node.id, {
      eval: node.notes.eval ?? (point && judgment(point.score, sideToMove(node.fen) === 'white')),
      nags: verdict && !judged ? [NAGS[verdict], ...nags] : nags,
    });
  }, tree);
}

/** A score of the side to move, seen from White; a position that is mate already has none. */
function judgment(score: { cp: number } | { mate: number }, white: boolean): Judgment | undefined {
  const sign = white ? 1 : -1;
  if ('cp' in score) return { cp: sign * score.cp };
  return score.mate === 0 ? undefined : { mate: sign * score.mate };
}
