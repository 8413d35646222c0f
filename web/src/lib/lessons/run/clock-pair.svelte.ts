// Two clocks beside a board: one runs, a press gives the increment and starts the other. Time comes from outside.
import type { Color } from '$lib/protocol';
import { otherColor } from '$lib/protocol';

export class ClockPair {
  left = $state.raw<Record<Color, number>>({ white: 0, black: 0 });
  running = $state<Color | null>(null);
  /** Whose flag fell first. */
  fallen = $state<Color | null>(null);
  #since = 0;

  constructor(
    seconds: Record<Color, number>,
    readonly incrementMs: number,
    readonly now: () => number = () => performance.now(),
  ) {
    this.left = { white: seconds.white * 1000, black: seconds.black * 1000 };
  }

  start(color: Color): void {
    this.running = color;
    this.#since = this.now();
  }

  /** Charges the time that has passed. */
  tick(): void {
    const color = this.running;
    if (!color) return;
    const now = this.now();
    const left = Math.max(0, this.left[color] - (now - this.#since));
    this.left = { ...this.left, [color]: left };
    this.#since = now;
    if (left === 0) {
      this.fallen ??= color;
      this.running = null;
    }
  }

  /** The player whose clock runs presses it. */
  press(color: Color): void {
    this.tick();
    if (this.running !== color) return;
    this.left = { ...this.left, [color]: this.left[color] + this.incrementMs };
    this.start(otherColor(color));
  }

  stop(): void {
    this.tick();
    this.running = null;
  }
}

/** "1:05", and tenths under ten seconds: "4.2". */
export function clockText(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
