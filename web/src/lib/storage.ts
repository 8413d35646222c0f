// What this browser remembers. Storage may be forbidden or full: then nothing is remembered and all works.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`tabiya.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** All that is remembered under keys that begin so, by the rest of the key. */
export function recalled<T>(beginning: string): Map<string, T> {
  const found = new Map<string, T>();
  try {
    const prefix = `tabiya.${beginning}`;
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const key of keys.filter((one) => one.startsWith(prefix))) {
      const value = recall<T | null>(key.slice('tabiya.'.length), null);
      if (value !== null) found.set(key.slice(prefix.length), value);
    }
  } catch {
    // Nothing is remembered.
  }
  return found;
}

export function dismiss(key: string): void {
  try {
    localStorage.removeItem(`tabiya.${key}`);
  } catch {
    // Nothing was remembered either.
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`tabiya.${key}`, JSON.stringify(value));
  } catch {
    // Not remembered: the person can go on without.
  }
}

/** What is on its way into a store that takes a moment. It is written here at once, before it is shown as done, and
    struck out when the store has it: what a page was closed too early for, the next page that opens the store puts
    there. */
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
