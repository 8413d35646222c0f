// The list of games by letter: order, deadlines, words.
import { describe, expect, it } from 'vitest';
import type { Card, Listed } from './api';
import { deadline, leftInWords, own, sorted, type Own } from './list';

const DAY = 86_400_000;
const NOW = 1_790_000_000_000;

function listed(table: string, part: Partial<Card> = {}, days: number | null = 3): Listed {
  const turn = part.turn ?? 'white';
  const clock = days === null ? null : {
    white_ms: days * DAY, black_ms: days * DAY, running: turn, paused: false, held: null, at: NOW, delay_left_ms: 0,
  };
  const card: Card = {
    number: 1, white: 'owner', names: { owner: 'Ana', guest: 'Bo' }, fen: '', last: null, ply: 0, turn, days,
    rated: true, clock, draw_offer: null, offer_lapses_at: null, takeback_offer: null,
    vacations: { owner: null, guest: null }, at: NOW, ...part,
  };
  return { table, seat: 'owner', card };
}

const all = (games: Listed[]): Own[] => games.flatMap((game) => own(game, NOW) ?? []);

describe('the list of games', () => {
  it('has first what waits for the reader, the most urgent first', () => {
    const games = all([
      listed('theirs', { turn: 'black' }, 1),
      listed('mine late', {}, 5),
      listed('mine soon', {}, 1),
      listed('no limit', {}, null),
      listed('offered', { turn: 'black', draw_offer: 'black' }, 2),
    ]);
    expect(sorted(games).map(({ table }) => table)).toEqual([
      'mine soon', 'offered', 'mine late', 'no limit', 'theirs',
    ]);
  });

  it('knows when time is up, and who is away', () => {
    expect(deadline(listed('a').card!)).toBe(NOW + 3 * DAY);
    expect(deadline(listed('a', {}, null).card!)).toBeNull();
    const away = (until: number): number | null =>
      all([listed('a', { vacations: { owner: null, guest: until } })])[0]!.away;
    expect(away(NOW + DAY)).toBe(NOW + DAY);
    expect(away(NOW - 1)).toBeNull();
  });

  it('leaves out what the reader only watches', () => {
    expect(own({ ...listed('a'), seat: null }, NOW)).toBeNull();
    expect(own({ ...listed('a'), card: null }, NOW)).toBeNull();
  });

  it('says how long there is in words', () => {
    expect(leftInWords(2 * DAY + 5 * 3_600_000)).toBe('2 days 5 hours');
    expect(leftInWords(DAY)).toBe('1 day');
    expect(leftInWords(9 * DAY + 1)).toBe('9 days');
    expect(leftInWords(5 * 3_600_000 + 59_000)).toBe('5 hours');
    expect(leftInWords(60_001)).toBe('2 minutes');
    expect(leftInWords(-5)).toBe('0 minutes');
  });
});
