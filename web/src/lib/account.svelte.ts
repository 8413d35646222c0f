// Who is signed in on this browser. The server knows it by a cookie; here is what it says of it, and what follows the
// account from device to device: preferences, the seats of this browser.
import * as api from './account-api';
import { signInByPasskey } from './passkey';
import { preferences } from './preferences.svelte';
import { recentTables } from './recent';
import { recall, remember } from './storage';

export type { Me } from './account-api';

class Account {
  /** Whoever is signed in; null: nobody, or not known yet. */
  me = $state.raw<api.Me | null>(null);
  /** The server has answered. */
  known = $state(false);

  #asked: Promise<void> | null = null;

  /** Asks who is signed in, once for a page; until the answer comes, whoever it was the last time. */
  load(): Promise<void> {
    this.#asked ??= this.refresh();
    return this.#asked;
  }

  async refresh(): Promise<void> {
    this.me ??= recall<api.Me | null>('me', null);
    try {
      this.#is(await api.me());
      if (this.me) await this.#follow();
    } catch {
      // Without the server nothing that needs an account works anyway.
    }
    this.known = true;
  }

  async signUp(name: string, password: string): Promise<void> {
    await this.#enter(await api.signUp(name, password));
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.#enter(await api.signIn(name, password));
  }

  async signInByPasskey(): Promise<void> {
    await this.#enter(await signInByPasskey());
  }

  async openLink(token: string, name: string): Promise<void> {
    await this.#enter(await api.openLink(token, name));
  }

  async signOut(): Promise<void> {
    await api.signOut();
    this.#left();
  }

  async leave(password: string): Promise<void> {
    await api.leave(password);
    this.#left();
  }

  #left(): void {
    this.#is(null);
    preferences.carry = null;
  }

  async #enter(me: api.Me | null): Promise<void> {
    this.#is(me);
    this.known = true;
    // Both help; neither keeps anybody from being signed in.
    await Promise.allSettled([this.#follow(), this.#claim()]);
  }

  /** What the account prefers holds here, too; what it does not know yet it learns from here. */
  async #follow(): Promise<void> {
    const kept = await api.preferencesOf();
    const missing = preferences.adopt(kept);
    preferences.carry = (changes) => void api.changePreferences(changes).catch(() => undefined);
    if (Object.keys(missing).length > 0) preferences.carry(missing);
  }

  /** The seats that this browser has as a guest become the account's. */
  async #claim(): Promise<void> {
    const own = recentTables().filter((table) => !table.watched);
    await Promise.allSettled(own.map(({ id }) => api.claimTable(id)));
  }

  #is(me: api.Me | null): void {
    this.me = me;
    remember('me', me);
  }
}

export const account = new Account();
