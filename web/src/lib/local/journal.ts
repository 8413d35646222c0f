// What a table on this device has been asked and has answered, and what is not in its log yet. The log takes a moment
// to reach the disk; this is written at once, before the board shows a move as played, so that a page that is closed
// or read again in that moment has the move all the same.
import type { Command, RecordedEvent, Seat, TableEvent } from '../protocol';
import { Ahead } from '../storage';
import type { TableLine } from './log-store';

/** A command that has not been answered. */
export interface Asked {
  seat: Seat;
  command: Command;
  at: number;
  /** The last event before it. */
  seq: number;
}

/** What is on its way. */
export interface OnItsWay {
  /** What the list of tables is to tell. */
  line: TableLine;
  /** Answered, and not in the log. */
  events: readonly RecordedEvent[];
  asked: readonly Asked[];
}

export interface Journal {
  read(id: string): OnItsWay | null;
  /** `null` when nothing is on its way. */
  write(id: string, all: OnItsWay | null): void;
}

const ahead = new Ahead<OnItsWay>('local.journal');

/** The journal of this browser. Where it cannot be written, what is on its way may be lost, and nothing else. */
export const browserJournal: Journal = {
  read: (id) => ahead.read(id),
  write: (id, all) => (all ? ahead.note(id, all) : ahead.strike(id)),
};

/** Tables that have just been opened, of which the log has nothing yet. */
export function tablesAhead(known: readonly TableLine[]): TableLine[] {
  const fresh = [...ahead.all().values()].filter(({ events }) => events[0]?.seq === 1).map(({ line }) => line);
  return fresh.filter(({ id }) => known.every((line) => line.id !== id));
}

export interface Recovered {
  line: TableLine | null;
  log: RecordedEvent[];
  /** Those events of the log that are to be stored. */
  unstored: RecordedEvent[];
  /** What is to be asked again, in order. */
  asked: Asked[];
}

/** What does not change what a command meant. */
const QUIET: ReadonlySet<TableEvent['type']> = new Set(['presence_noted', 'paused', 'resumed']);

/** The log as it would have become; what belongs to another course of the game, or is in the log, is left out. */
export function recover(line: TableLine | null, log: RecordedEvent[], journal: OnItsWay | null): Recovered {
  const nothing: Recovered = { line, log, unstored: [], asked: [] };
  if (!journal) return nothing;
  const last = log.at(-1)?.seq ?? 0;
  const [first] = journal.events;
  // Without its log it was forgotten; a log that goes on otherwise is another window's.
  const joins = first ? first.seq <= last + 1 : line !== null;
  const isSame = (event: RecordedEvent): boolean =>
    event.seq > last || JSON.stringify(log[event.seq - 1]) === JSON.stringify(event);
  if (!joins || !journal.events.every(isSame)) return nothing;
  const unstored = journal.events.filter((event) => event.seq > last);
  const whole = [...log, ...unstored];
  const stands = ({ seq }: Asked): boolean => whole.every((one) => one.seq <= seq || QUIET.has(one.event.type));
  return { line: line ?? journal.line, log: whole, unstored, asked: journal.asked.filter(stands) };
}
