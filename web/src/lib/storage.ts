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
