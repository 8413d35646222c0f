// Every opponent has a face and a name; the choice is remembered.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLevel, chosenLevel, levelOf, LEVELS } from './levels';
import { PORTRAITS } from './portraits';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('the opponents', () => {
  it('are twelve, from weak to strong, each with a face of its own', () => {
    expect(LEVELS).toHaveLength(12);
    const ratings = LEVELS.map((level) => level.rating);
    expect([...ratings].sort((a, b) => a - b)).toEqual(ratings);
    for (const { id, name, character } of LEVELS) {
      expect(PORTRAITS[id], id).toBeDefined();
      expect(name).not.toBe('');
      expect(character).toMatch(/\.$/);
    }
    expect(Object.keys(PORTRAITS)).toHaveLength(LEVELS.length);
    const faces = LEVELS.map(({ id }) => JSON.stringify(PORTRAITS[id]?.layers));
    expect(new Set(faces).size).toBe(LEVELS.length);
  });

  it('are found by their ids', () => {
    expect(levelOf('karin')?.name).toBe('Karin');
    expect(levelOf('nobody')).toBeUndefined();
    expect(levelOf(null)).toBeUndefined();
  });

  it('the one chosen last comes again, and a stranger never', () => {
    expect(chosenLevel().id).toBe('tomas');
    chooseLevel('noor');
    expect(chosenLevel().id).toBe('noor');
    chooseLevel('from a later version');
    expect(chosenLevel().id).toBe('tomas');
  });
});
