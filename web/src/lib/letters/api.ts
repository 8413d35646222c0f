// The HTTP part of chess by letter.
import { get, post } from '../api';
import type { ClockView, Color, Seat, Settings } from '../protocol';

/** A running game in few words. */
export interface Card {
  number: number;
  white: Seat;
  names: Record<Seat, string | null>;
  fen: string;
  last: string | null;
  ply: number;
  turn: Color;
  /** For each move; null without a limit or with a clock of minutes. */
  days: number | null;
  rated: boolean;
  clock: ClockView | null;
  draw_offer: Color | null;
  offer_lapses_at: number | null;
  takeback_offer: Color | null;
  vacations: Record<Seat, number | null>;
  at: number;
}

export interface Listed {
  table: string;
  seat: Seat | null;
  card: Card | null;
}

export interface PastGame {
  table: string;
  number: number;
  color: Color;
  opponent: string | null;
  result: '1-0' | '0-1' | '1/2-1/2' | null;
  termination: string;
  class: string;
  rated: boolean;
  plies: number;
  ended: number;
  /** Which it is of those that ended in the same moment. */
  tie: number;
}

export interface Games {
  now: number;
  running: Listed[];
  past: PastGame[];
  more: boolean;
}

/** The own games; with `after` those that stand behind that one. */
export const ownGames = (after?: PastGame): Promise<Games> =>
  get(after === undefined ? '/api/games' : `/api/games?before=${after.ended}&tie=${after.tie}`);

const at = (table: string, rest: string): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

export const cardOf = (table: string): Promise<Listed> => get(at(table, '/card'));

export interface Plan {
  /** How many half-moves have been played, while answers can be prepared. */
  ply: number | null;
  lines: string[][];
}

export const planOf = (table: string): Promise<Plan> => get(at(table, '/plan'));
export const keepPlan = (table: string, ply: number, lines: string[][]): Promise<Plan> =>
  post(at(table, '/plan'), { ply, lines });

export const noteOf = async (table: string): Promise<string> =>
  (await get<{ note: string }>(at(table, '/note'))).note;
/** A page that goes meanwhile does not stop it. */
export const keepNote = (table: string, note: string): Promise<unknown> =>
  post(at(table, '/note'), { note }, { keepalive: true });

export interface Vacation {
  until: number | null;
  days_left: number;
  most_days: number;
  next_from: number | null;
}

export const vacation = (): Promise<Vacation> => get('/api/vacation');
export const takeVacation = (days: number): Promise<Vacation> => post('/api/vacation', { days });

export interface NewInvitation {
  name?: string;
  address?: string;
  other_name: string;
  other_address: string;
  days: number | null;
  color: Color | 'toss';
  rated: boolean;
}

export const invite = (invitation: NewInvitation): Promise<{ confirm_first: boolean }> =>
  post('/api/letters', invitation);

export interface Invitation {
  state: 'open' | 'made' | 'declined' | 'expired';
  you: Seat;
  names: Record<Seat, string>;
  settings: Settings;
  confirmed: Record<Seat, boolean>;
  expires: number;
  path?: string;
}

export const invitationOf = (token: string): Promise<Invitation> => post('/api/letters/look', { token });
export const confirm = (token: string): Promise<Invitation> => post('/api/letters/confirm', { token });
export const decline = (token: string): Promise<Invitation> => post('/api/letters/decline', { token });
