// What a move lost, said by the scores before and after it.
import { describe, expect, it } from 'vitest';
import { lostBy } from './lost';

describe('what a move lost', () => {
  it('is a mate that was there, or one that is there now', () => {
    expect(lostBy('white', { mate: 2 }, { cp: -40 }, false)).toBe('It missed mate in 2. Before it: White mates in 2. After it: Level (+0.4).');
    expect(lostBy('black', { cp: -10 }, { mate: 1 }, false)).toBe('It allows mate in 1. Before it: Level (+0.1). After it: White mates in 1.');
    expect(lostBy('white', { mate: 3 }, { mate: 4 }, false)).toMatch(/^It missed mate in 3\. It allows mate in 4\. /);
  });

  it('is no mate where the mate stays as it was', () => {
    expect(lostBy('white', { mate: 2 }, { mate: -3 }, false)).not.toMatch(/missed|allows/);
    expect(lostBy('white', { mate: -2 }, { mate: 1 }, false)).not.toMatch(/missed|allows/);
  });

  it('is how the game stood', () => {
    expect(lostBy('white', { cp: 700 }, { cp: 20 }, false)).toBe('Before it: White is winning (+7.0). After it: Level (−0.2).');
    expect(lostBy('white', { cp: 700 }, null, false)).toBe('');
  });

  it('is the whole point where the game ended in a draw with it', () => {
    expect(lostBy('white', { mate: 1 }, { cp: 0 }, true)).toBe('It missed mate in 1. The game ended with it in a draw.');
  });
});
