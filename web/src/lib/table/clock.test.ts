// Clocks: time that passed is taken from the free part first, and the writing never shows zero early.
import { describe, expect, it } from 'vitest';
import { alarmBetween, formatClock, nextChangeMs, Offset, readClock } from './clock';

const clock = {
  white_ms: 60_000, black_ms: 50_000, running: 'white', paused: false, held: null, at: 1_000, delay_left_ms: 5_000,
} as const;

describe('readClock', () => {
  it('runs the free part first, then the bank', () => {
    expect(readClock(clock, 'white', 3_000)).toEqual({
      remainingMs: 60_000, delayLeftMs: 3_000, running: true,
    });
    expect(readClock(clock, 'white', 8_000)).toEqual({
      remainingMs: 58_000, delayLeftMs: 0, running: true,
    });
    expect(readClock(clock, 'white', 999_000).remainingMs).toBe(0);
  });

  it('leaves the other side and a paused clock alone', () => {
    expect(readClock(clock, 'black', 9_000).remainingMs).toBe(50_000);
    expect(readClock({ ...clock, paused: true }, 'white', 9_000).remainingMs).toBe(60_000);
  });

  it('does not run backwards when our time is behind', () => {
    expect(readClock(clock, 'white', 0)).toMatchObject({ remainingMs: 60_000, delayLeftMs: 5_000 });
  });
});

describe('formatClock', () => {
  it.each([
    [600_000, '10:00'], [599_999, '10:00'], [599_000, '9:59'], [3_723_000, '1:02:03'],
    [20_000, '0:20'], [19_940, '0:20.0'], [7_250, '0:07.3'], [1, '0:00.1'], [0, '0:00.0'],
  ])('%i ms is %s', (ms, text) => expect(formatClock(ms)).toBe(text));
});

describe('nextChangeMs', () => {
  it('waits for the next second, or the next tenth when low', () => {
    expect(nextChangeMs({ remainingMs: 60_400, delayLeftMs: 0, running: true })).toBe(400);
    expect(nextChangeMs({ remainingMs: 9_440, delayLeftMs: 0, running: true })).toBe(40);
    expect(nextChangeMs({ remainingMs: 9_440, delayLeftMs: 2_300, running: true })).toBe(300);
  });
});

describe('alarmBetween', () => {
  it('fires once at each mark', () => {
    expect(alarmBetween(120_100, 120_000)).toBe(120_000);
    expect(alarmBetween(120_000, 119_000)).toBeUndefined();
    expect(alarmBetween(61_000, 59_900)).toBe(60_000);
  });
});

describe('Offset', () => {
  it('trusts quick round trips more than slow ones', () => {
    const offset = new Offset();
    offset.hint(10_000, 4_000);
    expect(offset.ms).toBe(6_000);
    offset.measure(10_120, 4_100, 4_140);
    expect(offset.ms).toBe(6_000);
    offset.measure(20_000, 10_000, 13_000);
    expect(offset.ms).toBe(6_000);
    offset.measure(20_030, 14_000, 14_020);
    expect(offset.ms).toBe(6_020);
  });

  it('measures anew over a new connection, however slow it is', () => {
    const offset = new Offset();
    offset.measure(10_010, 4_000, 4_020);
    offset.begin();
    offset.measure(90_150, 5_000, 5_300);
    expect(offset.ms).toBe(85_000);
  });
});
