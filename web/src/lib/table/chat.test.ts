// Lines of talk as they are shown, and as they are reported.
import { describe, expect, test } from 'vitest';
import type { ChatLine } from '../protocol';
import { reportText, wordsOf } from './chat.svelte';

const line = (number: number, rest: Partial<ChatLine>): ChatLine => ({ number, seat: 'guest', at: 0, ...rest });

describe('what is said at a table', () => {
  test('a phrase is put into words on the side of the reader', () => {
    expect(wordsOf(line(1, { phrase: 'good_luck' }))).toBe('Good luck!');
    expect(wordsOf(line(1, { phrase: 'from_the_future' }))).toBe('from_the_future');
    expect(wordsOf(line(1, { text: 'hello there' }))).toBe('hello there');
  });

  test('a report takes the last lines along and never more than the host reads', () => {
    const lines = Array.from({ length: 200 }, (_, index) => line(index + 1, { text: `line ${index + 1}` }));
    const text = reportText('  rude ', lines);
    expect(text.split('\n')[0]).toBe('rude');
    expect(text.split('\n').at(-1)).toBe('guest: line 200');
    expect(text).not.toContain('line 188\n');
    const long = reportText('x'.repeat(2000), lines);
    expect(long).toHaveLength(1000);
  });
});
