// One's own games, of the account and of this browser, as they stood when they were last asked for.
import { account } from '../account.svelte';
import { recentTables } from '../recent';
import * as api from './api';
import { own, sorted, type Own } from './list';

class OwnGames {
  running = $state.raw<readonly Own[]>([]);
  past = $state.raw<readonly api.PastGame[]>([]);
  more = $state(false);
  /** The server has answered. */
  known = $state(false);
  /** The server's time minus that of this device. */
  offsetMs = $state(0);

  /** How many wait for the reader. */
  readonly waiting = $derived(this.running.filter(({ waits }) => waits).length);

  now(): number {
    return Date.now() + this.offsetMs;
  }

  async load(): Promise<void> {
    await account.load();
    const of: api.Games = account.me
      ? await api.ownGames()
      : { now: Date.now(), running: [], past: [], more: false };
    this.offsetMs = of.now - Date.now();
    const listed = [...of.running, ...(await this.#browsers(new Set(of.running.map(({ table }) => table))))];
    const now = this.now();
    this.running = sorted(listed.flatMap((game) => own(game, now) ?? []));
    this.past = of.past;
    this.more = of.more;
    this.known = true;
  }

  async loadMore(): Promise<void> {
    const before = this.past.at(-1)?.ended;
    if (before === undefined) return;
    const page = await api.ownGames(before);
    this.past = [...this.past, ...page.past];
    this.more = page.more;
  }

  /** The tables that only this browser knows. */
  async #browsers(known: ReadonlySet<string>): Promise<api.Listed[]> {
    const ids = recentTables().filter(({ id, watched }) => !watched && !known.has(id));
    const cards = await Promise.allSettled(ids.map(({ id }) => api.cardOf(id)));
    return cards.flatMap((card) => (card.status === 'fulfilled' ? [card.value] : []));
  }
}

export const ownGames = new OwnGames();
