// Who is signed in on this browser. The server knows it by a cookie; here is what it says of it.
import * as api from './account-api';
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
    } catch {
      // Without the server nothing that needs an account works anyway.
    }
    this.known = true;
  }

  async signUp(name: string, password: string): Promise<void> {
    this.#is(await api.signUp(name, password));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#is(await api.signIn(name, password));
  }

  async signOut(): Promise<void> {
    await api.signOut();
    this.#is(null);
  }

  #is(me: api.Me | null): void {
    this.me = me;
    remember('me', me);
  }
}

export const account = new Account();
