// A seat is asked for with one secret until the server has answered.
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetJoining, joiningToken } from './joining';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test('the same secret is shown until the seat is taken', () => {
  const token = joiningToken('table');
  expect(token).toMatch(/^[2-9a-km-zA-HJ-NP-Z]{24}$/);
  expect(joiningToken('table')).toBe(token);
  forgetJoining();
  expect(joiningToken('table')).not.toBe(token);
});

test('another table gets another secret', () => {
  expect(joiningToken('one')).not.toBe(joiningToken('two'));
});
