// What this browser remembers. Storage may be forbidden or full: then nothing is remembered and all works.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`tabiya.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
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
