// Keeps the screen on while a game is played: nobody touches the device while he thinks.

export class Awake {
  #lock: Promise<WakeLockSentinel | null> | null = null;

  /** The system takes the lock away when the page is hidden: say it again when it is seen. */
  keep(on: boolean): void {
    void this.#lock?.then((lock) => lock?.release());
    // Refused on a low battery and on plain http: then the screen does what it always does.
    this.#lock = on && 'wakeLock' in navigator ? navigator.wakeLock.request('screen').catch(() => null) : null;
  }
}
