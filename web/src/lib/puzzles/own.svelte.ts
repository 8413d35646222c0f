// The progress of whoever solves at this device: read once, written with every try, taken away as a file and brought back.
import { openLogBook, type LogBook } from './log-book';
import { merged, nothing, readLog, reckon, writeLog, type Entry, type Progress } from './progress';

export class OwnProgress {
  /** What follows from the log. */
  now = $state.raw<Progress>(nothing());
  /** Whether it outlasts the page. */
  lasts = $state(true);
  #log: Entry[] = [];
  #book: LogBook | null = null;
  readonly #open: () => Promise<LogBook>;

  constructor(open: () => Promise<LogBook> = openLogBook) {
    this.#open = open;
  }

  /** What other pages have written since is read, too. */
  async load(): Promise<void> {
    this.#book ??= await this.#open();
    this.#log = await this.#book.read().catch(() => this.#log);
    this.lasts = this.#book.lasts;
    this.now = reckon(this.#log);
  }

  /** Adds an entry. Where it cannot be kept it counts for as long as the page lives. */
  async note(entry: Entry): Promise<void> {
    this.#log = [...this.#log, entry];
    this.now = reckon(this.#log);
    await this.#book?.add(entry).catch(() => (this.lasts = false));
  }

  /** All of it as a file. */
  write(): string {
    return writeLog(this.#log);
  }

  /** Adds what such a file holds. Hands back whether it was one. */
  async take(text: string): Promise<boolean> {
    const log = readLog(text);
    if (!log) return false;
    await this.#replace(merged(this.#log, log));
    return true;
  }

  async clear(): Promise<void> {
    await this.#replace([]);
  }

  async #replace(log: Entry[]): Promise<void> {
    this.#log = log;
    this.now = reckon(log);
    await this.#book?.replace(log).catch(() => (this.lasts = false));
  }
}

export const own = new OwnProgress();
