// What all tasks on a board share: the position shown, what the guide says, refusals with their reason, moves shown
// and taken back, mistakes and stars. What a task makes of a legal move is its own.
import { announcer } from '$lib/announcer.svelte';
import { refusalSentence, t } from '$lib/messages';
import type { Arrow } from '$lib/board/Board.svelte';
import type { Color } from '$lib/protocol';
import type { Reason, Rules } from '$lib/rules';
import { play } from '$lib/sound';
import { letter, looksLikePromotion, type Role } from '$lib/table/placement';
import type { Mood, Wrong } from '../types';
import { Spot, taken } from './spot';

export interface Said {
  mood: Mood;
  text: string;
  article?: string | null;
}

/** Waits; tests do not. */
export type Pause = (ms: number) => Promise<void>;

export const pause: Pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

const STEP_MS = 750;
/** So long is seen what a wrong move leads to. */
const LOOK_MS = 1500;

/** Begins large and ends with a stop, whatever it is already. */
export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** A reason of the rules in one sentence. */
export const reasonSentence = (reason: Reason): string =>
  refusalSentence({ code: reason.code, message: asSentence(reason.sentence), params: reason.params });

/** Three stars without a mistake, two with a few, one for every task that is done. No hint costs more than one. */
export const starsFor = (mistakes: number, hinted: boolean): number => {
  const stars = mistakes === 0 ? 3 : mistakes <= 2 ? 2 : 1;
  return hinted ? Math.min(stars, 2) : stars;
};

export abstract class BoardRun {
  spot: Spot;
  said = $state.raw<Said | null>(null);
  lastMove = $state.raw<{ from: string; to: string } | null>(null);
  marks = $state.raw<readonly string[]>([]);
  arrows = $state.raw<readonly Arrow[]>([]);
  hinted = $state.raw<readonly string[]>([]);
  promotion = $state.raw<{ from: string; to: string } | null>(null);
  /** A reply or a punishment is being shown. */
  busy = $state(false);
  done = $state(false);
  mistakes = $state(0);
  helped = $state(false);
  /** Moves made by the reader. */
  count = $state(0);
  /** The board is set again although its picture has not changed. */
  revision = $state(0);
  /** The task was left: nothing is shown any more. */
  #left = false;

  /** Whose men the reader moves. */
  readonly you: Color;

  constructor(
    readonly rules: Rules,
    from: string | Spot,
    readonly wait: Pause = pause,
  ) {
    const spot = typeof from === 'string' ? new Spot(rules, from) : from;
    this.spot = $state.raw(spot);
    this.you = spot.turn;
  }

  readonly men = $derived.by(() => this.spot.men);
  readonly movable = $derived.by((): Color | null => (this.busy || this.done ? null : this.you));

  get stars(): number {
    return starsFor(this.mistakes, this.helped);
  }

  leave(): void {
    this.#left = true;
  }

  protected get gone(): boolean {
    return this.#left;
  }

  /** A man was moved on the board, or typed. */
  attempt(from: string, to: string, role?: string): void {
    if (this.busy || this.done) return;
    this.marks = [];
    this.hinted = [];
    this.arrows = [];
    const reason = this.spot.why(from, to, role);
    if (reason?.code === 'promotion_required' && role === undefined) {
      this.promotion = { from, to };
      return;
    }
    if (reason) return this.refuse(`${from}${to}${role ?? ''}`, reason);
    void this.move(`${from}${to}${role ?? ''}`);
  }

  choosePromotion(role: Role | null): void {
    const asked = this.promotion;
    this.promotion = null;
    this.revision += 1;
    if (asked && role) this.attempt(asked.from, asked.to, letter(role));
  }

  /** A typed move. Hands back whether it was understood. */
  type(text: string): boolean {
    if (this.busy || this.done) return false;
    const reading = this.spot.read(text);
    if (reading.uci) {
      const uci = reading.uci;
      this.attempt(uci.slice(0, 2), uci.slice(2, 4), uci[4]);
      return true;
    }
    if (reading.reason) this.refuse(null, reading.reason);
    return false;
  }

  /** Own men that a tap may try to go to, by the man in hand: a mistake worth a word. */
  get ownTries(): ReadonlyMap<string, readonly string[]> | undefined {
    return undefined;
  }

  /** What a task makes of a legal move. */
  abstract move(uci: string): Promise<void>;

  /** Wrong moves that the task knows now. */
  protected wrongs(): readonly Wrong[] {
    return [];
  }

  protected known(uci: string): Wrong | undefined {
    return this.wrongs().find((wrong) => wrong.move === uci);
  }

  protected refuse(uci: string | null, reason: Reason): void {
    this.mistakes += 1;
    this.revision += 1;
    this.marks = reason.squares;
    const known = uci ? this.known(uci) : undefined;
    const law = reasonSentence(reason);
    const text = known?.say ? `${law} ${known.say}` : law;
    this.speak({ mood: 'think', text, article: reason.article }, true);
    play('refused');
  }

  /** Puts a move on the board. */
  protected show(uci: string): void {
    const capture = taken(this.spot, uci) !== null;
    this.spot = this.spot.after(uci);
    this.lastMove = { from: uci.slice(0, 2), to: uci.slice(2, 4) };
    play(this.spot.check ? 'check' : capture ? 'capture' : 'move');
  }

  /** A legal move that is not the task: shown with what follows, then taken back. */
  protected async takeBack(uci: string, text: string, reply: readonly string[] = []): Promise<void> {
    const before = { spot: this.spot, lastMove: this.lastMove };
    this.mistakes += 1;
    this.busy = true;
    this.show(uci);
    this.speak({ mood: 'oops', text }, true);
    for (const answer of reply) {
      await this.wait(STEP_MS);
      if (this.gone) return;
      this.show(answer);
    }
    await this.wait(LOOK_MS);
    if (this.gone) return;
    this.spot = before.spot;
    this.lastMove = before.lastMove;
    this.revision += 1;
    this.busy = false;
  }

  /** The answer of the other side, after a moment. */
  protected async answer(uci: string): Promise<void> {
    this.busy = true;
    await this.wait(STEP_MS);
    if (this.gone) return;
    this.show(uci);
    this.busy = false;
  }

  protected finish(text: string): void {
    this.done = true;
    this.busy = false;
    this.hinted = [];
    this.arrows = [];
    this.speak({ mood: this.stars === 3 ? 'proud' : 'happy', text });
    play('notice');
  }

  speak(said: Said, urgent = false): void {
    this.said = said;
    const text = said.article ? `${said.text} ${t('refused.article', { article: said.article })}` : said.text;
    if (urgent) announcer.interrupt(text);
    else announcer.say(text);
  }

  /** What the board may show of legal moves. */
  promotes(from: string, to: string): boolean {
    return looksLikePromotion(this.men, from, to) && this.spot.promotes(from, to);
  }
}
