// One's own games, of the account and of this browser, as they stood when they were last asked for.
import { account } from '../account.svelte';
import { lobby } from '../lobby/lobby.svelte';
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

  /** One game has changed, as the server tells it of its own accord. */
  follow(letter: api.Listed): void {
    const others = this.running.filter(({ table }) => table !== letter.table);
    this.running = sorted([...others, own(letter, this.now()) ?? []].flat());
    // It stands among those that are over now.
    if (!letter.card) void this.load().catch(() => undefined);
  }

  async loadMore(): Promise<void> {
    const last = this.past.at(-1);
    if (last === undefined) return;
    const page = await api.ownGames(last);
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
lobby.onletter = (letter) => ownGames.follow(letter);
