// What hands do at a tournament table, and what the page remembers of it: touching and adjusting men, pressing the
// clock, claims against an illegal move, the last irregularity. The desk asks it before a man is taken in hand.
import { announcer } from '../announcer.svelte';
import { t } from '../messages';
import { preferences } from '../preferences.svelte';
import type { Color, Due, TableEvent } from '../protocol';
import {
  boundSquares, conductOf, demandedTargets, dueDests, dueMovers, firstUnpressed, isTournament, leftUnpromoted,
  originOf, pressState, type Conduct, type PressState,
} from './conduct';
import type { Desk } from './desk.svelte';

export type Irregularity = Extract<TableEvent, { type: 'irregularity' }>;

/** A press without a move is a fault: the second press, that means it, must come within this time, */
const SURE_WITHIN_MS = 5_000;
/** and not so soon that it is a bounce of the first. */
const SURE_AFTER_MS = 700;

const NONE: Conduct = { touch: false, press: false, penalise: false };

export class BoardConduct {
  /** Pressing the clock without a move has been asked about. */
  doubting = $state(false);
  irregularity = $state.raw<Irregularity | null>(null);
  #doubtSince = 0;
  #doubtTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly desk: Desk) {}

  #game = $derived.by(() => this.desk.table.view?.game ?? null);

  readonly rules = $derived.by((): Conduct => {
    const view = this.desk.table.view;
    return view ? conductOf(view.settings) : NONE;
  });

  readonly tournament = $derived.by(() => isTournament(this.rules));

  /** Whether the board may show what is legal, and checks. */
  readonly hints = $derived.by(() => !this.tournament || preferences.boardHints);

  /** What binds whoever is to move. Nothing is shown of it while a move stands: only an illegal one binds still. */
  readonly due = $derived.by((): Due | null => {
    const hidden = this.desk.standing || this.desk.unanswered || !this.desk.live;
    return hidden || this.desk.table.view?.phase !== 'playing' ? null : (this.#game?.due ?? null);
  });

  /** The squares of men that bind whoever is to move. */
  readonly bound = $derived.by((): readonly string[] =>
    this.due ? boundSquares(this.due, this.#game?.touched ?? []) : [],
  );

  /** Where the bound man must go, when not every move of it will do. */
  readonly demanded = $derived.by((): readonly string[] => {
    return this.due ? demandedTargets(this.due, this.desk.legal) : [];
  });

  /** Whose move is on the board and not completed; legal or not, it is told alike. */
  readonly maker = $derived.by((): Color | null => {
    const game = this.#game;
    if (!this.rules.press || !game || this.desk.table.view?.phase !== 'playing') return null;
    if (this.pressState === 'made') return this.desk.table.color;
    if (game.to_press) return game.to_press;
    return this.desk.standing ? game.turn : null;
  });

  readonly pressState = $derived.by((): PressState | null => {
    const game = this.#game;
    const color = this.desk.table.color;
    if (!this.rules.press || !game || !color || !this.desk.playing) return null;
    return this.desk.unanswered ? 'made' : pressState(game, color);
  });

  /** The first half-move, counted from 1, that is made but not completed. */
  readonly unpressed = $derived.by((): number | null => {
    const game = this.#game;
    if (!this.rules.press || !game || this.desk.table.view?.phase !== 'playing') return null;
    const moves = this.desk.played;
    // The reader's own move that is on its way will be the last one.
    if (this.desk.unanswered) return this.desk.standing ? null : (firstUnpressed(game, moves - 1) ?? moves);
    return firstUnpressed(game, moves);
  });

  get adjusting(): boolean {
    return this.#game?.adjusting ?? false;
  }

  // ---- touching -------------------------------------------------------------

  /** Touches count now: the reader is to move, and has not said that he adjusts. */
  get #counts(): boolean {
    const mine = this.#game?.turn === this.desk.table.color;
    return this.rules.touch && mine && this.desk.mayMove && !this.adjusting && !this.desk.unanswered;
  }

  /** Whether the man may be taken in hand. If not, the reader has been told why. */
  mayTake(square: string): boolean {
    const game = this.#game;
    const man = this.desk.men.get(square);
    if (!game?.due || !man || man.color !== this.desk.table.color || !this.#counts) return true;
    const { due } = game;
    const movers = dueMovers(due);
    if (movers.has(this.#originOf(square))) return true;
    const first = [...movers].map((from) => this.desk.men.get(from)?.role);
    // The king was touched, now a rook: castling with it is what is meant (4.4.1).
    if (man.role === 'rook' && first.includes('king')) {
      this.#sendTouch(square);
      return false;
    }
    const rookFirst = man.role === 'king' && first.includes('rook');
    this.desk.refuse({
      sentence: rookFirst ? t('touch.rook_first') : due.message,
      article: rookFirst ? '4.4.2' : due.article,
      squares: this.bound,
    });
    return false;
  }

  /** A man was touched by a tap, by a drag that begins, or by key. Hands back whether it stays in hand. */
  touched(square: string, how: 'tap' | 'drag' | 'key'): boolean {
    const man = this.desk.men.get(square);
    if (!man || !this.desk.mayMove) return true;
    const mine = man.color === this.desk.table.color;
    if (how !== 'drag' && mine && this.desk.standing && leftUnpromoted(man, square)) {
      this.desk.askPiece(square);
      return false;
    }
    if (!this.#counts || this.#game?.touched.includes(square)) return true;
    if (this.#originOf(square) === square) this.#sendTouch(square);
    return true;
  }

  #originOf = (square: string): string => originOf(square, this.desk.standing?.uci ?? null);

  #sendTouch(square: string): void {
    void this.desk.table.do({ type: 'touch', square });
  }

  /** An attempt that is not what is due; the reader has been told. In doubt the arbiter judges. */
  forbids(from: string, to: string): boolean {
    const due = this.#game?.due;
    if (!due || this.desk.unanswered || this.#game?.turn !== this.desk.table.color) return false;
    const dests = dueDests(due).get(from);
    if (dests && (this.rules.penalise || dests.includes(to))) return false;
    // An illegal attempt with the right man has a better reason than what is due.
    if (dests && this.desk.legal && !this.desk.legal.get(from)?.includes(to)) return false;
    this.desk.refuse({ sentence: due.message, article: due.article, squares: this.bound });
    return true;
  }

  /** "I adjust", or that it is done. */
  adjust(): void {
    if (!this.rules.touch || !this.desk.playing) return;
    void this.desk.table.do({ type: this.adjusting ? 'end_adjust' : 'adjust' });
  }

  /** A long press on a man: it is to be set right. */
  pressedLong(): void {
    if (!this.adjusting) this.adjust();
  }

  /** Does what a typed word says; false when the word is none of these, or means nothing at this table. */
  word(text: string): boolean {
    const word = text.trim().toLowerCase();
    if (word === 'press' && this.rules.press) this.press();
    else if (word === 'adjust' && this.rules.touch) this.adjust();
    else if (word === 'illegal' && this.rules.penalise) this.claimFault();
    else return false;
    return true;
  }

  claimFault(): void {
    void this.desk.table.do({ type: 'claim_fault' });
  }

  // ---- the clock ------------------------------------------------------------

  press(): void {
    const view = this.desk.table.view;
    switch (this.pressState) {
      case 'made':
        this.calm();
        void this.#press();
        break;
      case 'unmade':
        this.#pressWithoutMove();
        break;
      case 'wait':
        announcer.say(t('press.wait', { name: this.desk.opponentName('_within') }));
        break;
      case 'theirs':
        if (view) announcer.say(t('press.theirs', { name: this.desk.opponentName('_within') }));
        break;
    }
  }

  /** The press follows the move: if that is refused, it must not become a press without one. */
  async #press(): Promise<void> {
    if (await this.desk.answer) return;
    await this.desk.table.do({ type: 'press' });
  }

  #pressWithoutMove(): void {
    const now = performance.now();
    if (this.doubting && now - this.#doubtSince >= SURE_AFTER_MS) {
      this.calm();
      void this.desk.table.do({ type: 'press' });
      return;
    }
    if (this.doubting) return;
    this.doubting = true;
    this.#doubtSince = now;
    announcer.interrupt(t('press.sure_spoken'));
    this.#doubtTimer = setTimeout(() => this.calm(), SURE_WITHIN_MS);
  }

  /** The question about a press without a move is withdrawn. */
  calm(): void {
    clearTimeout(this.#doubtTimer);
    this.doubting = false;
  }

  /** Remembers the last irregularity until its author has completed another move. */
  heed(events: readonly TableEvent[]): void {
    const completed = (event: TableEvent): boolean =>
      (event.type === 'clock_pressed' || event.type === 'move_completed') && event.by === this.irregularity?.by;
    if (events.some(completed)) this.irregularity = null;
    for (const event of events) {
      if (event.type !== 'irregularity') continue;
      this.irregularity = event;
      // The man is back where it was: the board must show that, though the position is the same as before.
      this.desk.revision += 1;
      this.desk.promotion = null;
    }
  }

  /** For another game: nothing of the last one is remembered. */
  clear(): void {
    this.calm();
    this.irregularity = null;
  }
}
