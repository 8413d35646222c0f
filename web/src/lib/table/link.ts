// The WebSocket of one table: keeps it open, asks for the rest after a break, and repeats commands
// that were not answered under the same id, so that each is done once. A move that was not answered is repeated by the
// next page, too, if this one is closed or read again.
import { hangUp } from '../api';
import type { ClientMessage, Command, Refusal, Said, ServerMessage, WireError } from '../protocol';
import { Ahead } from '../storage';
import { Offset } from './clock';

export type Connection = 'connecting' | 'connected' | 'reconnecting' | 'offline';

export interface LinkOptions {
  url: (since: number | null) => string;
  /** The last event that we have, or null before the first hello. */
  since: () => number | null;
  onMessage: (message: ServerMessage) => void;
  onConnection: (connection: Connection) => void;
  /** The table, and which of its games goes on. */
  table: string;
  game: () => number | null;
}

/** A move on its way, and of which game. */
interface Noted {
  message: ClientMessage;
  game: number | null;
}

interface Waiting {
  message: ClientMessage;
  settle: (refusal: Refusal | null) => void;
}

const BACKOFF_MS = [200, 500, 1_000, 2_000, 4_000, 8_000] as const;
const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 8_000;
/** How long a command waits that was sent too soon after others. */
const TOO_MANY_MS = 1_000;
/** Right after connecting the offset of the clocks is measured a few times. */
const FIRST_PINGS_MS = [0, 700, 2_000];

export class Link {
  readonly offset = new Offset();
  #options: LinkOptions;
  readonly #ahead: Ahead<Noted>;
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Waiting>();
  #prefix = Math.random().toString(36).slice(2, 10);
  #count = 0;
  #failures = 0;
  #closed = false;
  #everConnected = false;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#ahead = new Ahead(`ahead.table.${options.table}`);
  }

  open(): void {
    if (this.#closed || this.#socket) return;
    this.#clearTimers();
    const socket = new WebSocket(this.#options.url(this.#options.since()));
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.#heard(event.data);
    socket.onclose = () => this.#lost(socket);
  }

  /** For good: the page is left. */
  close(): void {
    this.#closed = true;
    this.#clearTimers();
    if (this.#socket) hangUp(this.#socket);
    this.#socket = null;
  }

  /** Begins anew at once: after a gap, or when the network came back. */
  restart(): void {
    this.#failures = 0;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) hangUp(socket);
    this.#say();
    this.open();
  }

  /** Is the other end still there? Asked when the page is looked at again. */
  probe(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.restart();
  }

  /** Settles with null when done, or with the refusal. */
  send(command: Command): Promise<Refusal | null> {
    this.#count += 1;
    const id = `${this.#prefix}-${this.#count}`;
    const message: ClientMessage = { id, do: command };
    if (command.type === 'move') this.#ahead.note(id, { message, game: this.#options.game() });
    return new Promise((settle) => {
      this.#unanswered.set(id, { message, settle });
      this.#write(message);
    });
  }

  /** Says something to the other player; without a connection it is not said. */
  say(said: Said): void {
    this.#write({ say: said });
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#failures = 0;
    this.#everConnected = true;
    this.offset.begin();
    this.#options.onConnection('connected');
    this.#recall();
    for (const waiting of this.#unanswered.values()) this.#write(waiting.message);
    for (const delay of FIRST_PINGS_MS) this.#later(delay, () => this.#ping());
    this.#keepAlive();
  }

  /** What a page was closed too early for. A move says how many were made before it: one that came is not made twice. */
  #recall(): void {
    for (const [id, { message, game }] of this.#ahead.all()) {
      if (this.#unanswered.has(id)) continue;
      if (game === this.#options.game()) this.#unanswered.set(id, { message, settle: () => undefined });
      else this.#ahead.strike(id);
    }
  }

  #keepAlive(): void {
    this.#later(PING_EVERY_MS, () => {
      this.#ping();
      this.#keepAlive();
    });
  }

  #heard(data: string): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    const message = JSON.parse(data) as ServerMessage;
    const received = Date.now();
    const now = message.now ?? message.hello?.now;
    if (now !== undefined) {
      if (message.pong !== undefined) this.offset.measure(now, message.pong, received);
      else this.offset.hint(now, received);
    }
    if (message.answer) this.#settle(message.answer.id, message.answer.refusal ?? null);
    if (message.error) this.#notDone(message.error);
    this.#options.onMessage(message);
  }

  #settle(id: string, refusal: Refusal | null): void {
    const waiting = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    this.#ahead.strike(id);
    waiting?.settle(refusal);
  }

  /** A command that was not even judged must not wait for its answer for ever. */
  #notDone({ id, code, message }: WireError): void {
    if (id === undefined) return;
    if (code !== 'too_many') {
      this.#settle(id, { code, article: null, message, squares: [], params: {} });
      return;
    }
    this.#later(TOO_MANY_MS, () => {
      const waiting = this.#unanswered.get(id);
      if (waiting) this.#write(waiting.message);
    });
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#clearTimers();
    if (this.#closed) return;
    this.#say();
    const wait = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 8_000;
    this.#failures += 1;
    this.#later(wait * (0.75 + Math.random() / 2), () => this.open());
  }

  #say(): void {
    const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
    this.#options.onConnection(
      offline ? 'offline' : this.#everConnected ? 'reconnecting' : 'connecting',
    );
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#write({ ping: Date.now() });
    this.#silence ??= setTimeout(() => this.restart(), PONG_WITHIN_MS);
  }

  #write(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }
}
