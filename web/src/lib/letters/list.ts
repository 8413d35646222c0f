// The list of one's games by letter: whose move it is, how long there is for it, and in which order that makes sense.
import { language, t } from '../messages';
import { otherSeat, type Color, type Seat } from '../protocol';
import type { Card, Listed } from './api';

export interface Own {
  table: string;
  card: Card;
  color: Color;
  opponent: string | null;
  /** It is the reader's move, or an offer waits for his answer. */
  waits: boolean;
  move: boolean;
  offer: 'draw' | 'takeback' | null;
  /** When the time of the side to move is up; null without a limit. */
  until: number | null;
  /** When the opponent's vacation ends, if he is on one. */
  away: number | null;
}

const colorOf = (card: Card, seat: Seat): Color => (card.white === seat ? 'white' : 'black');

/** When the side to move has used up its time. */
export function deadline(card: Card): number | null {
  const { clock } = card;
  if (!clock?.running) return null;
  return clock.at + clock.delay_left_ms + (clock.running === 'white' ? clock.white_ms : clock.black_ms);
}

/** A game as its player sees it; null for those who watch, and where no game runs. */
export function own({ table, seat, card }: Listed, now: number): Own | null {
  if (!seat || !card) return null;
  const color = colorOf(card, seat);
  const other = otherSeat(seat);
  const draw = card.draw_offer !== null && card.draw_offer !== color;
  const takeback = card.takeback_offer !== null && card.takeback_offer !== color;
  const away = card.vacations[other];
  const move = card.turn === color;
  return {
    table,
    card,
    color,
    opponent: card.names[other],
    move,
    waits: move || draw || takeback,
    offer: draw ? 'draw' : takeback ? 'takeback' : null,
    until: deadline(card),
    away: away !== null && away > now ? away : null,
  };
}

/** First those that wait for the reader, of each the most urgent first; without a limit the longest waiting. */
export function sorted(games: readonly Own[]): Own[] {
  const urgency = (game: Own): number => game.until ?? Infinity;
  return [...games].sort(
    (one, other) =>
      Number(other.waits) - Number(one.waits) ||
      (urgency(one) === urgency(other) ? 0 : urgency(one) - urgency(other)) ||
      one.card.at - other.card.at,
  );
}

const HOUR_MS = 3_600_000;

/** "2 days 5 hours", "5 hours", "40 minutes": as exact as one needs it. */
export function leftInWords(ms: number): string {
  const unit = (count: number, name: 'day' | 'hour' | 'minute'): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
  if (ms < HOUR_MS) return unit(Math.max(0, Math.ceil(ms / 60_000)), 'minute');
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 24) return unit(hours, 'hour');
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 || days >= 7 ? unit(days, 'day') : `${unit(days, 'day')} ${unit(hours % 24, 'hour')}`;
}

const moment = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A moment on the reader's own clock. */
export const momentInWords = (at: number): string => moment.format(at);

export const opponentName = (game: Own): string => game.opponent ?? t('name.friend_within');
