// Commands that need more than one press, or come as a word.
import { announcer } from '$lib/announcer.svelte';
import { t } from '$lib/messages';
import type { RuleSwitches } from '$lib/protocol';
import { switchesOf } from '$lib/settings';
import type { AnyTable } from './any-table';
import type { Desk } from './desk.svelte';

/** How long the second press of "Resign" is waited for. */
const CONFIRM_MS = 4_000;

class ResignConfirmation {
  /** Who is being asked: at one device two may think of it. */
  #asked = $state.raw<AnyTable | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The second press is waited for. */
  armed(table: AnyTable): boolean {
    return this.#asked === table && confirmation(table) === 'two_press';
  }

  /** The dialog is open. */
  open(table: AnyTable): boolean {
    return this.#asked === table && confirmation(table) === 'dialog';
  }

  /** Resigns, or asks first as the rules of the table want it: for a second press within four seconds, or by a dialog. */
  press(table: AnyTable): void {
    clearTimeout(this.#timer);
    const how = confirmation(table);
    // What is not possible now needs no second thought: the arbiter says why.
    if (how === null || !table.can('resign') || this.armed(table)) {
      this.confirm(table);
      return;
    }
    this.#asked = table;
    if (how === 'dialog') return;
    announcer.say(t('action.resign_confirm'));
    this.#timer = setTimeout(() => (this.#asked = null), CONFIRM_MS);
  }

  confirm(table: AnyTable): void {
    this.disarm();
    void table.do({ type: 'resign' });
  }

  disarm(): void {
    clearTimeout(this.#timer);
    this.#asked = null;
  }
}

function confirmation(table: AnyTable): RuleSwitches['resign_confirm'] {
  return table.view ? switchesOf(table.view.settings.rules).resign_confirm : 'two_press';
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
export function wordCommand({ table, drafts }: Desk, text: string): boolean {
  const words: Record<string, () => void> = {
    resign: () => resignation.press(table),
    draw: () => draw(table),
    takeback: () => takeback(table),
    abort: () => void table.do({ type: 'abort' }),
    claim: () => drafts.claimPanel(table.can('claim')),
  };
  const act = words[text.trim().toLowerCase()];
  act?.();
  return act !== undefined;
}
