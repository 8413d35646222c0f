// A mini-game against the computer: its own end besides those of the Laws, and the result in words.
import type { Hand } from '$lib/board/Board.svelte';
import { reasonsTold } from '$lib/engine/reasons';
import { refusals } from '$lib/messages/refusals.en';
import { fill } from '$lib/messages/catalogue';
import { otherColor, type Color } from '$lib/protocol';
import type { Rules } from '$lib/rules';
import type { PlayGame, Wrong } from '../types';
import { learn } from '../words';
import { BoardRun, type Pause } from './board-run.svelte';
import { ClockPair } from './clock-pair.svelte';
import type { Opponent } from './opponent';
import type { Spot } from './spot';
import { mayTouch, obeys, touch, type Bound } from './touching';

/** How a mini-game ended: well, badly, or neither. */
export interface GameEnd {
  result: 'won' | 'lost' | 'drawn';
  text: string;
}

const FIFTY = 100;

/** What makes two positions the same: men, side to move, castling, en passant. */
const key = (spot: Spot): string => spot.fen.split(' ').slice(0, 4).join(' ');

/** Nobody can mate with what is left: a lone king each, or one with a bishop or knight. */
export function bareMaterial(spot: Spot): boolean {
  const rest = [...spot.men.values()].filter((man) => man.role !== 'king');
  return rest.length === 0 || (rest.length === 1 && (rest[0]?.role === 'bishop' || rest[0]?.role === 'knight'));
}

export class PlayRun extends BoardRun {
  end = $state.raw<GameEnd | null>(null);
  /** The opponent thinks. */
  thinking = $state(false);
  moves = $state.raw<readonly string[]>([]);
  bound = $state.raw<Bound | null>(null);
  readonly clock: ClockPair | null;
  /** A hint is being looked for. */
  helping = $state(false);
  /** A move is made and the clock is not pressed yet. */
  unpressed = $state(false);
  #keys = new Map<string, number>();

  constructor(
    rules: Rules,
    readonly game: PlayGame,
    readonly opponent: Opponent,
    wait?: Pause,
    now?: () => number,
  ) {
    super(rules, game.fen, wait);
    this.clock = game.clock
      ? new ClockPair({ white: game.clock.seconds, black: game.clock.seconds }, game.clock.increment * 1000, now)
      : null;
    this.#keys.set(key(this.spot), 1);
  }

  /** Whose men the reader moves, whoever begins. */
  get side(): Color {
    return this.game.you;
  }

  readonly mine = $derived.by((): boolean =>
    this.end === null && !this.thinking && !this.unpressed && this.spot.turn === this.game.you);

  /** The computer begins where it is to move. */
  async begin(): Promise<void> {
    if (this.spot.turn !== this.game.you) await this.#reply();
  }

  protected override wrongs(): readonly Wrong[] {
    return [];
  }

  override attempt(from: string, to: string, role?: string): void {
    if (!this.mine) {
      if (this.unpressed) this.speak({ mood: 'think', text: learn('clock.press_first') }, true);
      return;
    }
    if (this.bound && !this.spot.why(from, to, role ?? undefined) && !obeys(this.spot, this.bound, `${from}${to}`)) {
      return this.#held();
    }
    super.attempt(from, to, role);
  }

  async move(uci: string): Promise<void> {
    if (this.clock && !this.clock.running && this.moves.length === 0) this.clock.start(this.game.you);
    this.bound = null;
    this.#put(uci);
    this.count += 1;
    this.said = null;
    if (this.#judge(uci, this.game.you)) return;
    if (this.clock) {
      this.unpressed = true;
      this.speak({ mood: 'hello', text: learn('clock.now_press') });
      return;
    }
    await this.#reply();
  }

  /** The reader's hand comes down on the clock. */
  async press(): Promise<void> {
    if (!this.clock || this.end) return;
    if (!this.unpressed) {
      this.speak({ mood: 'think', text: learn('clock.nothing_made') }, true);
      return;
    }
    this.unpressed = false;
    this.said = null;
    this.clock.press(this.game.you);
    await this.#reply();
  }

  /** The move that the engine would play here, told and marked; asked for by whoever is stuck. */
  async help(): Promise<void> {
    const { moves } = this;
    if (!this.mine || this.helping) return;
    this.helping = true;
    const hint = await this.opponent.hint(this.game.fen, moves).catch(() => null);
    this.helping = false;
    if (this.gone || this.end || this.moves !== moves) return;
    if (!hint) return this.speak({ mood: 'oops', text: learn('play.no_hint') }, true);
    this.marks = [];
    this.hinted = [hint.uci.slice(0, 2), hint.uci.slice(2, 4)];
    this.speak({ mood: 'think', text: learn('play.hint_is', { move: this.spot.san(hint.uci), why: reasonsTold(hint.why) }) }, true);
  }

  giveUp(): void {
    if (!this.end) this.#over({ result: 'lost', text: learn('play.given_up') });
  }

  /** Called now and then while clocks run. */
  tick(): void {
    this.clock?.tick();
    const fallen = this.clock?.fallen;
    if (!fallen || this.end) return;
    this.#over(fallen === this.game.you
      ? { result: 'lost', text: learn('play.flag_you') }
      : { result: 'won', text: learn('play.flag_other') });
  }

  async #reply(): Promise<void> {
    this.thinking = true;
    const [uci] = await Promise.all([this.opponent.answer(this.game.fen, this.moves), this.wait(500)]);
    this.thinking = false;
    if (this.gone || this.end) return;
    this.#put(uci);
    this.clock?.press(otherColor(this.game.you));
    this.#judge(uci, otherColor(this.game.you));
  }

  #put(uci: string): void {
    this.show(uci);
    this.moves = [...this.moves, uci];
    const now = key(this.spot);
    this.#keys.set(now, (this.#keys.get(now) ?? 0) + 1);
  }

  #over(end: GameEnd): true {
    this.end = end;
    this.clock?.stop();
    this.done = true;
    this.speak({ mood: end.result === 'won' ? 'proud' : end.result === 'lost' ? 'oops' : 'happy', text: end.text });
    return true;
  }

  /** Three for the goal, two for a draw, one for a game that was played to its end. */
  override get stars(): number {
    if (this.end?.result === 'won') return 3;
    return this.end?.result === 'drawn' ? 2 : 1;
  }

  /** Whether the game is over with this move. Mate comes first, as in the Laws. */
  #judge(uci: string, mover: Color): boolean {
    const { spot, game } = this;
    const you = mover === game.you;
    if (spot.state === 'mate') {
      return this.#over(you ? { result: 'won', text: learn('play.mate_you') } : { result: 'lost', text: learn('play.mate_other') });
    }
    const own = this.#goal(uci, you);
    if (own) return this.#over(own);
    const drawn = this.#drawn();
    if (!drawn) return false;
    return this.#over({ result: game.goal.type === 'draw' ? 'won' : 'drawn', text: drawn });
  }

  #goal(uci: string, you: boolean): GameEnd | null {
    const { goal } = this.game;
    const won = (text: string): GameEnd => ({ result: 'won', text });
    const lost = (text: string): GameEnd => ({ result: 'lost', text });
    switch (goal.type) {
      case 'promote':
        if (uci.length === 5) return you ? won(learn('play.promoted_you')) : lost(learn('play.promoted_other'));
        if (![...this.men.values()].some((man) => man.role === 'pawn')) return { result: 'drawn', text: learn('play.no_pawns') };
        return null;
      case 'check':
        return this.spot.check ? (you ? won(learn('play.check_you')) : lost(learn('play.check_other'))) : null;
      case 'capture': {
        const enemy = otherColor(this.game.you);
        if (!you && uci.length === 5) return lost(learn('play.pawn_through'));
        const left = [...this.men.values()].some((man) => man.color === enemy && man.role === goal.role);
        return left ? null : won(learn('play.all_taken', { moves: this.count }));
      }
      case 'castle':
        if (you && this.#castled()) return won(learn('play.castled', { moves: this.count }));
        return you && this.count >= goal.moves ? lost(learn('play.not_castled', { moves: goal.moves })) : null;
      case 'moves':
        return you && this.count >= goal.moves ? won(learn('play.moves_made', { moves: goal.moves })) : null;
      case 'mate':
        return goal.moves !== undefined && !you && this.count >= goal.moves
          ? { result: 'drawn', text: learn('play.too_long', { moves: goal.moves }) }
          : null;
      case 'draw':
        return null;
    }
  }

  /** The last move on the board was the reader's castling: the king went two squares. */
  #castled(): boolean {
    const uci = this.moves[this.moves.length - 1] ?? '';
    const man = this.men.get(uci.slice(2, 4));
    return man?.role === 'king' && Math.abs(uci.charCodeAt(0) - uci.charCodeAt(2)) === 2;
  }

  #drawn(): string | null {
    const { spot } = this;
    if (spot.state === 'stalemate') return learn(spot.turn === this.game.you ? 'play.stalemate_you' : 'play.stalemate_other');
    if (bareMaterial(spot)) return learn('play.bare');
    if ((this.#keys.get(key(spot)) ?? 0) >= 3) return learn('play.third');
    if (Number(spot.fen.split(' ')[4]) >= FIFTY) return learn('play.fifty');
    return null;
  }

  // ---- touched is moved -------------------------------------------------------

  readonly hand: Hand = {
    mayTake: (square) => {
      if (!this.mine || mayTouch(this.spot, this.bound, square)) return true;
      this.#held();
      return false;
    },
    touched: (square) => {
      if (!this.mine) return true;
      const bound = this.bound ?? touch(this.spot, square);
      if (bound && bound !== this.bound) {
        this.bound = bound;
        if (bound.take) this.speak({ mood: 'think', text: learn('touch.must_take', { square }) });
      }
      return this.men.get(square)?.color === this.game.you;
    },
    pressedLong: () => undefined,
  };

  #held(): void {
    const { bound } = this;
    if (!bound) return;
    const role = this.men.get(bound.square)?.role ?? '';
    this.mistakes += 1;
    this.revision += 1;
    const code = bound.take ? 'must_capture_touched' : 'must_move_touched';
    const text = fill(refusals[code] ?? '', { role, square: bound.square });
    this.speak({ mood: 'think', text, article: bound.take ? '4.3.2' : '4.3.1' }, true);
  }
}
