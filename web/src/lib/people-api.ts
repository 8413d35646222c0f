// The HTTP part of people: profiles, ratings, and who sits at a table.
import { get, send } from './api';
import type { Color, Seat } from './protocol';

export type RatingClass = 'blitz' | 'rapid' | 'standard' | 'correspondence';

export interface Rating {
  class: RatingClass;
  rating: number;
  games: number;
  /** So few games were played that it says little. */
  provisional: boolean;
  peak: number;
}

export interface Change {
  before: number;
  after: number;
}

export interface Profile {
  id: string;
  name: string | null;
  /** ms since the epoch. */
  created: number;
  ratings: Rating[];
}

export interface RatingPoint extends Change {
  at: number;
  table: string;
  number: number;
}

export interface PlayedGame {
  table: string;
  number: number;
  color: Color;
  white: { name: string | null; account: string | null };
  black: { name: string | null; account: string | null };
  result: '1-0' | '0-1' | '1/2-1/2' | null;
  termination: string;
  class: RatingClass;
  plies: number;
  ended: number;
  change: Change | null;
}

/** Why a game at a table does not count. */
export type WhyNot = 'casual' | 'owner_unknown' | 'guest_unknown' | 'guest_awaited' | 'same_person' | 'other_start' | 'too_short';

export type SeatedPerson = Profile & {
  /** In the class of this table's game. */
  rating: Rating;
};

export type TablePeople = Record<Seat, SeatedPerson | null> & {
  class: RatingClass;
  rated: boolean;
  why_not: WhyNot | null;
  /** What the game that is over did. */
  changes: ({ number: number } & Record<Color, Change>) | null;
};

const of = (name: string, rest = ''): string => `/api/people/${encodeURIComponent(name)}${rest}`;

export const profile = (name: string): Promise<Profile> => get(of(name));

export const ratingHistory = async (name: string, kind: RatingClass): Promise<RatingPoint[]> =>
  (await get<{ points: RatingPoint[] }>(of(name, `/ratings/${kind}`))).points;

export const gamesOf = (name: string, before: number | null): Promise<{ games: PlayedGame[]; next: number | null }> =>
  get(of(name, `/games${before === null ? '' : `?before=${before}`}`));

export const peopleAt = (table: string): Promise<TablePeople> =>
  get(`/api/tables/${encodeURIComponent(table)}/people`);

export interface NewReport {
  table?: string;
  seat?: Seat;
  person?: string;
  reason: 'chat' | 'name' | 'cheating' | 'stalling' | 'other';
  text: string;
}

export const sendReport = (report: NewReport): Promise<void> => send('POST', '/api/reports', report);
