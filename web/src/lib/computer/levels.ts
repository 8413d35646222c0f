// The opponents that the computer plays as (levels.json, written by the engine), and the one chosen last on this
// device.
import { recall, remember } from '../storage';
import levels from './levels.json';

export interface Level {
  id: string;
  name: string;
  rating: number;
  /** One line about how it plays. */
  character: string;
  style: string;
}

/** The weakest comes first. */
export const LEVELS: readonly Level[] = levels;

/** Whom somebody meets who has never chosen: strong enough to play on, weak enough to be beaten. */
const FIRST = 'tomas';
const KEY = 'level';

export const levelOf = (id: string | null | undefined): Level | undefined =>
  LEVELS.find((level) => level.id === id);

/** The opponent chosen last. */
export function chosenLevel(): Level {
  const chosen = levelOf(recall(KEY, FIRST)) ?? levelOf(FIRST) ?? LEVELS[0];
  if (!chosen) throw new Error('there are no levels');
  return chosen;
}

export const chooseLevel = (id: string): void => remember(KEY, id);
