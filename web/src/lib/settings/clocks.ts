// Clocks as they are chosen: their kinds, the usual ones of each kind, the limits, and how one is said.
import { t } from '../messages';
import type { ClockSettings, Stage } from '../protocol';

export type ClockKind = ClockSettings['type'];

/** The kinds in the order in which they are offered: the usual ones first. */
export const CLOCK_KINDS = [
  'fischer', 'delay', 'days', 'untimed', 'sudden_death', 'bronstein', 'stages', 'hourglass',
] as const satisfies readonly ClockKind[];

type ClockName = `clock.name.${'bullet' | 'blitz' | 'rapid' | 'classical' | 'club' | 'masters'}`;

export interface ClockPreset {
  /** Shown below the numbers. */
  name?: ClockName;
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
const bronstein = (bank: number, perMove: number): ClockPreset => ({
  clock: { type: 'bronstein', bank_ms: minutes(bank), delay_ms: seconds(perMove) },
});
const stage = (moves: number | null, bank: number, extra: number): Stage => ({
  ...(moves === null ? {} : { moves }), bank_ms: minutes(bank), extra_ms: seconds(extra), extra: 'increment',
});

export const CLOCK_PRESETS: Readonly<Record<ClockKind, readonly ClockPreset[]>> = {
  fischer: [
    fischer('clock.name.bullet', 2, 1),
    fischer('clock.name.blitz', 3, 2),
    fischer('clock.name.blitz', 5, 3),
    fischer('clock.name.rapid', 10, 5),
    fischer('clock.name.rapid', 15, 10),
    fischer('clock.name.classical', 30, 20),
  ],
  // The four clocks of the bank + per-move table.
  delay: [
    delay('clock.name.bullet', 1, 2),
    delay('clock.name.blitz', 3, 5),
    delay('clock.name.rapid', 10, 10),
    delay('clock.name.classical', 30, 30),
  ],
  bronstein: [bronstein(3, 2), bronstein(10, 5), bronstein(25, 10)],
  sudden_death: [5, 10, 15, 30].map((bank) => ({ clock: { type: 'sudden_death', bank_ms: minutes(bank) } })),
  hourglass: [1, 3, 5, 10].map((bank) => ({ clock: { type: 'hourglass', bank_ms: minutes(bank) } })),
  days: [1, 2, 3, 5, 7, 14].map((days) => ({ clock: { type: 'days', days } })),
  stages: [
    { name: 'clock.name.club', clock: { type: 'stages', stages: [stage(40, 90, 30), stage(null, 30, 30)] } },
    {
      name: 'clock.name.masters',
      clock: { type: 'stages', stages: [stage(40, 120, 0), stage(20, 60, 0), stage(null, 15, 30)] },
    },
  ],
  untimed: [{ clock: { type: 'untimed' } }],
};

/** What a kind begins with when it is chosen. */
const FIRST: Readonly<Record<ClockKind, number>> = {
  fischer: 3, delay: 2, bronstein: 1, sudden_death: 1, hourglass: 1, days: 2, stages: 0, untimed: 0,
};

export const firstOf = (kind: ClockKind): ClockSettings =>
  CLOCK_PRESETS[kind][FIRST[kind]]?.clock ?? { type: 'untimed' };

export interface Limits {
  min: number;
  max: number;
  /** Only whole numbers. */
  whole?: boolean;
}

/** Limits of the server: a bank of 1 s to 24 h, at most 10 min a move. Shorter banks than 15 s are no game. */
export const LIMITS = {
  bankMinutes: { min: 0.25, max: 1440 },
  perMoveSeconds: { min: 0, max: 600 },
  stageMoves: { min: 1, max: 200, whole: true },
} as const satisfies Record<string, Limits>;

export const STAGES = { min: 2, max: 5 };

/** The number that was written, with a point or a comma; undefined when it is none within the limits. */
export function readNumber(text: string, { min, max, whole }: Limits): number | undefined {
  const plain = text.trim().replace(',', '.');
  const value = Number(plain);
  if (plain === '' || !Number.isFinite(value) || value < min || value > max) return undefined;
  return whole && !Number.isInteger(value) ? undefined : value;
}

export const sameClock = (a: ClockSettings, b: ClockSettings): boolean =>
  a.type === b.type && describeClock(a) === describeClock(b);

const figure = (value: number): string => String(Math.round(value * 100) / 100);
const minutesOf = (ms: number): string => figure(ms / 60_000);
const secondsOf = (ms: number): string => figure(ms / 1_000);

/** "40 moves in 90 min" and "30 min" of "40 moves in 90 min, then 30 min". */
function describeStage({ moves, bank_ms, extra_ms, extra }: Stage): string {
  const bank = minutesOf(bank_ms);
  const plain = moves === undefined
    ? t('clock.stage_last', { minutes: bank })
    : t('clock.stage', { moves, minutes: bank });
  return extra_ms === 0 ? plain : t(`clock.stage_${extra}`, { stage: plain, seconds: secondsOf(extra_ms) });
}

/** "40 moves in 90 min, then 30 min, + 30 s a move": what every stage adds is said once, at the end. */
function describeStages(stages: readonly Stage[]): string {
  const [first] = stages;
  const same = first && stages.every(({ extra, extra_ms }) => extra === first.extra && extra_ms === first.extra_ms);
  const parts = stages.map((each) => describeStage(same ? { ...each, extra_ms: 0 } : each));
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

/** "40/90 + 30": a stage as players write it. */
const stageLabel = ({ moves, bank_ms }: Stage): string =>
  moves === undefined ? minutesOf(bank_ms) : t('clock.preset_stage', { moves, minutes: minutesOf(bank_ms) });

/** "10 + 5": a preset as it is written on its button. */
export function presetLabel(clock: ClockSettings): string {
  switch (clock.type) {
    case 'fischer':
      return t('clock.preset', { minutes: minutesOf(clock.bank_ms), seconds: secondsOf(clock.increment_ms) });
    case 'delay':
    case 'bronstein':
      return t('clock.preset', { minutes: minutesOf(clock.bank_ms), seconds: secondsOf(clock.delay_ms) });
    case 'sudden_death':
    case 'hourglass':
      return t('clock.preset_bank', { minutes: minutesOf(clock.bank_ms) });
    case 'days':
      return String(clock.days);
    case 'stages':
      return clock.stages.map(stageLabel).join(' · ');
    case 'untimed':
      return describeClock(clock);
  }
}
