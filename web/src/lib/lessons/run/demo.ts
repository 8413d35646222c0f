// The pictures of a demo: for each step the positions that are shown one after another, by the real rules.
import type { Rules } from '$lib/rules';
import type { Demo } from '../types';
import { Spot } from './spot';

export interface Frame {
  spot: Spot;
  lastMove: { from: string; to: string } | null;
}

export interface Scene {
  /** The last one stays. */
  frames: readonly Frame[];
  /** Squares of the reason, where a move is refused, and its article. */
  marks: readonly string[];
  article: string | null;
}

/** In a demo "--" lets the other side wait. Throws an Error with a sentence where a move or a position of the demo is none. */
export function demoScenes(rules: Rules, demo: Demo): Scene[] {
  let frame: Frame = { spot: new Spot(rules, demo.fen), lastMove: null };
  return demo.steps.map((step) => {
    if (step.fen) frame = { spot: new Spot(rules, step.fen), lastMove: null };
    const frames = [frame];
    for (const uci of step.moves ?? []) {
      if (uci === '--') {
        frame = { ...frame, spot: frame.spot.passed() ?? frame.spot };
        continue;
      }
      frame = { spot: frame.spot.after(uci), lastMove: { from: uci.slice(0, 2), to: uci.slice(2, 4) } };
      frames.push(frame);
    }
    const reason = step.refused ? frame.spot.whyNot(step.refused.move) : undefined;
    return { frames, marks: reason?.squares ?? [], article: reason?.article ?? null };
  });
}
