// The wire between server and browser, protocol version 1: types only. docs/protocol.md is the contract.

export type Color = 'white' | 'black';
export type Seat = 'owner' | 'guest';
export type You = Seat | 'spectator';
export type Phase = 'waiting' | 'playing' | 'over';

export type Preset = 'fide-online' | 'table';

/** What differs from the preset; a switch that equals the preset's value is left out. */
export interface Switches {
  repetition_auto?: 3 | 5;
  moves_auto?: 50 | 75;
  dead?: 'material' | 'full';
  flag_exception?: 'lone_king' | 'unwinnable';
  resign_exception?: 'unwinnable' | null;
  offer_min_plies?: number;
  takeback?: 'off' | 'by_agreement';
  away_claim_after_ms?: number | null;
  premove?: boolean;
}

export type ClockSettings =
  | { type: 'untimed' }
  | { type: 'sudden_death'; bank_ms: number }
  | { type: 'fischer'; bank_ms: number; increment_ms: number }
  | { type: 'delay'; bank_ms: number; delay_ms: number };

export type Start =
  | { type: 'standard' }
  | { type: 'chess960'; number: number | null }
  | { type: 'position'; fen: string };

export interface Settings {
  rules: { preset: Preset; switches?: Switches };
  clock: ClockSettings;
  owner_color: Color | 'toss';
  start: Start;
}

export type Outcome = { type: 'win'; color: Color } | { type: 'draw' };

export type Termination =
  | 'checkmate'
  | 'stalemate'
  | 'dead_position'
  | 'threefold'
  | 'fivefold'
  | 'fifty_moves'
  | 'seventy_five_moves'
  | 'agreement'
  | 'resignation'
  | 'time_forfeit'
  | 'abandonment'
  | 'aborted';

/** Whether a side could still have mated when the game ended, with the line or the reason. */
export type Prospect =
  | { type: 'mate'; color: Color; line: string[] }
  | { type: 'no_mate'; color: Color; reason: NoMateReason }
  | { type: 'undecided'; color: Color };

export type NoMateReason =
  | { by: 'material'; class: 'bare_king' | 'knight_against_queens' | 'bishops_of_one_color' }
  | { by: 'locked' }
  | { by: 'closed_set'; positions: number };

export interface Ending {
  outcome: Outcome | null;
  termination: Termination;
  article: string | null;
  prospects: Prospect[];
  message: string;
}

export interface ClockView {
  white_ms: number;
  black_ms: number;
  running: Color | null;
  paused: boolean;
  at: number;
  delay_left_ms: number;
}

export interface GameView {
  number: number;
  white: Seat;
  start_fen: string;
  chess960: boolean;
  ply: number;
  turn: Color;
  fen: string;
  clock: ClockView | null;
  draw_offer: Color | null;
  takeback_offer: Color | null;
  ending: Ending | null;
}

export interface SeatView {
  name: string | null;
  taken: boolean;
  ready: boolean;
  present: boolean;
  color: Color | null;
}

export interface MoveRecord {
  uci: string;
  san: string;
  spent_ms: number;
  clock_ms: number | null;
}

export type CommandName = Command['type'];

export type Command =
  | { type: 'set_name'; name: string }
  | { type: 'configure'; settings: Settings }
  | { type: 'ready'; ready: boolean }
  | { type: 'start' }
  | { type: 'move'; uci: string; ply?: number }
  | { type: 'offer_draw' }
  | { type: 'accept_draw' }
  | { type: 'decline_draw' }
  | { type: 'resign' }
  | { type: 'abort' }
  | { type: 'offer_takeback' }
  | { type: 'accept_takeback' }
  | { type: 'decline_takeback' }
  | { type: 'offer_rematch' }
  | { type: 'decline_rematch' }
  | { type: 'claim_away' };

export interface View {
  table: string;
  seq: number;
  phase: Phase;
  you: You;
  link: string;
  settings: Settings;
  seats: Record<Seat, SeatView>;
  score: { owner: number; guest: number; games: number };
  game: GameView | null;
  rematch_offer: Seat | null;
  away: { seat: Seat; since: number; claim_from: number } | null;
  can: CommandName[];
  moves?: MoveRecord[];
}

export type TableEvent =
  | { type: 'table_opened'; settings: Settings; owner_name: string | null }
  | { type: 'seat_taken'; seat: Seat; name: string | null }
  | { type: 'name_set'; seat: Seat; name: string }
  | { type: 'settings_changed'; settings: Settings }
  | { type: 'ready_set'; seat: Seat; ready: boolean }
  | { type: 'game_started'; number: number; white: Seat; start_fen: string; chess960: boolean }
  | ({ type: 'move_played'; ply: number } & MoveRecord)
  | { type: 'draw_offered' | 'draw_declined'; by: Color }
  | { type: 'takeback_offered' | 'takeback_declined'; by: Color }
  | { type: 'takeback_accepted'; by: Color; plies: number }
  | { type: 'game_ended'; outcome: Outcome | null; termination: Termination }
  | { type: 'rematch_offered' | 'rematch_declined'; by: Seat }
  | { type: 'presence_noted'; seat: Seat; present: boolean }
  | { type: 'paused'; since: number; until: number }
  | { type: 'resumed' };

export interface RecordedEvent {
  seq: number;
  at: number;
  event: TableEvent;
}

export type Params = Record<string, string | number>;

export interface Refusal {
  code: string;
  article: string | null;
  message: string;
  squares: string[];
  params: Params;
}

export interface WireError {
  code: string;
  message: string;
  /** On a socket: the command that it is about. */
  id?: string;
}

export interface ServerMessage {
  hello?: { v: number; now: number; view: View };
  events?: RecordedEvent[];
  view?: View;
  now?: number;
  answer?: { id: string; seq?: number; refusal?: Refusal };
  pong?: number;
  error?: WireError;
}

export type ClientMessage = { id: string; do: Command } | { ping: number };

export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white');
export const otherSeat = (seat: Seat): Seat => (seat === 'owner' ? 'guest' : 'owner');
