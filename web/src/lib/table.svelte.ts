// One table of the server as this browser sees it: the last view, the moves, the connection, and commands to the server.
// What the board shows (replay, premove, attempts) is in table/desk.svelte.ts.
import * as api from './api';
import { announcer } from './announcer.svelte';
import { refusalSentence, t } from './messages';
import { preferences } from './preferences.svelte';
import type { ChatLine, Color, Command, CommandName, Refusal, ServerMessage, View } from './protocol';
import { forgetJoining, joiningToken } from './joining';
import { noteTable } from './recent';
import type { AnyTable, Listener } from './table/any-table';
import { peopleAt, type TablePeople } from './people-api';
import { Link, type Connection } from './table/link';
import { reduce, type TableState } from './table/reduce';

export type Entry = 'loading' | 'here' | 'missing' | 'failed';

/** Who shows what the players say. */
export interface ChatListener {
  line: (line: ChatLine) => void;
  fault: (message: string) => void;
  /** A line may have been missed: the connection was lost. */
  again: () => void;
}

const RETRY_MS = 3_000;
/** After these it may be other people, or other ratings. */
const CHANGES_PEOPLE = new Set(['seat_taken', 'settings_changed', 'game_started', 'game_ended']);

export class Table implements AnyTable {
  readonly shared = false;
  entry = $state<Entry>('loading');
  connection = $state<Connection>('connecting');
  state = $state.raw<TableState | null>(null);
  /** The people at the table and their ratings; null: not known yet. */
  people = $state.raw<TablePeople | null>(null);
  /** Why the reader only watches although he came to play; empty: he does not. */
  barred = $state('');
  onrefused: (refusal: Refusal) => void = (refusal) => announcer.interrupt(refusalSentence(refusal));
  /** Commands that are on their way: their buttons wait. */
  sending = $state.raw<readonly CommandName[]>([]);

  readonly link: Link;
  #listeners = new Set<Listener>();
  #chat: ChatListener | null = null;
  /** Something may have been said while the connection was lost. */
  #missed = false;
  #left = false;
  #gaps = 0;

  constructor(readonly id: string) {
    this.link = new Link({
      url: (since) => api.socketUrl(id, since),
      // A second gap in a row: the log cannot help, a whole view must.
      since: () => (this.#gaps > 1 ? null : (this.state?.seq ?? null)),
      table: id,
      game: () => this.view?.game?.number ?? null,
      onMessage: (message) => this.#receive(message),
      onConnection: (connection) => {
        const back = connection === 'connected' && this.connection !== 'connecting';
        this.connection = connection;
        this.#missed ||= back;
      },
    });
  }

  get view(): View | null {
    return this.state?.view ?? null;
  }

  get color(): Color | null {
    const view = this.view;
    if (!view?.game || view.you === 'spectator') return null;
    return view.you === view.game.white ? 'white' : 'black';
  }

  get bottom(): Color {
    return this.color ?? 'white';
  }

  /** The server's time now. */
  now(): number {
    return Date.now() + this.link.offset.ms;
  }

  can(command: CommandName): boolean {
    return (this.view?.can.includes(command) ?? false) && !this.sending.includes(command);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hearChat(listener: ChatListener): () => void {
    this.#chat = listener;
    return () => {
      if (this.#chat === listener) this.#chat = null;
    };
  }

  /** Comes to the table: by a private link, or by taking the free seat, or to watch. */
  async enter(seatToken: string | null, watch: boolean): Promise<void> {
    try {
      if (seatToken !== null) await this.#enterBySeatLink(seatToken);
      const view = await api.lookAt(this.id);
      const free = view.you === 'spectator' && !view.seats.guest.taken;
      if (this.#left) return;
      // Whoever takes a seat waits for the view that shows him in it.
      if (free && !watch) await this.#join();
      if (!free || watch || this.barred) this.state = { view, moves: view.moves ?? [], seq: view.seq };
      if (this.#left) return;
      this.entry = 'here';
      this.link.open();
      void this.#meet();
    } catch (error) {
      if (this.#left) return;
      this.entry = error instanceof api.ApiError && error.status === 404 ? 'missing' : 'failed';
      if (this.entry === 'failed') {
        setTimeout(() => !this.#left && void this.enter(seatToken, watch), RETRY_MS);
      }
    }
  }

  leave(): void {
    this.#left = true;
    this.link.close();
  }

  async do(command: Command): Promise<Refusal | null> {
    this.sending = [...this.sending, command.type];
    const refusal = await this.link.send(command);
    this.sending = this.sending.filter((type) => type !== command.type);
    if (refusal && command.type !== 'move') this.onrefused(refusal);
    return refusal;
  }

  async #join(): Promise<void> {
    const join = (name: string): Promise<unknown> => api.joinTable(this.id, name, joiningToken(this.id));
    try {
      await join(preferences.name).catch((error: unknown) => {
        // A remembered name that is none must not cost the seat.
        if (error instanceof api.ApiError && error.code === 'bad_name') return join('');
        throw error;
      });
      forgetJoining();
    } catch (error) {
      const banned = error instanceof api.ApiError && error.code === 'banned';
      if (banned) this.barred = error.message;
      // Or somebody was quicker: one watches.
      else if (!(error instanceof api.ApiError && error.status === 409)) throw error;
    }
  }

  async #enterBySeatLink(token: string): Promise<void> {
    try {
      await api.takeSeat(this.id, token);
    } catch (error) {
      const refused = error instanceof api.ApiError && (error.status === 403 || error.status === 400);
      if (!refused) throw error;
      this.barred = error.code === 'banned' ? error.message : t('table.seat_link_refused');
    }
  }

  /** Asks who sits here. Where that fails the table goes on without: the next change asks again. */
  async #meet(): Promise<void> {
    this.people = await peopleAt(this.id).catch(() => this.people);
  }

  #receive(message: ServerMessage): void {
    if (message.chat) this.#chat?.line(message.chat);
    if (message.error?.code === 'banned') this.barred = message.error.message;
    else if (message.error && message.error.id === undefined) this.#chat?.fault(message.error.message);
    const before = this.state;
    const step = reduce(before, message);
    if (step.kind === 'gap') {
      this.#gaps += 1;
      this.link.restart();
      return;
    }
    if (step.kind !== 'state') return;
    this.#gaps = 0;
    this.state = step.state;
    noteTable(step.state.view);
    if (step.state.view.you !== 'spectator') {
      this.barred = '';
      if (this.#missed) this.#chat?.again();
    }
    this.#missed = false;
    if (!before || step.fresh.some((event) => CHANGES_PEOPLE.has(event.type))) void this.#meet();
    if (before) for (const listener of this.#listeners) listener(step.fresh, before, step.state);
  }
}
