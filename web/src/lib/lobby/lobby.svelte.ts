// The lobby as this browser sees it: one socket for the page, kept open while somebody follows it, is signed in, or
// waits for an opponent. Whoever is paired goes to the table from here.
import { goto } from '$app/navigation';
import { announcer } from '../announcer.svelte';
import { hangUp, post, send } from '../api';
import type { Listed } from '../letters/api';
import { t } from '../messages';
import { preferences } from '../preferences.svelte';
import type { Challenge, DeclineReason, LobbyMessage, Paired, SeekWish, Topic } from './protocol';
import { follow, NOBODY, type LobbyState } from './state';

const BACKOFF_MS = [300, 1_000, 2_000, 5_000, 10_000] as const;
const PING_EVERY_MS = 20_000;

/** A link of the server as an address of this site, by whichever name it is reached. */
const within = (link: string): string => {
  const { pathname, hash } = new URL(link);
  return `${pathname}${hash}`;
};

class Lobby {
  state = $state.raw<LobbyState>(NOBODY);
  /** The whole state has come. */
  known = $state(false);
  connected = $state(false);
  /** Why the last wish was not done, in one sentence. */
  fault = $state('');
  /** Whoever shows the games by letter. */
  onletter: ((letter: Listed) => void) | null = null;

  #socket: WebSocket | null = null;
  #followers = new Map<symbol, readonly Topic[]>();
  #signedIn = false;
  /** Whether the server knows the socket as that of an account; null until it has said hello. */
  #person: boolean | null = null;
  /** This page has asked for a game, so that it goes to the table. */
  #expects = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;

  get here(): number {
    return this.state.here.people + this.state.here.guests;
  }

  /** The own seek for a game now. */
  get waiting(): string | null {
    return this.state.mine.find((id) => this.#isNow(id)) ?? null;
  }

  /** Follows topics until the function that comes back is called. */
  follow(...topics: Topic[]): () => void {
    const key = Symbol();
    this.#followers.set(key, topics);
    this.#ask();
    return () => {
      this.#followers.delete(key);
      this.#settle();
    };
  }

  /** Whoever is signed in is told of challenges on every page; another person is another connection. */
  signedIn(is: boolean): void {
    this.#signedIn = is;
    // A socket that is just being opened brings the same cookie along.
    if (this.#person !== null && this.#person !== is) this.#restart();
    else this.#settle();
  }

  seek(wish: SeekWish): void {
    this.#expects = true;
    this.#say({ seek: this.#named(wish) });
  }

  quick(wish: Pick<SeekWish, 'clock' | 'rated'>): void {
    this.#expects = true;
    this.#say({ quick: this.#named(wish) });
  }

  accept(id: string): void {
    this.#expects = true;
    this.#say({ accept: id, ...(preferences.name ? { name: preferences.name } : {}) });
  }

  cancel(id: string): void {
    this.#expects = false;
    this.#say({ cancel: id });
  }

  async challenge(to: string, wish: SeekWish): Promise<void> {
    const { clock, color, rated } = wish;
    this.#expects = true;
    await post('/api/challenges', { to, clock, color, rated });
  }

  async acceptChallenge({ id }: Challenge): Promise<void> {
    const paired = await post<Paired>(`/api/challenges/${id}/accept`);
    await this.#go(paired);
  }

  decline({ id }: Challenge, reason: DeclineReason = 'none'): Promise<void> {
    return send('POST', `/api/challenges/${id}/decline`, { reason });
  }

  cancelChallenge({ id }: Challenge): Promise<void> {
    return send('POST', `/api/challenges/${id}/cancel`);
  }

  /** A notice has been read. */
  seen(id: number): void {
    if (id > 0) this.#say({ seen: id });
    else this.state = follow(this.state, { notice_gone: id });
  }

  // ---- the socket ---------------------------------------------------------------

  #isNow(id: string): boolean {
    const seek = this.state.seeks.find((other) => other.id === id);
    return seek?.clock.type !== 'days';
  }

  #named<Wish extends object>(wish: Wish): Wish & { name?: string } {
    return preferences.name ? { ...wish, name: preferences.name } : wish;
  }

  get #wanted(): boolean {
    return this.#followers.size > 0 || this.#signedIn || this.waiting !== null;
  }

  /** Opens or closes the socket, as it is wanted. */
  #settle(): void {
    if (this.#wanted) this.#ask();
    else this.#close();
  }

  #ask(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#follow();
    else if (!this.#socket) this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/lobby/socket?v=1`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.connected = true;
      this.#follow();
      this.#pings = setInterval(() => this.#say({ ping: Date.now() }), PING_EVERY_MS);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#heard(JSON.parse(event.data) as LobbyMessage);
    socket.onclose = () => this.#lost(socket);
  }

  #follow(): void {
    // While somebody waits the seeks are followed, too: they say which of the own ones is for now.
    const topics = new Set([...this.#followers.values()].flat());
    this.#say({ follow: [...topics] });
  }

  #restart(): void {
    this.#close();
    this.#settle();
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.connected = false;
    this.known = false;
    this.#person = null;
    if (socket) hangUp(socket);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    const wanted = this.#wanted;
    this.#close();
    if (!wanted) return;
    const wait = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 10_000;
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#settle(), wait * (0.75 + Math.random() / 2));
  }

  #heard(message: LobbyMessage): void {
    this.state = follow(this.state, message);
    if (message.hello) this.#person = message.hello.name !== null;
    if (message.state) this.known = true;
    if (message.mine || message.state) this.fault = '';
    // A page that was loaded again waits for what it asked for before.
    const followsSeeks = [...this.#followers.values()].flat().includes('seeks');
    if (message.state && followsSeeks && this.waiting !== null) this.#expects = true;
    if (message.error) {
      this.fault = message.error.message;
      announcer.interrupt(message.error.message);
    }
    if (message.letter) this.onletter?.(message.letter);
    if (message.paired) void this.#paired(message.paired);
  }

  async #paired(paired: Paired): Promise<void> {
    const { table, opponent: name, seat_link } = paired;
    this.#say({ taken: table });
    // Another page of the same person has asked, or one that is gone: this one only says so. A guest has his seat by
    // the link alone.
    if (!this.#expects) {
      const notice = { id: -Date.now(), type: 'began', table, name, link: within(seat_link) } as const;
      this.state = follow(this.state, { notice });
      return;
    }
    await this.#go(paired);
  }

  async #go({ seat_link }: Paired): Promise<void> {
    this.#expects = false;
    announcer.say(t('lobby.paired'));
    await goto(within(seat_link));
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

export const lobby = new Lobby();
