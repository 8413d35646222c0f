// A table against the computer while it is played: when the computer thinks and moves, takebacks that it always
// grants, hints, the game that is kept when it is over. The table judges; the engine thinks in its worker.
import { announcer } from '../announcer.svelte';
import { endingSentence, t } from '../messages';
import { tell } from '../messages/computer-game.en';
import type { ClockView, Refusal, Settings, TableEvent, View } from '../protocol';
import type { LocalTable } from '../local/local-table.svelte';
import type { Choice, ClockLeft, Hint, Played } from '../engine/questions';
import { EngineWorker } from '../engine/engine';
import { Desk } from '../table/desk.svelte';
import { react, sentenceFor } from '../table/reactions';
import type { TableState } from '../table/reduce';
import { moveInWords } from '../table/words';
import { archiveId, keepGame, type ArchivedGame } from './archive';
import { Hinting } from './hinting.svelte';
import { levelOf } from './levels';

/** A person may think for half a minute; whoever plays a computer does not wait so long for it to pretend. */
const LONGEST_PAUSE_MS = 6_000;

/** How long it stands to be read that the clock has stood. */
const STOOD_MS = 15_000;

/** The part of the engine that is asked here. */
export interface Mind {
  newGame(): Promise<void>;
  choose(question: Played & { level: string; seed: number; clock: ClockLeft | null }): Promise<Choice | null>;
  hint(game: Played): Promise<Hint | null>;
  stop(): void;
  close(): void;
}

/** What a game needs from the world besides its table. */
export interface GameWorld {
  mind(): Promise<Mind>;
  /** Keeps a game that is over, unless it is kept already. */
  keep(game: ArchivedGame): Promise<void>;
  /** Nobody looks at the page. */
  hidden(): boolean;
}

const browser: GameWorld = {
  mind: () => EngineWorker.start(),
  keep: (game) => keepGame(game),
  hidden: () => document.visibilityState === 'hidden',
};

/** Where a game stands in which the computer is to move. */
interface Turn {
  number: number;
  ply: number;
}

export class ComputerGame {
  readonly desk: Desk;
  readonly hinting: Hinting;
  /** The computer looks for its move, or waits as a person would. */
  thinking = $state(false);
  /** The engine cannot be had, or has broken down. */
  failed = $state(false);
  #mind: Promise<Mind> | null = null;
  /** What is thought about; null while the computer is not to move. */
  #turn: Turn | null = null;
  /** Ends the wait before a move. */
  #hurry: (() => void) | null = null;
  #left = false;

  constructor(
    readonly table: LocalTable,
    readonly world: GameWorld = browser,
  ) {
    this.desk = new Desk(table.owner);
    this.hinting = new Hinting(this.desk, async (played) => (await this.#asked()).hint(played));
  }

  /** What the person sees. */
  get view(): View {
    return this.table.owner.view;
  }

  /** How the archive knows the game that is over; null where none is. */
  readonly kept = $derived.by(() => idOf(this.table.id, this.view));

  readonly level = $derived.by(() => levelOf(this.table.computer?.level));

  /** How the opponent is called. */
  get name(): string {
    return this.view.seats.guest.name ?? '';
  }

  /** How strong it plays; null of a level that is not known any more. */
  get rating(): number | null {
    return levelOf(this.table.computer?.level)?.rating ?? null;
  }

  /** Whether a hint can be asked for now. */
  readonly hintable = $derived.by(() => (this.table.computer?.hints ?? false) && this.desk.myTurn && !this.desk.unanswered);

  /** The settings can still be changed: nothing has been played that counts (R123), or the game is over. */
  readonly changeable = $derived.by(
    () => !this.table.elsewhere && (this.view.phase === 'over' || this.table.owner.can('abort')),
  );

  /** Nothing has been played at this table that anybody would miss. */
  readonly fresh = $derived.by(() => this.view.phase === 'playing' && this.view.score.games === 0 && this.changeable);

  /** Plays, speaks and sounds; the way to stop comes back. */
  follow(): () => void {
    const silence = react(this.table.owner, this.desk, (event, view) => this.#wording(event, view));
    const stop = this.table.owner.listen((events, before, after) => this.#heed(events, before, after));
    // What the page was closed too early for.
    this.#keep(this.table.state('owner'));
    if (this.view.game?.takeback_offer) this.#grant();
    this.#consider();
    return () => {
      this.#left = true;
      silence();
      stop();
      this.#abandon();
      this.#dismiss();
    };
  }

  /** Nobody looks any more: a wait for the eye ends. */
  hide(): void {
    this.#hurry?.();
    this.table.suspend();
  }

  show(): void {
    const clock = this.view.phase === 'playing' ? this.view.game?.clock : null;
    const stood = !this.table.elsewhere && (this.table.paused || clock?.held === 'hidden');
    this.table.arrive();
    this.#consider();
    if (!stood) return;
    this.desk.remark(tell('stood'), STOOD_MS);
    announcer.say(tell('stood'));
  }

  /** Another window plays on: nothing is thought or told here any more. */
  lookOn(): void {
    this.hinting.clear();
    this.#abandon();
    this.#dismiss();
  }

  async hint(): Promise<void> {
    if (!this.hintable) return;
    try {
      await this.hinting.more();
    } catch {
      // A move of the person's own stops the engine, too: then there is nothing to tell.
      if (this.hintable) this.#fail();
    }
  }

  /** The engine is tried again. */
  retry(): void {
    this.#abandon();
    this.#dismiss();
    this.failed = false;
    this.#consider();
  }

  /** Another game with the same settings: colors as they were chosen, the score goes on (R125, R127). */
  again(): Promise<Refusal | null> {
    return this.change(this.view.settings);
  }

  /** Another game with other settings, in the place of one that has not begun (R123) or after one (R126). */
  async change(settings: Settings): Promise<Refusal | null> {
    if (this.view.phase === 'playing') {
      const refusal = await this.table.act('owner', { type: 'abort' });
      if (refusal) return refusal;
    }
    return this.table.reopen(settings);
  }

  #wording(event: TableEvent, view: View): string {
    const mine = view.seats.owner.color;
    // It neither goes away nor comes back.
    if (event.type === 'presence_noted') return '';
    if (event.type !== 'move_played') return sentenceFor(event, view);
    const white = event.ply % 2 === (view.game?.start_fen.split(' ')[1] === 'b' ? 0 : 1);
    if (white === (mine === 'white')) return sentenceFor(event, view);
    return t('computer.plays', { name: this.name, move: moveInWords(event.san) });
  }

  #heed(events: readonly TableEvent[], before: TableState, after: TableState): void {
    if (before.moves !== after.moves || before.view.game?.number !== after.view.game?.number) this.hinting.clear();
    if (this.table.elsewhere) return;
    for (const event of events) {
      if (event.type === 'takeback_offered') this.#grant();
      if (event.type === 'game_started') void this.#asked().then((mind) => mind.newGame()).catch(() => undefined);
      if (event.type === 'game_ended') this.#keep(after);
    }
    this.#consider();
  }

  #grant(): void {
    void this.table.act('guest', { type: 'accept_takeback' });
  }

  /** Thinks if the computer is to move, and about nothing else. */
  #consider(): void {
    const turn = this.#computersTurn();
    if (turn?.number === this.#turn?.number && turn?.ply === this.#turn?.ply) return;
    this.#abandon();
    this.#turn = turn;
    if (turn && !this.failed) void this.#think(turn);
  }

  #computersTurn(): Turn | null {
    const { phase, game, seats } = this.view;
    if (this.#left || this.table.elsewhere || phase !== 'playing' || !game || game.turn !== seats.guest.color) return null;
    return { number: game.number, ply: game.ply };
  }

  #abandon(): void {
    this.#turn = null;
    this.thinking = false;
    this.#hurry?.();
    void this.#mind?.then((mind) => mind.stop(), () => undefined);
  }

  /** Whoever asks next asks another engine. */
  #dismiss(): void {
    void this.#mind?.then((mind) => mind.close(), () => undefined);
    this.#mind = null;
  }

  async #think(turn: Turn): Promise<void> {
    this.thinking = true;
    try {
      const mind = await this.#asked();
      if (this.#turn !== turn) return;
      const { game } = this.view;
      const { computer } = this.table;
      if (!game || !computer) return;
      const began = performance.now();
      const choice = await mind.choose({
        ...this.#played(),
        level: computer.level,
        // The games of one table differ from each other.
        seed: computer.seed + game.number,
        clock: clockLeft(game.clock, this.view),
      });
      if (this.#turn !== turn) return;
      if (!choice) throw new Error('no move');
      await this.#wait(Math.min(choice.pauseMs, LONGEST_PAUSE_MS) - (performance.now() - began));
      if (this.#turn !== turn) return;
      const refusal = await this.table.act('guest', { type: 'move', uci: choice.uci, ply: turn.ply });
      if (refusal && !this.table.elsewhere) throw new Error(refusal.code);
    } catch {
      // Stopped since the game went another way: then somebody else has taken over.
      if (this.#turn === turn) this.#fail();
    }
  }

  #fail(): void {
    this.failed = true;
    this.#turn = null;
    this.thinking = false;
  }

  /** Waits as a person would; not while nobody looks. */
  #wait(ms: number): Promise<void> {
    if (ms <= 0 || this.world.hidden()) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        this.#hurry = null;
        resolve();
      };
      const timer = setTimeout(go, ms);
      this.#hurry = go;
    });
  }

  #played(): Played {
    const { view, moves } = this.table.state('owner');
    const { start_fen: start = '', chess960 = false } = view.game ?? {};
    return { start, moves: moves.map((move) => move.uci), chess960 };
  }

  #asked(): Promise<Mind> {
    this.#mind ??= this.world.mind();
    return this.#mind;
  }

  #keep({ view, moves }: TableState): void {
    const { game } = view;
    const id = idOf(this.table.id, view);
    if (!id || !game?.ending) return;
    const person = { name: view.seats.owner.name ?? t('name.you'), level: null };
    const computer = { name: this.name, level: this.table.computer?.level ?? null };
    const isWhite = view.seats.owner.color === 'white';
    const spent = moves.reduce((sum, move) => sum + move.spent_ms, 0);
    const endedAt = this.table.endedAt ?? this.table.now();
    const kept: ArchivedGame = {
      id,
      startedAt: endedAt - spent,
      endedAt,
      white: isWhite ? person : computer,
      black: isWhite ? computer : person,
      you: view.seats.owner.color,
      settings: view.settings,
      startFen: game.start_fen,
      chess960: game.chess960,
      moves: moves.map((move) => move.uci),
      outcome: game.ending.outcome,
      termination: game.ending.termination,
      sentence: endingSentence(game.ending),
    };
    // Where it cannot be kept, the table still has it, and it is tried again when somebody comes back to it.
    this.world.keep(kept).catch(() => undefined);
  }
}

function idOf(table: string, { phase, game }: View): string | null {
  return phase === 'over' && game?.ending ? archiveId(table, game.number, game.ending.termination) : null;
}

/** What the computer's clock has left, as its opponents reckon: what a move gives back counts as an increment. */
function clockLeft(clock: ClockView | null, view: View): ClockLeft | null {
  const color = view.seats.guest.color;
  if (!clock || !color) return null;
  const settings = view.settings.clock;
  const increment =
    settings.type === 'fischer' ? settings.increment_ms : 'delay_ms' in settings ? settings.delay_ms : 0;
  return { remainingMs: color === 'white' ? clock.white_ms : clock.black_ms, incrementMs: increment };
}
