// What a clock shows: how much is left at a moment of the server's time, and how that is written.
import { t } from '../messages';
import type { ClockView, Color, Stage } from '../protocol';
import { otherColor } from '../protocol';

export interface Reading {
  /** Left of the bank. */
  remainingMs: number;
  /** Left of this move's free part; 0 where there is none. */
  delayLeftMs: number;
  running: boolean;
  /** It gains what the other side uses: an hourglass. */
  growing: boolean;
}

/** Under this the tenths are shown and the clock is marked as low. */
export const LOW_MS = 20_000;

const of = (clock: ClockView, color: Color): number => (color === 'white' ? clock.white_ms : clock.black_ms);

/** The clock of a side at `now`, which is the server's time. */
export function readClock(clock: ClockView, color: Color, now: number, hourglass = false): Reading {
  const left = of(clock, color);
  const stands = clock.running === null || clock.paused || clock.held;
  if (stands || (clock.running !== color && !hourglass)) {
    return { remainingMs: left, delayLeftMs: 0, running: false, growing: false };
  }
  const used = Math.max(0, now - clock.at);
  if (clock.running !== color) {
    const gained = Math.min(used, of(clock, otherColor(color)));
    return { remainingMs: left + gained, delayLeftMs: 0, running: false, growing: true };
  }
  const free = Math.min(used, clock.delay_left_ms);
  return {
    remainingMs: Math.max(0, left - (used - free)),
    delayLeftMs: clock.delay_left_ms - free,
    running: true,
    growing: false,
  };
}

/** How many moves a side still has to make in its stage, and what the next one adds; null in the last stage. */
export function stageLeft(stages: readonly Stage[], made: number): { moves: number; nextMs: number } | null {
  let left = made;
  for (const [index, { moves }] of stages.entries()) {
    const next = stages[index + 1];
    if (moves === undefined || !next) return null;
    if (left < moves) return { moves: moves - left, nextMs: next.bank_ms };
    left -= moves;
  }
  return null;
}

/** How many of the first `ply` half-moves a side made. */
export const movesMade = (ply: number, color: Color, first: Color): number =>
  color === first ? Math.ceil(ply / 2) : Math.floor(ply / 2);

const two = (value: number): string => String(value).padStart(2, '0');

const DAY_S = 86_400;

/** "2 d 23 h", "1:02:03", "9:07", "0:07.3": tenths under 20 s. A clock never shows 0 before it is over. */
export function formatClock(ms: number): string {
  if (ms < LOW_MS) {
    const tenths = Math.ceil(ms / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const total = Math.ceil(ms / 1000);
  if (total >= DAY_S) {
    return t('left.days', { days: Math.floor(total / DAY_S), hours: Math.floor((total % DAY_S) / 3600) });
  }
  const seconds = total % 60;
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How long until the text on the clock changes: when to look again. */
export function nextChangeMs(reading: Reading): number {
  if (reading.delayLeftMs > 0) return (reading.delayLeftMs % 1000) || 1000;
  if (reading.growing) return 1000 - (reading.remainingMs % 1000) || 1000;
  const step = reading.remainingMs <= LOW_MS + 1000 ? 100 : 1000;
  return reading.remainingMs % step || step;
}

/** Marks at which a falling clock is announced. */
const ALARMS_MS = [120_000, 60_000, 10_000] as const;
export type Alarm = (typeof ALARMS_MS)[number];

/** The mark that a clock passed between two readings, if any. */
export function alarmBetween(beforeMs: number, afterMs: number): Alarm | undefined {
  return ALARMS_MS.find((mark) => beforeMs > mark && afterMs <= mark);
}

/** Our estimate of "server time minus our time", the quickest round trip being the most exact. */
export class Offset {
  #bestTripMs = Infinity;
  ms = 0;

  /** A new connection: the server may have been started again, or one of the clocks been set. */
  begin(): void {
    this.#bestTripMs = Infinity;
  }

  /** Counts a message that came unasked: it is late by an unknown trip. */
  hint(serverNow: number, ourNow: number): void {
    if (this.#bestTripMs === Infinity) this.ms = serverNow - ourNow;
  }

  /** Counts a ping that was sent at `sent` and answered at `received`, both in our time. */
  measure(serverNow: number, sent: number, received: number): void {
    const trip = received - sent;
    if (trip > this.#bestTripMs * 1.5 + 5) return;
    this.#bestTripMs = Math.min(this.#bestTripMs, trip);
    this.ms = serverNow - (sent + trip / 2);
  }
}
