// What the two players of a table say to each other, as this browser shows it.
import { announcer } from '../announcer.svelte';
import { ApiError, get, post, send } from '../api';
import { lookUp, t } from '../messages';
import { otherSeat, type ChatLine, type Said, type Seat } from '../protocol';
import { recall, remember } from '../storage';
import type { Table } from '../table.svelte';
import { nameOf } from './any-table';

export const PHRASES = [
  'hello', 'good_luck', 'have_fun', 'thanks', 'nice_move', 'oops',
  'one_moment', 'i_am_back', 'good_game', 'well_played', 'again', 'goodbye',
] as const;

/** Lines that go with a report, and letters of one in all. */
const REPORTED_LINES = 12;
const REPORT_LETTERS = 1000;

interface Answer {
  lines: ChatLine[];
  quiet: boolean;
  muted: boolean;
}

/** A line in the words of the reader. */
export const wordsOf = ({ text, phrase }: ChatLine): string =>
  text ?? lookUp(`chat.phrase.${phrase ?? ''}`) ?? phrase ?? '';

/** What the host reads: the reporter's own words, then the last lines, as much as fits. */
export function reportText(words: string, lines: readonly ChatLine[]): string {
  const last = lines.slice(-REPORTED_LINES).map((line) => `${line.seat}: ${wordsOf(line)}`);
  return [words.trim(), ...last].join('\n').slice(0, REPORT_LETTERS);
}

export class Chat {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** Only phrases can be said in this house. */
  quiet = $state(false);
  /** The reader has muted the other player. */
  muted = $state(false);
  unread = $state(0);
  fault = $state('');
  /** The panel is unfolded: what comes is read. */
  #open = false;
  #seat: Seat;

  constructor(readonly table: Table, seat: Seat) {
    this.#seat = seat;
  }

  get own(): Seat {
    return this.#seat;
  }

  /** What is shown: of somebody who is muted, nothing. */
  get shown(): readonly ChatLine[] {
    return this.muted ? this.lines.filter((line) => line.seat === this.#seat) : this.lines;
  }

  /** Follows the table until the function that comes back is called. */
  follow(): () => void {
    void this.#load();
    return this.table.hearChat({
      line: (line) => this.#take(line),
      fault: (message) => this.#refused(message),
      again: () => void this.#load(),
    });
  }

  open(is: boolean): void {
    this.#open = is;
    if (is) this.unread = 0;
  }

  say(said: Said): void {
    this.fault = '';
    this.table.link.say(said);
  }

  async mute(on: boolean): Promise<void> {
    const { kept } = await post<{ kept: boolean }>(`/api/tables/${this.table.id}/mute`, { muted: on });
    this.muted = on;
    // Without two accounts the server has nobody to remember: this browser does, for this table.
    const here = recall<string[]>('muted_tables', []).filter((id) => id !== this.table.id);
    remember('muted_tables', on && !kept ? [this.table.id, ...here].slice(0, 50) : here);
  }

  async report(words: string): Promise<boolean> {
    try {
      // Below the table's address, where the cookie of the seat is sent along: guests report, too.
      await send('POST', `/api/tables/${this.table.id}/reports`, {
        table: this.table.id, seat: otherSeat(this.#seat), reason: 'chat', text: reportText(words, this.lines),
      });
      announcer.say(t('chat.reported'));
      return true;
    } catch (error) {
      this.#refused(error instanceof ApiError ? error.message : String(error));
      return false;
    }
  }

  async #load(): Promise<void> {
    try {
      const { lines, quiet, muted } = await get<Answer>(`/api/tables/${this.table.id}/chat`);
      const newest = this.lines.at(-1)?.number ?? 0;
      this.lines = [...lines, ...this.lines.filter((line) => line.number > (lines.at(-1)?.number ?? 0))];
      this.quiet = quiet;
      this.muted = muted || recall<string[]>('muted_tables', []).includes(this.table.id);
      if (newest > 0 || !this.#open) this.#count(this.lines.filter((line) => line.number > newest));
    } catch {
      // It is asked for again with the next connection.
    }
  }

  #take(line: ChatLine): void {
    if (line.number <= (this.lines.at(-1)?.number ?? 0)) return;
    this.lines = [...this.lines, line];
    this.#count([line]);
    if (line.seat === this.#seat || this.muted || !this.table.view) return;
    announcer.say(t('chat.said', { name: nameOf(this.table.view, line.seat), text: wordsOf(line) }));
  }

  #count(lines: readonly ChatLine[]): void {
    if (this.#open || this.muted) return;
    this.unread += lines.filter((line) => line.seat !== this.#seat).length;
  }

  #refused(message: string): void {
    this.fault = message;
    announcer.interrupt(message);
  }
}
