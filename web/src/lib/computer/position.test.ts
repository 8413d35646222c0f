// Games against the computer from a position: the address, what can be played, and what is remembered of it.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Rules } from '../rules';
import { realRules } from '../rules-for-tests';
import { beginningIn, faultOf } from './position';
import { recallWishes, rememberWishes, settingsOf, wishesOf } from './wishes';

const kept = new Map<string, unknown>();

vi.mock('../storage', () => ({
  recall: (key: string, otherwise: unknown) => kept.get(key) ?? otherwise,
  remember: (key: string, value: unknown) => kept.set(key, value),
}));

const FEN = 'N7/pp1k1p2/8/8/5b2/8/PP3PPP/6K1 b - - 0 2';
let rules: Rules;

beforeAll(async () => void (rules = await realRules()));
beforeEach(() => kept.clear());

test('an address names the position and the color', () => {
  expect(beginningIn(`#fen=${FEN.replaceAll(' ', '_')}&you=white`)).toEqual({ fen: FEN, you: 'white' });
  expect(beginningIn(`#fen=${encodeURIComponent(FEN)}`)).toEqual({ fen: FEN, you: 'black' });
  expect(beginningIn('#fen=&you=white')).toBeNull();
  expect(beginningIn('')).toBeNull();
});

test('a position that is none, or that is the end of a game, is told', () => {
  expect(faultOf(FEN, rules)).toBeNull();
  expect(faultOf('8/8/8/8/8/8/8/K7 w - - 0 1', rules)).toMatch(/king/);
  expect(faultOf('nowhere', rules)).toMatch(/\w/);
  expect(faultOf('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', rules)).toBe('over');
});

test('the game begins there, and again with the same settings; the usual color is kept', () => {
  const usual = { ...recallWishes(), color: 'toss' as const };
  rememberWishes(usual);
  const start = { type: 'position' as const, fen: FEN };
  const wishes = { ...recallWishes(), color: 'white' as const, start };
  expect(settingsOf(wishes)).toMatchObject({ start, owner_color: 'white' });
  rememberWishes(wishes);
  expect(recallWishes()).toEqual(usual);
  expect(wishesOf(settingsOf(wishes), wishes.level, true)).toMatchObject({ start, color: 'white' });
  expect(settingsOf(usual).start).toEqual({ type: 'standard' });
});
