// Settings: what the one line says, and that switches carry only what differs from the preset.
import { describe, expect, it } from 'vitest';
import {
  CLOCK_PRESETS, DEFAULT_SETTINGS, describeClock, describeSettings, describeTable, premovesOn, presetLabel, takebacksOn,
  withTakebacks,
} from './settings';
import type { ClockSettings, View } from './protocol';

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
      '10 min + 5 s · color by toss · FIDE online rules',
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
    expect(describeTable({ ...swapped, phase: 'playing' })).toBe('10 min + 5 s · FIDE online rules');
  });

  it('keeps switches minimal', () => {
    const off = withTakebacks(DEFAULT_SETTINGS, false);
    expect(off.rules.switches).toEqual({});
    expect(takebacksOn(off)).toBe(false);
    expect(withTakebacks(off, true)).toEqual(DEFAULT_SETTINGS);
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
