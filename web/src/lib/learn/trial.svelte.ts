// The state of a diagram on which moves are tried: what was played on it, what was refused and why.
import { announcer } from '$lib/announcer.svelte';
import { refusalSentence, t } from '$lib/messages';
import type { Color } from '$lib/protocol';
import { Follower, type Dests, type Line, type Reason, type Rules } from '$lib/rules';
import { letter, readPlacement, sideToMove, type Placement, type Role } from '$lib/table/placement';
import { moveInWords } from '$lib/table/words';
import { texts } from './learn.en';

/** Where a trial begins. */
export interface Beginning {
  fen: string;
  /** Played already, and not taken back. */
  moves: readonly string[];
  chess960: boolean;
}

export interface Notice {
  kind: 'refused' | 'played' | 'over';
  sentence: string;
  article: string | null;
}

interface Scene {
  fen: string;
  dests: Dests;
  check: string | null;
}

const EMPTY: Scene = { fen: '', dests: new Map(), check: null };

export class Trial {
  /** The moves that were tried and stand. */
  played = $state.raw<readonly string[]>([]);
  scene = $state.raw<Scene>(EMPTY);
  notice = $state.raw<Notice | null>(null);
  /** Squares that the last refusal points at. */
  marks = $state.raw<readonly string[]>([]);
  promotion = $state.raw<{ from: string; to: string; color: Color } | null>(null);
  /** Grows whenever the board must be set again. */
  revision = $state(0);

  #follower: Follower;

  constructor(
    rules: Rules,
    readonly start: Beginning,
  ) {
    this.#follower = new Follower(rules);
    this.#show();
  }

  readonly men = $derived.by((): Placement => readPlacement(this.scene.fen));
  readonly turn = $derived.by((): Color => sideToMove(this.scene.fen));
  readonly lastMove = $derived.by(() => {
    const last = this.played.at(-1) ?? this.start.moves.at(-1);
    return last ? { from: last.slice(0, 2), to: last.slice(2, 4) } : null;
  });

  /** A move with hand or key. */
  attempt(from: string, to: string): void {
    const line = this.#line();
    if (!line) return;
    if (line.promotes(from, to)) {
      this.promotion = { from, to, color: this.turn };
      return;
    }
    this.try(from + to);
  }

  choose(role: Role | null): void {
    const asked = this.promotion;
    this.promotion = null;
    if (asked && role) this.try(asked.from + asked.to + letter(role));
    else this.revision += 1;
  }

  /** Plays a move, or says why it cannot be played. */
  try(uci: string): void {
    const line = this.#line();
    this.promotion = null;
    this.revision += 1;
    if (!line) return;
    const reason = line.why(uci.slice(0, 2), uci.slice(2, 4), uci[4]);
    if (reason) return this.#refuse(reason);
    const san = line.san(uci);
    this.played = [...this.played, uci];
    this.marks = [];
    this.#show();
    const over = this.#over();
    this.notice = over ?? { kind: 'played', sentence: texts('try.played', { move: san }), article: null };
    announcer.say(over ? `${moveInWords(san)}. ${over.sentence}` : moveInWords(san));
  }

  /** A move as people type it. Hands back whether it was played. */
  read(text: string): boolean {
    const reading = this.#line()?.read(text);
    if (!reading) return false;
    if (reading.uci) this.try(reading.uci);
    else if (reading.reason) this.#refuse(reading.reason);
    return reading.uci !== undefined;
  }

  back(): void {
    this.#rewind(this.played.slice(0, -1));
  }

  again(): void {
    this.#rewind([]);
  }

  #rewind(played: readonly string[]): void {
    this.played = played;
    this.notice = null;
    this.marks = [];
    this.promotion = null;
    this.revision += 1;
    this.#show();
  }

  #refuse(reason: Reason): void {
    const sentence = refusalSentence({ code: reason.code, message: reason.sentence, params: reason.params });
    this.notice = { kind: 'refused', sentence, article: reason.article };
    this.marks = reason.squares;
    announcer.interrupt(sentence);
  }

  #line(): Line | null {
    const { fen, moves, chess960 } = this.start;
    return this.#follower.follow(fen, chess960, [...moves, ...this.played]);
  }

  #show(): void {
    const line = this.#line();
    if (!line) return;
    const ply = line.ply();
    this.scene = { fen: line.fen(ply), dests: this.#follower.dests(line), check: line.check(ply) ?? null };
  }

  /** Mate and stalemate; who is at the board knows no other end. */
  #over(): Notice | null {
    if (this.scene.dests.size > 0) return null;
    const color = t(`color.${this.turn}`);
    const sentence = this.scene.check ? texts('try.mate', { color }) : texts('try.stalemate', { color });
    return { kind: 'over', sentence, article: this.scene.check ? '5.1.1' : '5.2.1' };
  }
}
