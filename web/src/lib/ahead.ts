// What is on its way into a store that takes a moment. It is written at once into the browser's small store, before it
// is shown as done, and struck out when the store has it: what a page was closed too early for, the next page that
// opens the store puts there. Not here: what each store holds.
import { dismiss, recall, recalled, remember } from './storage';

export class Ahead<T> {
  /** `name` sets what is on its way to one store apart from the others. */
  constructor(readonly name: string) {}

  note(key: string, value: T): void {
    remember(this.#at(key), value);
  }

  read(key: string): T | null {
    return recall<T | null>(this.#at(key), null);
  }

  /** All that is on its way, by its keys. */
  all(): Map<string, T> {
    return recalled<T>(this.#at(''));
  }

  /** The store has it. */
  strike(key: string): void {
    dismiss(this.#at(key));
  }

  /** Gives the store all that has not come to it. It must be no fault to give it what it has, or what another page is
      giving it just now. */
  async arrive(give: (key: string, value: T) => Promise<void>): Promise<void> {
    for (const [key, value] of this.all()) {
      try {
        await give(key, value);
      } catch {
        // Another time.
        continue;
      }
      // What another page has noted meanwhile is that page's to bring there.
      if (JSON.stringify(this.read(key)) === JSON.stringify(value)) this.strike(key);
    }
  }

  #at(key: string): string {
    return `${this.name}.${key}`;
  }
}
