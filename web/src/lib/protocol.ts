// The wire between server and browser, protocol version 1: types only. docs/protocol.md is the contract.

export type Color = 'white' | 'black';
export type Seat = 'owner' | 'guest';
export type You = Seat | 'spectator';
export type Phase = 'waiting' | 'playing' | 'over';

export type Preset =
  | 'fide-standard'
  | 'fide-rapid'
  | 'fide-blitz'
  | 'fide-online'
  | 'claims'
  | 'table'
  | 'basic'
  | 'letter'
  | 'studio';

/** Every switch of a rule set. `null` is the "none" of a switch that has one. */
export interface RuleSwitches {
  /** From which occurrence of a position a draw may be claimed. */
  repetition_claim: 3 | null;
  repetition_auto: 3 | 5;
  moves_claim: 50 | null;
  moves_auto: 50 | 75;
  claim_by: 'mover' | 'either';
  /** Claims with an announced move. */
  intended_claims: boolean;
  /** What a wrong claim adds to the opponent's clock. */
  wrong_claim_ms: number;
  dead: 'material' | 'fast' | 'full';
  flag_exception: 'lone_king' | 'us_chess' | 'simple_minor' | 'material_pair' | 'unwinnable';
  resign_when: 'any' | 'own_turn';
  /** How the page asks before it resigns. */
  resign_confirm: 'two_press' | 'dialog' | null;
  resign_exception: 'unwinnable' | null;
  /** Whether draws can be offered. */
  offers: boolean;
  offer_min_plies: number;
  offers_per_move: number | null;
  offer_declined_by_move: boolean;
  /** An offer that stays unanswered for so long becomes a draw. */
  offer_timeout_ms: number | null;
  touch_move: boolean;
  illegal: 'reject' | 'penalise';
  illegal_penalty_ms: number;
  /** When a move is completed. On submit: the page shows it first and sends it at the second word. */
  completion: 'on_release' | 'on_submit' | 'on_press';
  /** What a typed move of a pawn to the last rank becomes that names no piece. */
  promotion: 'ask' | 'queen_if_unnamed';
  start: 'scheduled' | 'on_start_command' | 'on_first_move';
  first_move_limit_ms: number | null;
  lag_compensation: boolean;
  give_time: boolean;
  pause_when_hidden: boolean;
  away_claim_after_ms: number | null;
  away_result: 'as_flag' | 'win';
  takeback: 'off' | 'by_agreement';
  premove: boolean;
  /** Whether the view tells how often a position has stood, and for how long nothing has happened. */
  claim_hints: boolean;
  rating: 'event' | 'elo' | null;
  /** Whether the score of the series is shown. */
  score: boolean;
  notify: 'email' | null;
  /** Whether the field for typed moves is open from the start. */
  input: 'board' | 'board_and_typed';
}

/** What differs from the preset; a switch that equals the preset's value is left out. */
export type Switches = Partial<RuleSwitches>;

export interface RuleSettings {
  preset: Preset;
  switches?: Switches;
}

/** Fischer time is added to what is left after each move, or before it, the first included. */
export type Added = 'after_move' | 'before_move';

export interface Stage {
  /** How many moves of a side it lasts; only the last stage has none and lasts to the end. */
  moves?: number;
  bank_ms: number;
  extra_ms: number;
  extra: 'increment' | 'delay' | 'bronstein';
}

export type ClockSettings =
  | { type: 'untimed' }
  | { type: 'sudden_death'; bank_ms: number }
  | { type: 'fischer'; bank_ms: number; increment_ms: number; added?: Added }
  | { type: 'delay' | 'bronstein'; bank_ms: number; delay_ms: number }
  | { type: 'stages'; stages: Stage[] }
  | { type: 'hourglass'; bank_ms: number }
  | { type: 'days'; days: number };

export type Start =
  | { type: 'standard' }
  | { type: 'chess960'; number: number | null }
  | { type: 'position'; fen: string };

export interface Settings {
  rules: RuleSettings;
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
  | 'aborted'
  | 'illegal_moves'
  | 'unanswered_offer'
  | 'no_start'
  | 'ruling';

/** Whether a side could still have mated when the game ended, with the line or the reason. */
export type Prospect =
  | { type: 'mate'; color: Color; line: string[] }
  | { type: 'no_mate'; color: Color; reason: NoMateReason }
  | { type: 'undecided'; color: Color };

export type NoMateReason =
  | { by: 'material'; class: 'bare_king' | 'knight_against_queens' | 'bishops_of_one_color' }
  | { by: 'locked' }
  | { by: 'closed_set'; positions: number };

/** Points in halves, where the outcome does not say them: an arbiter may give 0–0 or 0–½. */
export interface HalfPoints {
  white: number;
  black: number;
}

export interface Ending {
  outcome: Outcome | null;
  termination: Termination;
  points?: HalfPoints;
  article: string | null;
  prospects: Prospect[];
  message: string;
}

export interface ClockView {
  white_ms: number;
  black_ms: number;
  running: Color | null;
  paused: boolean;
  /** Why the clock of the side to move stands: before its first move, its player looks away, the arbiter's stop. */
  held: 'first_move' | 'hidden' | 'stopped' | null;
  at: number;
  delay_left_ms: number;
}

/** How near the board is to a claim. */
export interface ClaimView {
  /** How often the position on the board has stood. */
  occurrences: number;
  /** Half-moves without capture or pawn move. */
  moves_without_progress: number;
  /** A claim on the position on the board would be right. */
  repetition: boolean;
  fifty: boolean;
}

/** What a touched man, an announced move or begun castling binds the player to. */
export interface Due {
  moves: string[];
  article: string | null;
  message: string;
}

/** An illegal move that stands on the board until it is put right, claimed or pressed. */
export interface Standing {
  uci: string;
  /** The board field of a FEN: what is seen. */
  placement: string;
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
  /** When the open offer becomes a draw by silence. */
  offer_lapses_at: number | null;
  takeback_offer: Color | null;
  /** Whose move is made and waits for the press of the clock. */
  to_press: Color | null;
  standing: Standing | null;
  /** Squares of the men that the side to move has touched. */
  touched: string[];
  adjusting: boolean;
  due: Due | null;
  /** Irregularities that count toward the loss of the game. */
  faults: Record<Color, number>;
  claims: ClaimView | null;
  ending: Ending | null;
}

export interface SeatView {
  name: string | null;
  taken: boolean;
  /** The level of the computer that holds the seat; absent if a person does, or nobody. */
  computer?: string;
  ready: boolean;
  present: boolean;
  /** When his vacation ends, if he was on one at the last event. */
  vacation_until?: number;
  color: Color | null;
}

export interface MoveRecord {
  uci: string;
  san: string;
  spent_ms: number;
  clock_ms: number | null;
}

export type ClaimKind = 'repetition' | 'fifty';

export type Penalty =
  | { type: 'warning' | 'loss' }
  | { type: 'more_time' | 'less_time'; ms: number };

export type RuledPoints = '0' | '1/2' | '1';

export type CommandName = Command['type'];

export type Command =
  | { type: 'unseat_computer' }
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
  | { type: 'claim_away' }
  | { type: 'claim'; what: ClaimKind; uci?: string }
  | { type: 'give_time'; ms: number }
  | TournamentCommand
  | ArbiterCommand;

/** What is done at a board with touch-move, a clock to press, or penalties. */
export type TournamentCommand =
  | { type: 'press' }
  | { type: 'touch'; square: string }
  | { type: 'release'; square: string }
  | { type: 'adjust' }
  | { type: 'end_adjust' }
  | { type: 'claim_fault' }
  | { type: 'promote'; role: 'queen' | 'rook' | 'bishop' | 'knight' };

/** Of an arbiter or a script; players are refused. */
export type ArbiterCommand =
  | { type: 'set_clock'; white_ms: number; black_ms: number }
  | { type: 'stop_clocks' }
  | { type: 'start_clocks' }
  | { type: 'penalise'; color: Color; penalty: Penalty; reason: string }
  | { type: 'rule'; white: RuledPoints; black: RuledPoints }
  | { type: 'restore'; ply: number; white_ms?: number; black_ms?: number }
  | { type: 'note_two_hands' };

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
  | { type: 'seat_taken'; seat: Seat; name: string | null; computer?: string }
  | { type: 'seat_freed'; seat: Seat }
  | { type: 'name_set'; seat: Seat; name: string }
  | { type: 'settings_changed'; settings: Settings }
  | { type: 'ready_set'; seat: Seat; ready: boolean }
  | { type: 'game_started'; number: number; white: Seat; start_fen: string; chess960: boolean }
  | ({ type: 'move_played'; ply: number; lag_ms?: number } & MoveRecord)
  | { type: 'draw_offered' | 'draw_declined'; by: Color }
  | { type: 'takeback_offered' | 'takeback_declined'; by: Color }
  | { type: 'takeback_accepted'; by: Color; plies: number }
  | { type: 'game_ended'; outcome: Outcome | null; termination: Termination; points?: HalfPoints }
  | { type: 'rematch_offered' | 'rematch_declined'; by: Seat }
  | { type: 'presence_noted'; seat: Seat; present: boolean }
  | { type: 'vacation_noted'; seat: Seat; until: number }
  | { type: 'paused'; since: number; until: number }
  | { type: 'resumed' }
  | {
      type: 'draw_claimed';
      by: Color;
      what: ClaimKind;
      intended?: { uci: string; san: string };
      right: boolean;
      penalty_ms: number;
      /** After which half-moves the position stood, for repetition. */
      plies: number[];
    }
  | { type: 'time_given'; by: Color; to: Color; ms: number }
  | TournamentEvent
  | ArbiterEvent;

export type IrregularityKind = 'illegal_move' | 'unpromoted_pawn' | 'press_without_move' | 'two_hands';

export type TournamentEvent =
  | ({ type: 'move_made'; ply: number } & MoveRecord)
  /** Completed by the press, or without one by the next move of the same player. */
  | { type: 'clock_pressed' | 'move_completed'; by: Color; spent_ms: number; clock_ms: number | null }
  | { type: 'touched'; by: Color; square: string }
  | { type: 'adjusting' | 'adjusted'; by: Color }
  | { type: 'castling_begun'; by: Color; uci: string }
  | { type: 'illegal_made'; by: Color; uci: string }
  | { type: 'illegal_retracted'; by: Color }
  | {
      type: 'irregularity';
      by: Color;
      kind: IrregularityKind;
      article: string;
      count: number;
      penalty_ms: number;
      uci?: string;
    };

export type ArbiterEvent =
  | { type: 'clock_set'; white_ms: number; black_ms: number }
  | { type: 'clocks_stopped' | 'clocks_started' }
  | { type: 'penalised'; color: Color; penalty: Penalty; reason: string }
  /** `plies` half-moves went back. */
  | { type: 'moves_restored'; plies: number; white_ms?: number; black_ms?: number }
  | { type: 'two_hands_noted'; by: Color };

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
  /** What a player has said. */
  chat?: ChatLine;
}

/** Something that a player has said: a text, or a phrase that the reader's page puts into words. */
export interface ChatLine {
  /** 1 for the first one at this table. */
  number: number;
  seat: Seat;
  text?: string;
  phrase?: string;
  at: number;
}

export type Said = { text: string } | { phrase: string };

export type ClientMessage = { id: string; do: Command } | { ping: number } | { say: Said };

export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white');
export const otherSeat = (seat: Seat): Seat => (seat === 'owner' ? 'guest' : 'owner');
