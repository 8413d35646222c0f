// What a clock shows: how much is left at a moment of the server's time, and how that is written.
import type { ClockView, Color } from '../protocol';

export interface Reading {
  /** Left of the bank. */
  remainingMs: number;
  /** Left of this move's free part; 0 where there is none. */
  delayLeftMs: number;
  running: boolean;
}

/** Under this the tenths are shown and the clock is marked as low. */
export const LOW_MS = 20_000;

/** The clock of a side at `now`, which is the server's time. */
export function readClock(clock: ClockView, color: Color, now: number): Reading {
  const left = color === 'white' ? clock.white_ms : clock.black_ms;
  if (clock.running !== color || clock.paused) {
    return { remainingMs: left, delayLeftMs: 0, running: false };
  }
  const used = Math.max(0, now - clock.at);
  const free = Math.min(used, clock.delay_left_ms);
  return {
    remainingMs: Math.max(0, left - (used - free)),
    delayLeftMs: clock.delay_left_ms - free,
    running: true,
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** "1:02:03", "9:07", "0:07.3": tenths under 20 s. A clock never shows 0 before it is over. */
export function formatClock(ms: number): string {
  if (ms < LOW_MS) {
    const tenths = Math.ceil(ms / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const total = Math.ceil(ms / 1000);
  const seconds = total % 60;
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How long until the text on the clock changes: when to look again. */
export function nextChangeMs(reading: Reading): number {
  if (reading.delayLeftMs > 0) return (reading.delayLeftMs % 1000) || 1000;
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
