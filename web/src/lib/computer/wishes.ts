// What is chosen for games against the computer, as this browser remembers it, and the settings of a table that
// follow from it.
import type { ClockSettings, Preset, Settings } from '../protocol';
import { CLOCK_PRESETS, knownSettings, takebacksOn, withSwitches } from '../settings';
import { recall, remember } from '../storage';
import { chooseLevel, chosenLevel, levelOf } from './levels';

export interface Wishes {
  /** The id of a level. */
  level: string;
  color: Settings['owner_color'];
  clock: ClockSettings;
  hints: boolean;
  takebacks: boolean;
  preset: Preset;
  /** Where the game begins, if not as usual. Not remembered. */
  start?: Settings['start'];
}

/** The rule sets that need no second hand at the board: nobody presses a clock for the computer, nor claims. */
export const PLAYABLE = ['fide-online', 'table', 'basic', 'studio'] as const satisfies readonly Preset[];

/** No clock, and the four of bank and move (R121). */
export const CLOCKS: readonly ClockSettings[] = [{ type: 'untimed' }, ...CLOCK_PRESETS.delay.map(({ clock }) => clock)];

const STANDARD: Settings['start'] = { type: 'standard' };

const FIRST: Omit<Wishes, 'level'> = {
  color: 'white', clock: { type: 'untimed' }, hints: true, takebacks: true, preset: 'fide-online',
};

const KEY = 'computer';

/** What was chosen last; `level` is what the address asks for. */
export function recallWishes(level: string | null = null): Wishes {
  const found = { ...FIRST, ...recall<Partial<Wishes>>(KEY, {}) };
  const known = (PLAYABLE as readonly string[]).includes(found.preset) ? found : FIRST;
  // A version before may have known other clocks.
  const { clock, owner_color } = knownSettings(settingsOf({ ...known, level: '' }));
  return { ...known, clock, color: owner_color, level: (levelOf(level) ?? chosenLevel()).id };
}

export function rememberWishes({ level, start, ...rest }: Wishes): void {
  chooseLevel(level);
  // Who goes on from a position has the color that it gives.
  const { color } = start && start.type !== 'standard' ? recallWishes() : rest;
  remember(KEY, { ...rest, color });
}

/** The clock starts with the first move and stands while nobody looks; the computer needs no offers (R112, R123, R128). */
export function settingsOf({ color, clock, takebacks, preset, start = STANDARD }: Wishes): Settings {
  const settings: Settings = { rules: { preset }, clock, owner_color: color, start };
  return withSwitches(settings, {
    start: 'on_first_move',
    pause_when_hidden: true,
    offers: false,
    takeback: takebacks ? 'by_agreement' : 'off',
    resign_confirm: 'two_press',
    resign_exception: null,
    away_claim_after_ms: null,
    premove: true,
    rating: null,
    score: true,
    input: 'board_and_typed',
  });
}

/** What a table was opened with. */
export const wishesOf = (settings: Settings, level: string, hints: boolean): Wishes => ({
  level,
  color: settings.owner_color,
  clock: settings.clock,
  hints,
  takebacks: takebacksOn(settings),
  preset: settings.rules.preset,
  start: settings.start,
});
