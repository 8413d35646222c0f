// Commands that need more than one press, or come as a word.
import { announcer } from '$lib/announcer.svelte';
import { t } from '$lib/messages';
import type { AnyTable } from './any-table';

/** How long the second press of "Resign" is waited for. */
const CONFIRM_MS = 4_000;

class ResignConfirmation {
  /** Whose second press is waited for: at one device two may think of it. */
  #asked = $state.raw<AnyTable | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  armed(table: AnyTable): boolean {
    return this.#asked === table;
  }

  /** The first press asks, the second within four seconds resigns. */
  press(table: AnyTable): void {
    clearTimeout(this.#timer);
    if (this.armed(table)) {
      this.#asked = null;
      void table.do({ type: 'resign' });
      return;
    }
    this.#asked = table;
    announcer.say(t('action.resign_confirm'));
    this.#timer = setTimeout(() => (this.#asked = null), CONFIRM_MS);
  }

  disarm(): void {
    clearTimeout(this.#timer);
    this.#asked = null;
  }
}

export const resignation = new ResignConfirmation();

/** Offers a draw, or accepts the one that is on the table. */
export function draw(table: AnyTable): void {
  void table.do({ type: table.can('accept_draw') ? 'accept_draw' : 'offer_draw' });
}

export function takeback(table: AnyTable): void {
  void table.do({ type: table.can('accept_takeback') ? 'accept_takeback' : 'offer_takeback' });
}

/** Does what a typed word says; false when the word is none of these. */
export function wordCommand(table: AnyTable, text: string): boolean {
  const words: Record<string, () => void> = {
    resign: () => resignation.press(table),
    draw: () => draw(table),
    takeback: () => takeback(table),
    abort: () => void table.do({ type: 'abort' }),
  };
  const act = words[text.trim().toLowerCase()];
  act?.();
  return act !== undefined;
}
