// The wire of the lobby: types only. docs/protocol.md is the contract.
import type { Listed } from '../letters/api';
import type { ClockSettings, Color, Seat, WireError } from '../protocol';

export type ColorWish = Color | 'toss';

export interface RatingRange {
  min: number;
  max: number;
}

interface Standing {
  rating?: number;
  provisional?: boolean;
}

export interface Seek extends Standing {
  id: string;
  name: string | null;
  guest: boolean;
  clock: ClockSettings;
  rated: boolean;
  /** What its seeker wants to play. */
  color: ColorWish;
  range: RatingRange | null;
  made: number;
}

export interface SeekWish {
  clock: ClockSettings;
  color?: ColorWish;
  rated?: boolean;
  range?: RatingRange;
  name?: string;
}

export interface Here {
  people: number;
  guests: number;
}

export interface LivePlayer extends Standing {
  name: string | null;
  guest: boolean;
}

/** A game that runs and can be watched. */
export interface LiveGame {
  table: string;
  white: LivePlayer;
  black: LivePlayer;
  clock: ClockSettings;
  rated: boolean;
  fen: string;
  ply: number;
  watchers: number;
  since: number;
}

export interface Challenge extends Standing {
  id: string;
  from: string | null;
  to: string | null;
  clock: ClockSettings;
  rated: boolean;
  color: ColorWish;
  until: number;
}

export type DeclineReason = 'none' | 'later' | 'faster' | 'slower' | 'rated' | 'casual';

export type Notice = { id: number } & (
  | { type: 'rematch' | 'began'; table: string; name: string | null; /** To the own seat. */ link?: string }
  | { type: 'declined'; name: string | null; reason: DeclineReason }
);

export interface Paired {
  table: string;
  seat: Seat;
  seat_link: string;
  opponent: string | null;
}

export type Topic = 'seeks' | 'online' | 'games';

export interface LobbyMessage {
  hello?: { v: number; now: number; name: string | null };
  state?: {
    here: Here;
    mine: string[];
    seeks?: Seek[];
    online?: string[];
    games?: LiveGame[];
    tv: string | null;
  };
  seeks?: { added: Seek[]; gone: string[] };
  mine?: string[];
  here?: Here;
  online?: { added: string[]; gone: string[] };
  games?: { changed: LiveGame[]; gone: string[] };
  tv?: string | null;
  paired?: Paired;
  challenges?: Challenge[];
  /** How a game by letter of the reader stands now; without a card it is over. */
  letter?: Listed;
  notice?: Notice;
  notice_gone?: number;
  error?: WireError;
}
