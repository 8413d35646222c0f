// What can be chosen for a table, and the one line that says what is chosen.
// The clocks stand in clocks.ts, the rule sets in rulesets.ts, their words in differences.ts.
import { t } from '../messages';
import type { RuleSettings, Settings, View } from '../protocol';
import { otherColor } from '../protocol';
import { CLOCK_PRESETS, describeClock } from './clocks';
import { describeRules } from './differences';
import { DEFAULT_SETTINGS, PRESETS, switchesOf } from './rulesets';

export * from './clocks';
export * from './differences';
export * from './rulesets';
export * from './span';

/** Whether what this browser remembers is still a setting that this version knows; else the default. */
export function knownSettings(found: Settings): Settings {
  const rules: RuleSettings | undefined = found.rules;
  const known = rules && rules.preset in PRESETS && found.clock?.type in CLOCK_PRESETS && found.start && found.owner_color;
  if (!known) return DEFAULT_SETTINGS;
  const preset = PRESETS[rules.preset];
  return Object.keys(rules.switches ?? {}).every((name) => name in preset) ? found : DEFAULT_SETTINGS;
}

export const takebacksOn = (settings: Settings): boolean =>
  switchesOf(settings.rules).takeback === 'by_agreement';

export const premovesOn = (settings: Settings): boolean => switchesOf(settings.rules).premove;

function describeColor(ownerColor: Settings['owner_color'], you: View['you']): string {
  if (ownerColor === 'toss') return t('color.toss_short');
  if (you === 'owner') return t(`color.${ownerColor}_short`);
  return you === 'guest'
    ? t(`color.${otherColor(ownerColor)}_short`)
    : t(`color.${ownerColor}_owner_short`);
}

function describe(settings: Settings, color: string): string {
  const parts = [describeClock(settings.clock), color, describeRules(settings.rules, 'brief')];
  if (settings.start.type === 'chess960') parts.push(t('settings.chess960'));
  if (settings.start.type === 'position') parts.push(t('settings.start_position'));
  return parts.filter(Boolean).join(' · ');
}

/** "10 min + 5 s · color by toss · FIDE online rules, with takebacks", as its owner reads it before there is a table. */
export const describeSettings = (settings: Settings): string =>
  describe(settings, describeColor(settings.owner_color, 'owner'));

/** The same at a table. Colors swap from game to game, so while it waits the color of the next game is
    said, and at a game none: the board shows it. */
export const describeTable = ({ settings, phase, seats, you }: View): string =>
  describe(settings, phase === 'waiting' ? describeColor(seats.owner.color ?? 'toss', you) : '');
