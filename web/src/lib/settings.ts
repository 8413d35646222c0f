// What can be chosen for a table: the defaults, the presets, and the one line that says what is chosen.
import { t } from './messages';
import type { ClockSettings, Preset, Settings, Stage, View } from './protocol';
import { otherColor } from './protocol';

export const DEFAULT_SETTINGS: Settings = {
  rules: { preset: 'fide-online', switches: { takeback: 'by_agreement' } },
  clock: { type: 'fischer', bank_ms: 600_000, increment_ms: 5_000 },
  owner_color: 'toss',
  start: { type: 'standard' },
};

export const RULE_PRESETS: readonly Preset[] = ['fide-online', 'table'];

type ClockName = `clock.name.${'bullet' | 'blitz' | 'rapid' | 'classical'}`;

export interface ClockPreset {
  /** Shown below the numbers. */
  name: ClockName;
  clock: ClockSettings;
}

const minutes = (count: number): number => count * 60_000;
const seconds = (count: number): number => count * 1_000;
const fischer = (name: ClockName, bank: number, increment: number): ClockPreset => ({
  name,
  clock: { type: 'fischer', bank_ms: minutes(bank), increment_ms: seconds(increment) },
});
const delay = (name: ClockName, bank: number, perMove: number): ClockPreset => ({
  name,
  clock: { type: 'delay', bank_ms: minutes(bank), delay_ms: seconds(perMove) },
});

export const CLOCK_PRESETS: Record<'fischer' | 'delay', readonly ClockPreset[]> = {
  fischer: [
    fischer('clock.name.bullet', 2, 1),
    fischer('clock.name.blitz', 3, 2),
    fischer('clock.name.blitz', 5, 3),
    fischer('clock.name.rapid', 10, 5),
    fischer('clock.name.rapid', 15, 10),
    fischer('clock.name.classical', 30, 20),
  ],
  delay: [
    delay('clock.name.bullet', 1, 2),
    delay('clock.name.blitz', 3, 5),
    delay('clock.name.rapid', 10, 10),
    delay('clock.name.classical', 30, 30),
  ],
};

/** Limits of the server: a bank of 1 s to 24 h, at most 10 min a move. */
export const LIMITS = { bankMinutes: { min: 0.25, max: 1440 }, perMoveSeconds: { min: 0, max: 600 } };

export const sameClock = (a: ClockSettings, b: ClockSettings): boolean =>
  describeClock(a) === describeClock(b);

const figure = (value: number): string => String(Math.round(value * 100) / 100);

const minutesOf = (ms: number): string => figure(ms / 60_000);
const secondsOf = (ms: number): string => figure(ms / 1_000);

/** "40 moves in 90 min" and "30 min" of "40 moves in 90 min, then 30 min". */
function describeStage({ moves, bank_ms, extra_ms, extra }: Stage): string {
  const minutes = minutesOf(bank_ms);
  const stage = moves === undefined ? t('clock.stage_last', { minutes }) : t('clock.stage', { moves, minutes });
  if (extra_ms === 0) return stage;
  return t(`clock.stage_${extra}`, { stage, seconds: secondsOf(extra_ms) });
}

/** "40 moves in 90 min, then 30 min, + 30 s": what every stage adds is said once, at the end. */
function describeStages(stages: readonly Stage[]): string {
  const [first] = stages;
  const same = first && stages.every(({ extra, extra_ms }) => extra === first.extra && extra_ms === first.extra_ms);
  const parts = stages.map((stage) => describeStage(same ? { ...stage, extra_ms: 0 } : stage));
  const all = parts.join(t('clock.stage_then'));
  if (!same || first.extra_ms === 0) return all;
  return t(`clock.stage_${first.extra}`, { stage: all, seconds: secondsOf(first.extra_ms) });
}

/** "10 min + 5 s" */
export function describeClock(clock: ClockSettings): string {
  switch (clock.type) {
    case 'untimed':
      return t('clock.untimed');
    case 'sudden_death':
      return t('clock.sudden_death', { minutes: minutesOf(clock.bank_ms) });
    case 'fischer': {
      const values = { minutes: minutesOf(clock.bank_ms), seconds: secondsOf(clock.increment_ms) };
      return t(clock.added === 'before_move' ? 'clock.fischer_before' : 'clock.fischer', values);
    }
    case 'delay':
    case 'bronstein':
      return t(`clock.${clock.type}`, { minutes: minutesOf(clock.bank_ms), seconds: secondsOf(clock.delay_ms) });
    case 'stages':
      return describeStages(clock.stages);
    case 'hourglass':
      return t('clock.hourglass', { minutes: minutesOf(clock.bank_ms) });
    case 'days':
      return clock.days === 1 ? t('clock.day') : t('clock.days', { days: clock.days });
  }
}

/** "10 + 5": a preset as it is written on its button. */
export function presetLabel(clock: ClockSettings): string {
  if (clock.type !== 'fischer' && clock.type !== 'delay') return describeClock(clock);
  const perMove = clock.type === 'fischer' ? clock.increment_ms : clock.delay_ms;
  return t('clock.preset', { minutes: minutesOf(clock.bank_ms), seconds: secondsOf(perMove) });
}

export const takebacksOn = (settings: Settings): boolean =>
  settings.rules.switches?.takeback === 'by_agreement';

export const premovesOn = (settings: Settings): boolean =>
  settings.rules.switches?.premove ?? settings.rules.preset === 'fide-online';

/** The same rules with takebacks switched; what equals the preset is left out. */
export function withTakebacks(settings: Settings, on: boolean): Settings {
  const switches = { ...settings.rules.switches };
  delete switches.takeback;
  if (on) switches.takeback = 'by_agreement';
  return { ...settings, rules: { preset: settings.rules.preset, switches } };
}

function describeColor(ownerColor: Settings['owner_color'], you: View['you']): string {
  if (ownerColor === 'toss') return t('color.toss_short');
  if (you === 'owner') return t(`color.${ownerColor}_short`);
  return you === 'guest'
    ? t(`color.${otherColor(ownerColor)}_short`)
    : t(`color.${ownerColor}_owner_short`);
}

function describe(settings: Settings, color: string): string {
  const parts = [describeClock(settings.clock), color, t(`rules.${settings.rules.preset}_short`)];
  if (settings.start.type === 'chess960') parts.push(t('settings.chess960'));
  if (settings.start.type === 'position') parts.push(t('settings.start_position'));
  if (!takebacksOn(settings)) parts.push(t('settings.no_takebacks_short'));
  return parts.filter(Boolean).join(' · ');
}

/** "10 min + 5 s · color by toss · FIDE online rules", as its owner reads it before there is a table. */
export const describeSettings = (settings: Settings): string =>
  describe(settings, describeColor(settings.owner_color, 'owner'));

/** The same at a table. Colors swap from game to game, so while it waits the color of the next game is
    said, and at a game none: the board shows it. */
export const describeTable = ({ settings, phase, seats, you }: View): string =>
  describe(settings, phase === 'waiting' ? describeColor(seats.owner.color ?? 'toss', you) : '');
