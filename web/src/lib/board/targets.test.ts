// Dots show what is legal; attempts go further.
import { describe, expect, it } from 'vitest';
import { readPlacement, START_FEN } from '../table/placement';
import { openTargets } from './targets';

describe('openTargets', () => {
  const men = readPlacement(START_FEN);
  const dests = new Map([['g1', ['f3', 'h3']]]);

  it('yields the legal squares and includes every attempt', () => {
    const knight = openTargets(dests, men, 'white', () => false).get('g1');
    expect([...(knight ?? [])]).toEqual(['f3', 'h3']);
    expect(knight?.includes('f3')).toBe(true);
    expect(knight?.includes('g5')).toBe(true);
  });

  it('lets a tap on an own man choose that man, but a drag onto it be an attempt', () => {
    expect(openTargets(dests, men, 'white', () => false).get('g1')?.includes('e2')).toBe(false);
    expect(openTargets(dests, men, 'white', () => true).get('g1')?.includes('e2')).toBe(true);
  });

  it('lets a tap on some own men be an attempt where that is asked for', () => {
    const targets = openTargets(dests, men, 'white', () => false, new Map([['e1', ['a1', 'h1']]]));
    expect(targets.get('e1')?.includes('h1')).toBe(true);
    expect([...(targets.get('e1') ?? [])]).toEqual([]);
    expect(targets.get('e1')?.includes('g1')).toBe(false);
    expect(targets.get('d1')?.includes('h1')).toBe(false);
  });

  it('lets everything be tried before the rules have come', () => {
    const pawn = openTargets(null, men, 'white', () => false).get('e2');
    expect([...(pawn ?? [])]).toEqual([]);
    expect(pawn?.includes('e4')).toBe(true);
  });

  it('has nothing for the other color', () => {
    expect(openTargets(dests, men, 'white', () => false).has('e7')).toBe(false);
    expect(openTargets(dests, men, null, () => false).size).toBe(0);
  });
});
