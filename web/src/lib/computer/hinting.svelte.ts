// A hint in three steps: which man, where it goes, the move and why. It lasts as long as its position.
import { announcer } from '../announcer.svelte';
import { t } from '../messages';
import { tell } from '../messages/computer-game.en';
import { moveInWords } from '../table/words';
import { reasonsTold } from '../engine/reasons';
import type { Hint, Played } from '../engine/questions';
import type { Desk } from '../table/desk.svelte';

/** How long the words of a hint stand, if nothing happens. */
const STANDS_MS = 120_000;

export class Hinting {
  /** How much of the hint is told: 0 nothing, 1 the man, 2 its square, 3 the move and why. */
  step = $state<0 | 1 | 2 | 3>(0);
  /** The engine looks for it. */
  asking = $state(false);
  #hint: Hint | null = null;
  /** Grows when the position changes: an answer that comes later is for another. */
  #position = 0;

  constructor(
    readonly desk: Desk,
    readonly ask: (game: Played) => Promise<Hint | null>,
  ) {}

  /** Tells more. Fails when the engine does. */
  async more(): Promise<void> {
    this.desk.goLive();
    if (this.step === 3 || this.asking) return;
    const played = this.#played();
    if (!played) return;
    const position = this.#position;
    if (!this.#hint) {
      this.asking = true;
      try {
        const hint = await this.ask(played);
        if (position !== this.#position) return;
        this.#hint = hint;
      } finally {
        if (position === this.#position) this.asking = false;
      }
    }
    if (this.#hint) this.#show(this.#hint);
  }

  /** Another position is on the board. */
  clear(): void {
    this.#position += 1;
    this.#hint = null;
    this.asking = false;
    if (this.step === 0) return;
    this.step = 0;
    this.desk.hinted = null;
    this.desk.remark('');
  }

  #played(): Played | null {
    const state = this.desk.table.state;
    const game = state?.view.game;
    if (!state || !game) return null;
    return { start: game.start_fen, moves: state.moves.map((move) => move.uci), chess960: game.chess960 };
  }

  #show(hint: Hint): void {
    this.step = this.step === 0 ? 1 : this.step === 1 ? 2 : 3;
    const [from, to] = [hint.uci.slice(0, 2), hint.uci.slice(2, 4)];
    this.desk.hinted = {
      squares: this.step === 1 ? [from] : [from, to],
      arrow: this.step === 3 ? { from, to } : null,
    };
    const man = this.desk.men.get(from);
    const names = { man: man ? t(`role.${man.role}`) : '', from, to };
    const san = this.desk.sanOf(hint.uci);
    const told = (move: string): string =>
      [t('hint.man', names), t('hint.square', names), tell('hint.move', { move, why: reasonsTold(hint.why) })][this.step - 1] ?? '';
    this.desk.remark(told(san ?? hint.uci), STANDS_MS);
    announcer.say(told(san ? moveInWords(san) : hint.uci));
  }
}
