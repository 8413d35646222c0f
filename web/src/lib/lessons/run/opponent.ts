// Who answers in the mini-games: an opponent of the engine, or where that cannot be had a chance move, so that the
// game goes on all the same.
import { EngineWorker } from '$lib/engine/engine';
import type { Hint } from '$lib/engine/questions';
import type { Rules } from '$lib/rules';
import { chance, newSeed } from './chance';
import { Spot, taken } from './spot';

export interface Opponent {
  /** A legal move after these; there is one. */
  answer(start: string, moves: readonly string[]): Promise<string>;
  /** What it would play for the other side, and why; null where it does not know. */
  hint(start: string, moves: readonly string[]): Promise<Pick<Hint, 'uci' | 'why'> | null>;
  /** It is not the engine that answers. */
  readonly poor: boolean;
  close(): void;
}

/** Full strength that does not keep anybody waiting. */
const STRONG = 'tabiya';
const STRONG_MS = 250;

/** Moves by chance; takes what it can. */
export function randomOpponent(rules: Rules, seed = newSeed()): Opponent {
  const luck = chance(seed);
  return {
    poor: true,
    close: () => undefined,
    hint: () => Promise.resolve(null),
    answer: (start, moves) => {
      const spot = new Spot(rules, start).afterAll(moves);
      const captures = spot.moves.filter((uci) => taken(spot, uci) !== null);
      return Promise.resolve(luck.pick(captures.length > 0 ? captures : spot.moves));
    },
  };
}

export async function engineOpponent(rules: Rules, level: string): Promise<Opponent> {
  const spare = randomOpponent(rules);
  let engine: EngineWorker;
  try {
    engine = await EngineWorker.start();
  } catch (error) {
    console.error('the opponent did not come', error);
    return spare;
  }
  const seed = newSeed();
  const asked = async (start: string, moves: readonly string[]): Promise<string | undefined> => {
    if (level === STRONG) {
      const report = await engine.search({ start, moves, limits: { moveTimeMs: STRONG_MS } });
      return report.lines[0]?.moves[0];
    }
    return (await engine.choose({ start, moves, level, seed, clock: null }))?.uci;
  };
  return {
    poor: false,
    close: () => engine.close(),
    hint: (start, moves) => engine.hint({ start, moves }),
    answer: async (start, moves) => (await asked(start, moves)) ?? spare.answer(start, moves),
  };
}
