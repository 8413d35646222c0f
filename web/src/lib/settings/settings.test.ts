// Settings: what the one line says, that switches carry only what differs, and that faulty numbers are none.
import { describe, expect, it } from 'vitest';
import type { ClockSettings, Preset, RuleSettings, View } from '../protocol';
import {
  changedSwitches, CLOCK_KINDS, CLOCK_PRESETS, DEFAULT_SETTINGS, describeClock, describeRules, describeSettings,
  describeTable, DRAWS, drawsOf, firstOf, knownSettings, LIMITS, premovesOn, PRESET_GROUPS, PRESETS, presetLabel,
  readNumber, span, switchesOf, takebacksOn, withPreset, withSwitches,
} from '.';

const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

describe('clocks in one line', () => {
  it.each<[ClockSettings, string]>([
    [{ type: 'untimed' }, 'no clock'],
    [{ type: 'sudden_death', bank_ms: 90_000 }, '1.5 min'],
    [{ type: 'fischer', bank_ms: 180_000, increment_ms: 2_000, added: 'before_move' }, '3 min + 2 s before each move'],
    [{ type: 'bronstein', bank_ms: 300_000, delay_ms: 3_000 }, '5 min + up to 3 s given back'],
    [{ type: 'hourglass', bank_ms: 60_000 }, 'hourglass of 1 min'],
    [{ type: 'days', days: 1 }, '1 day a move'],
    [{ type: 'days', days: 14 }, '14 days a move'],
    [
      {
        type: 'stages',
        stages: [
          { moves: 40, bank_ms: 5_400_000, extra_ms: 30_000, extra: 'increment' },
          { bank_ms: 1_800_000, extra_ms: 30_000, extra: 'increment' },
        ],
      },
      '40 moves in 90 min, then 30 min, + 30 s a move',
    ],
    [
      {
        type: 'stages',
        stages: [
          { moves: 30, bank_ms: 3_600_000, extra_ms: 0, extra: 'increment' },
          { bank_ms: 900_000, extra_ms: 5_000, extra: 'delay' },
        ],
      },
      '30 moves in 60 min, then 15 min, 5 s free a move',
    ],
  ])('%o', (clock, text) => expect(describeClock(clock)).toBe(text));
});

describe('settings', () => {
  it('says the defaults in one line', () => {
    expect(describeSettings(DEFAULT_SETTINGS)).toBe(
      '10 min + 5 s · color by toss · FIDE online rules, with takebacks and giving time',
    );
  });

  it('says the color from the reader’s side', () => {
    const settings = { ...DEFAULT_SETTINGS, owner_color: 'white' as const };
    expect(describeSettings(settings)).toContain('you are White');
    const waiting = { settings, phase: 'waiting', seats: { owner: { color: 'white' } } } as View;
    expect(describeTable({ ...waiting, you: 'owner' })).toContain('you are White');
    expect(describeTable({ ...waiting, you: 'guest' })).toContain('you are Black');
    expect(describeTable({ ...waiting, you: 'spectator' })).toContain('opener is White');
  });

  it('says the color of the next game, not of the first', () => {
    const settings = { ...DEFAULT_SETTINGS, owner_color: 'white' as const };
    const swapped = { settings, phase: 'waiting', you: 'owner', seats: { owner: { color: 'black' } } } as View;
    expect(describeTable(swapped)).toContain('you are Black');
    expect(describeTable({ ...swapped, phase: 'playing' })).toBe(
      '10 min + 5 s · FIDE online rules, with takebacks and giving time',
    );
  });

  it('keeps switches minimal', () => {
    const off = withSwitches(DEFAULT_SETTINGS, { takeback: 'off', premove: false });
    expect(off.rules.switches).toEqual({ premove: false, give_time: true, lag_compensation: true });
    expect(takebacksOn(off)).toBe(false);
    expect(withSwitches(off, { takeback: 'by_agreement', premove: true })).toEqual(DEFAULT_SETTINGS);
  });

  it('knows where premoves are on', () => {
    expect(premovesOn(DEFAULT_SETTINGS)).toBe(true);
    expect(premovesOn({ ...DEFAULT_SETTINGS, rules: { preset: 'table' } })).toBe(false);
  });

  it('has the four presets of bank and move', () => {
    expect(CLOCK_PRESETS.delay.map((preset) => describeClock(preset.clock))).toEqual([
      '1 min + 2 s delay', '3 min + 5 s delay', '10 min + 10 s delay', '30 min + 30 s delay',
    ]);
    expect(CLOCK_PRESETS.delay.map((preset) => presetLabel(preset.clock))).toEqual([
      '1 + 2', '3 + 5', '10 + 10', '30 + 30',
    ]);
  });
});

describe('rule sets', () => {
  it('offers every preset once', () => {
    const offered = PRESET_GROUPS.flatMap((group) => [...group.presets]);
    expect([...offered].sort()).toEqual([...PRESET_NAMES].sort());
  });

  it.each(PRESET_NAMES)('%s: chosen, nothing differs; every switch changed is said', (preset) => {
    const chosen = withPreset(DEFAULT_SETTINGS, preset);
    if (preset !== 'fide-online') expect(changedSwitches(chosen.rules)).toEqual([]);
    const plain = describeRules({ preset });
    for (const other of PRESET_NAMES) {
      // All values of another preset, counted from this one: each difference is in words, none in code.
      const said = describeRules({ preset, switches: PRESETS[other] });
      expect(said).not.toMatch(/[_={}]|null|undefined/);
      if (JSON.stringify(PRESETS[other]) === JSON.stringify(PRESETS[preset])) expect(said).toBe(plain);
      else expect(said).toContain(`${plain}, `);
    }
  });

  it('says what differs in one line, draws as one thing', () => {
    const rules: RuleSettings = { preset: 'fide-online', switches: { ...DRAWS.claimed, premove: false, touch_move: true } };
    expect(drawsOf(rules)).toBe('claimed');
    expect(describeRules(rules)).toBe('FIDE online rules, with draws by claim and touch-move, without premoves');
    expect(describeRules({ preset: 'table', switches: { repetition_auto: 5, wrong_claim_ms: 120_000 } })).toBe(
      'table rules, drawn at five repetitions, a wrong claim costs 2 min',
    );
    expect(describeRules({ preset: 'letter', switches: { offer_timeout_ms: null, notify: null } }, 'brief')).toBe(
      'letter rules, an offer waits for its answer',
    );
  });

  it('takes only settings that it knows from the memory of the browser', () => {
    expect(knownSettings(DEFAULT_SETTINGS)).toBe(DEFAULT_SETTINGS);
    for (const broken of [
      { ...DEFAULT_SETTINGS, rules: { preset: 'gone' } }, { ...DEFAULT_SETTINGS, clock: { type: 'sundial' } },
      { ...DEFAULT_SETTINGS, rules: { preset: 'table', switches: { gone: 1 } } }, {},
    ]) expect(knownSettings(broken as typeof DEFAULT_SETTINGS)).toBe(DEFAULT_SETTINGS);
  });

  it('gives every switch of a rule set its value', () => {
    expect(switchesOf({ preset: 'letter', switches: { premove: true } })).toEqual({ ...PRESETS.letter, premove: true });
  });
});

describe('choosing a clock', () => {
  it.each(CLOCK_KINDS)('%s begins with a usual clock of its kind', (kind) => {
    const clock = firstOf(kind);
    expect(clock.type).toBe(kind);
    expect(CLOCK_PRESETS[kind].map((preset) => preset.clock)).toContainEqual(clock);
    for (const preset of CLOCK_PRESETS[kind]) expect(presetLabel(preset.clock)).not.toBe('');
  });

  it.each<[string, number | undefined]>([
    ['10', 10], ['2,5', 2.5], [' 0.25 ', 0.25], ['0.2', undefined], ['1441', undefined], ['', undefined],
    ['ten', undefined], ['1e400', undefined], ['-5', undefined],
  ])('reads %j minutes as %s', (text, value) => expect(readNumber(text, LIMITS.bankMinutes)).toBe(value));

  it('counts moves in whole numbers', () => {
    expect(readNumber('40', LIMITS.stageMoves)).toBe(40);
    expect(readNumber('40.5', LIMITS.stageMoves)).toBeUndefined();
  });

  it.each([[60_000, '1 min'], [120_000, '2 min'], [90_000, '90 s'], [604_800_000, '7 days'], [3_600_000, '1 hour'], [1_500, '1.5 s']])(
    '%i ms are %s', (ms, text) => expect(span(ms)).toBe(text),
  );
});
