// The desks of a local table: one for the board between the two, one for each side. What is refused is told where
// it was tried: on the side of the mover, or of whoever pressed.
import { untrack } from 'svelte';
import type { Refusal, Seat } from '../protocol';
import { seatOf } from '../table/any-table';
import { Desk } from '../table/desk.svelte';
import { react } from '../table/reactions';
import type { LocalTable } from './local-table.svelte';

export const SEATS = ['owner', 'guest'] as const;

export class LocalDesks {
  readonly board: Desk;
  readonly sides: Record<Seat, Desk>;
  /** Whose the last notice is, when it was not about a move. */
  #pressedBy: Seat | null = null;

  constructor(readonly table: LocalTable) {
    this.board = new Desk(table.board);
    this.sides = { owner: new Desk(table.owner), guest: new Desk(table.guest) };
    for (const seat of SEATS) {
      table[seat].onrefused = (refusal: Refusal) => {
        this.#pressedBy = seat;
        table.board.onrefused(refusal);
      };
    }
  }

  /** The desk that a side acts by: the board's while it is to move, so that an announced move is put there. */
  of(seat: Seat): Desk {
    return seat === this.table.board.mover ? this.board : this.sides[seat];
  }

  /** Whose clock runs, or waits to be pressed. */
  readonly timed = $derived.by((): Seat => {
    const { view } = this.table.board;
    return seatOf(view, view.game?.to_press ?? view.game?.turn ?? 'white');
  });

  /** Speaks and sounds what happens; the way to stop comes back. To be called in an effect. */
  follow(): () => void {
    $effect(() => {
      const { notice, note } = this.board;
      const told = this.#pressedBy ?? untrack(() => this.table.board.mover);
      this.#pressedBy = null;
      for (const seat of SEATS) {
        this.sides[seat].notice = seat === told ? notice : null;
        this.sides[seat].note = note;
      }
    });
    return react(this.table.board, this.board);
  }
}
