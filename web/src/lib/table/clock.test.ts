// Clocks: time that passed is taken from the free part first, and the writing never shows zero early.
import { describe, expect, it } from 'vitest';
import { alarmBetween, formatClock, movesMade, nextChangeMs, Offset, readClock, stageLeft } from './clock';

const clock = {
  white_ms: 60_000, black_ms: 50_000, running: 'white', paused: false, held: null, at: 1_000, delay_left_ms: 5_000,
} as const;

describe('readClock', () => {
  it('runs the free part first, then the bank', () => {
    expect(readClock(clock, 'white', 3_000)).toEqual({
      remainingMs: 60_000, delayLeftMs: 3_000, running: true, growing: false,
    });
    expect(readClock(clock, 'white', 8_000)).toEqual({
      remainingMs: 58_000, delayLeftMs: 0, running: true, growing: false,
    });
    expect(readClock(clock, 'white', 999_000).remainingMs).toBe(0);
  });

  it('leaves the other side and a paused clock alone', () => {
    expect(readClock(clock, 'black', 9_000).remainingMs).toBe(50_000);
    expect(readClock({ ...clock, paused: true }, 'white', 9_000).remainingMs).toBe(60_000);
  });

  it('stands while it is held', () => {
    const held = { ...clock, held: 'first_move' } as const;
    expect(readClock(held, 'white', 9_000)).toEqual({
      remainingMs: 60_000, delayLeftMs: 0, running: false, growing: false,
    });
  });

  it('gives to the other side of an hourglass what one uses, and not more than there is', () => {
    const glass = { ...clock, delay_left_ms: 0 };
    expect(readClock(glass, 'black', 11_000, true)).toMatchObject({ remainingMs: 60_000, growing: true });
    expect(readClock(glass, 'white', 11_000, true)).toMatchObject({ remainingMs: 50_000, running: true, growing: false });
    expect(readClock(glass, 'black', 999_000, true).remainingMs).toBe(110_000);
    expect(readClock({ ...glass, paused: true }, 'black', 11_000, true).remainingMs).toBe(50_000);
  });

  it('does not run backwards when our time is behind', () => {
    expect(readClock(clock, 'white', 0)).toMatchObject({ remainingMs: 60_000, delayLeftMs: 5_000 });
  });
});

describe('formatClock', () => {
  it.each([
    [600_000, '10:00'], [599_999, '10:00'], [599_000, '9:59'], [3_723_000, '1:02:03'],
    [86_400_000, '1 d 0 h'], [259_200_000, '3 d 0 h'], [255_600_000, '2 d 23 h'], [86_399_000, '23:59:59'],
    [20_000, '0:20'], [19_940, '0:20.0'], [7_250, '0:07.3'], [1, '0:00.1'], [0, '0:00.0'],
  ])('%i ms is %s', (ms, text) => expect(formatClock(ms)).toBe(text));
});

describe('nextChangeMs', () => {
  it('waits for the next second, or the next tenth when low', () => {
    expect(nextChangeMs({ remainingMs: 60_400, delayLeftMs: 0, running: true, growing: false })).toBe(400);
    expect(nextChangeMs({ remainingMs: 9_440, delayLeftMs: 0, running: true, growing: false })).toBe(40);
    expect(nextChangeMs({ remainingMs: 9_440, delayLeftMs: 2_300, running: true, growing: false })).toBe(300);
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

describe('stages', () => {
  const stages = [
    { moves: 40, bank_ms: 5_400_000, extra_ms: 0, extra: 'increment' },
    { moves: 20, bank_ms: 3_600_000, extra_ms: 0, extra: 'increment' },
    { bank_ms: 900_000, extra_ms: 30_000, extra: 'increment' },
  ] as const;

  it.each([
    [0, { moves: 40, nextMs: 3_600_000 }], [39, { moves: 1, nextMs: 3_600_000 }],
    [40, { moves: 20, nextMs: 900_000 }], [60, null], [200, null],
  ])('after %i moves', (made, left) => expect(stageLeft(stages, made)).toEqual(left));

  it('counts the moves of each side, whoever began', () => {
    expect([movesMade(3, 'white', 'white'), movesMade(3, 'black', 'white')]).toEqual([2, 1]);
    expect([movesMade(3, 'white', 'black'), movesMade(3, 'black', 'black')]).toEqual([1, 2]);
  });
});
