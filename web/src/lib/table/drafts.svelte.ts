// A move that is shown on the board but not sent: it waits for the second word where moves are submitted, or it is
// to be announced with a claim of a draw. And the panel of claims itself: open or not, and what it is about.
import { announcer } from '../announcer.svelte';
import { t } from '../messages';
import type { ClaimKind } from '../protocol';
import { switchesOf } from '../settings';
import { play } from '../sound';
import type { AnyTable } from './any-table';
import { moveInWords } from './words';

export interface Draft {
  uci: string;
  san: string | null;
  ply: number;
  game: number;
  purpose: 'submit' | 'announce';
}

/** What drafts need of the desk that they lie on. */
interface Desk {
  readonly table: AnyTable;
  readonly playing: boolean;
  revision: number;
  promotion: unknown;
  clearNotice(): void;
  goLive(): void;
  send(uci: string, san: string | null): void;
}

export class Drafts {
  /** The panel of claims is open. */
  claiming = $state(false);
  /** The next move that is made is only announced. */
  announcing = $state(false);
  #drafted = $state.raw<Draft | null>(null);

  constructor(readonly desk: Desk) {}

  /** The move that is shown, while the game stands where it was made. */
  readonly current = $derived.by((): Draft | null => {
    const drafted = this.#drafted;
    const { state, view } = this.desk.table;
    const stands = drafted?.game === view?.game?.number && drafted?.ply === state?.moves.length;
    return stands && this.desk.playing ? drafted : null;
  });

  #submits = $derived.by(() => {
    const settings = this.desk.table.view?.settings;
    return settings !== undefined && switchesOf(settings.rules).completion === 'on_submit';
  });

  /** A legal move was made here: true when it is shown first and not to be sent. */
  takes(uci: string, san: string | null): boolean {
    const purpose = this.announcing ? 'announce' : this.#submits ? 'submit' : null;
    const { state, view } = this.desk.table;
    if (!purpose || !view?.game) return false;
    this.desk.clearNotice();
    this.desk.promotion = null;
    this.desk.goLive();
    this.#drafted = { uci, san, ply: state?.moves.length ?? 0, game: view.game.number, purpose };
    announcer.say(t(`draft.${purpose}`, { move: san ? moveInWords(san) : uci }));
    play(san?.includes('x') ? 'capture' : 'move');
    return true;
  }

  /** Sends the move that is shown. */
  submit(): void {
    const draft = this.current;
    if (draft?.purpose !== 'submit') return;
    this.#drafted = null;
    this.desk.send(draft.uci, draft.san);
  }

  /** The same word again submits; false when it is another one, which takes the place of the move that is shown. */
  confirms(text: string): boolean {
    if (this.current?.purpose === 'submit' && this.current.san === text.trim()) {
      this.submit();
      return true;
    }
    this.#drafted = null;
    return false;
  }

  /** The move that is shown goes back; nobody has seen it. */
  takeBack(): void {
    if (!this.current) return;
    this.#drafted = null;
    this.desk.revision += 1;
    announcer.say(t('draft.taken_back'));
  }

  /** Opens the panel of claims, or closes it with the move that was to be announced. */
  claimPanel(open: boolean): void {
    this.claiming = open;
    this.announce(false);
  }

  announce(on: boolean): void {
    this.announcing = on;
    if (on || this.current?.purpose === 'announce') this.#drafted = null;
    this.desk.revision += 1;
  }

  /** Claims the draw, with the announced move if there is one. */
  claim(what: ClaimKind): void {
    const uci = this.current?.purpose === 'announce' ? this.current.uci : undefined;
    this.claimPanel(false);
    void this.desk.table.do(uci ? { type: 'claim', what, uci } : { type: 'claim', what });
  }
}
