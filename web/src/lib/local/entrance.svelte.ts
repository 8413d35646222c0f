// How a page comes to the table that its address names: the one that was just opened here, or the stored one; and again,
// when another window has gone on with it.
import { LocalTable, type World } from './local-table.svelte';
import type { TableLine } from './log-store';

export class Entrance {
  /** Grows when the table is to be read again. */
  times = $state(0);
  /** A table that has just been opened here: it is there even where nothing can be stored. */
  #opened: LocalTable | null = null;
  /** Whether the table is taken from the window that has it. */
  #takes = false;
  /** The search that goes on: who comes too late is not wanted any more. */
  #search: object | null = null;

  constructor(
    /** A table of another kind than this page shows is not touched. */
    readonly isMeant: (line: TableLine) => boolean = () => true,
    readonly world?: World,
  ) {}

  open(table: LocalTable): void {
    this.#opened = table;
  }

  async find(id: string): Promise<LocalTable | null> {
    const search = {};
    this.#search = search;
    const take = this.#takes;
    this.#takes = false;
    if (this.#opened?.id === id && !this.#opened.hasLeft) return this.#opened;
    const table = await LocalTable.resume(id, this.world, { isMeant: this.isMeant, take });
    if (search === this.#search) return table;
    table?.leave();
    return null;
  }

  /** The reader wants to play here: the table is taken from the window that has it. */
  takeOver(): void {
    this.#again(true);
  }

  /** Nobody seems to play there any more. A moment later somebody may again, and nothing is taken from him: he may
      have asked this very window for it. */
  freed(): void {
    this.#again(false);
  }

  #again(takes: boolean): void {
    this.#opened = null;
    this.#takes = takes;
    this.times += 1;
  }

  /** The page is left. */
  leave(): void {
    this.#search = null;
  }
}
