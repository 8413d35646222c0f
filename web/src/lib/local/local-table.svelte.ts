// A table that is kept by this browser, for two at one device or against the computer: the arbiter judges in a
// worker, the log is stored event by event. Each seat has a table of its own to act through; the board between two
// acts for whoever is to move. Not here: how the computer finds its moves.
import { announcer } from '../announcer.svelte';
import { refusalSentence } from '../messages';
import { Prospects } from '../prospects/prospects';
import type {
  Color, Command, CommandName, RecordedEvent, Refusal, Seat, Settings, TableEvent, View, You,
} from '../protocol';
import { otherSeat } from '../protocol';
import { seatOf, type AnyTable, type Listener } from '../table/any-table';
import type { TableState } from '../table/reduce';
import { EVERY_MS, lastAlive, noteAlive } from './alive';
import { WorkerArbiter, type Arbiter } from './arbiter';
import type { Answer, Call, Looks, Names, Told } from './bench';
import {
  Forgotten, openLogStore, WentOnElsewhere, type ComputerSeat, type LogStore, type TableLine,
} from './log-store';

/** setTimeout takes no more. */
const LONGEST_WAIT_MS = 2_147_483_647;
const NOT_DUE_MS = 100;

/** `forbidden`: the browser stores nothing, or not all; `forgotten`: another page has deleted what was stored. */
export type Saving = 'stored' | 'forbidden' | 'forgotten';

/** What a table needs from the world, so that tests can be another world. */
export interface World {
  /** The judge of a new table. */
  arbiter: () => Arbiter;
  store: () => Promise<LogStore | null>;
  /** Milliseconds since 1970, never going back while the page is there. */
  now: () => number;
  /** Looks into a position in its own time; then says whether nobody can mate in it. */
  examiner: (tell: (isDead: boolean) => void) => { ask(fen: string, chess960: boolean): void; stop(): void };
}

const browser: World = {
  arbiter: () => new WorkerArbiter(),
  store: openLogStore,
  now: () => Math.round(performance.timeOrigin + performance.now()),
  examiner: (tell) =>
    new Prospects(({ found }) => tell(found?.white.type === 'no_mate' && found.black.type === 'no_mate')),
};

type Follower = (
  fresh: readonly TableEvent[], before: Record<You, TableState>, after: Record<You, TableState>,
) => void;

/** What a table begins with on this page. */
interface Begin {
  id: string;
  names: Names;
  computer: ComputerSeat | null;
  world: World;
  arbiter: Arbiter;
  told: Told;
}

/** Tables that this page leaves, until all of them is stored. */
const leaving = new Map<string, Promise<void>>();

export class LocalTable {
  /** The table as each seat and as the board sees it. */
  #states = $state.raw<Record<You, TableState>>() as Record<You, TableState>;
  /** Whether the table will be found again after the page is closed. */
  saving = $state<Saving>('stored');
  /** Another page goes on with this table. */
  elsewhere = $state(false);
  /** The arbiter of this page has broken down: the table is to be read again. */
  broken = $state(false);
  readonly id: string;
  readonly world: World;
  /** Who sits in the guest's seat; null at a table for two people. */
  readonly computer: ComputerSeat | null;
  readonly owner: Side;
  readonly guest: Side;
  readonly board: BoardTable;
  #names: Names;
  #arbiter: Arbiter;
  #listeners = new Set<Follower>();
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #examiner: ReturnType<World['examiner']>;
  #examined: number | null = null;
  #told: Told;
  /** Calls follow one another: each is decided on when the one before has been answered. */
  #asking: Promise<unknown> = Promise.resolve();
  /** Writes follow one another. */
  #writing: Promise<void> = Promise.resolve();
  /** What has happened and is not stored yet. */
  #unstored: RecordedEvent[] = [];
  /** Nothing is counted against anybody: the last word was a pause. */
  #halted = false;
  #left = false;
  #endedAt: number | null = null;
  /** How far the device's clock has been set back since the last event. */
  #ahead = 0;

  private constructor({ id, names, computer, world, arbiter, told }: Begin) {
    this.id = id;
    this.world = world;
    this.computer = computer;
    this.#names = names;
    this.#arbiter = arbiter;
    this.#told = told;
    this.#states = this.#look(told.looks);
    this.owner = new Side(this, 'owner');
    this.guest = new Side(this, 'guest');
    this.board = new BoardTable(this);
    this.#examiner = world.examiner((isDead) => isDead && this.#declareDead());
  }

  /** Opens a table and sets up the first game; its clock waits for `wake` or the first move. Throws when the settings
      or a name are refused. */
  static async open(
    settings: Settings, names: Names, world: World = browser, computer: ComputerSeat | null = null,
  ): Promise<LocalTable> {
    const at = world.now();
    const [seed = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    const arbiter = world.arbiter();
    const told = await first(arbiter, { type: 'open', settings, names, seed, at });
    const id = `${at.toString(36)}${seed.toString(36).slice(0, 4)}`;
    const table = new LocalTable({ id, names, computer, world, arbiter, told });
    table.#unstored = told.log;
    table.#store();
    await table.#begin();
    return table;
  }

  /** The table of a stored log; a game is paused from when the page was last there. Null if there is none, or not one
      that is looked for: that one is not touched, another page may have it open. */
  static async resume(
    id: string, world: World = browser, isMeant: (line: TableLine) => boolean = () => true,
  ): Promise<LocalTable | null> {
    await leaving.get(id);
    const store = await world.store();
    const [line, log] = [await store?.line(id), (await store?.read(id)) ?? []];
    const last = log.at(-1);
    if (!line || !last || !isMeant(line)) return null;
    const arbiter = world.arbiter();
    const told = await first(arbiter, { type: 'replay', log });
    const table = new LocalTable({ id, names: line.names, computer: line.computer ?? null, world, arbiter, told });
    table.#ahead = Math.max(0, last.at - world.now());
    table.#halted = haltedAfter(log.map((recorded) => recorded.event), false);
    table.#endedAt = endIn(log);
    const alive = lastAlive(id) ?? last.at;
    await table.#pause(Math.max(last.at, Math.min(alive, table.now())));
    table.#settle();
    return table;
  }

  /** Two people sit here; else one and the computer. */
  get shared(): boolean {
    return this.computer === null;
  }

  state(you: You): TableState {
    return this.#states[you];
  }

  now(): number {
    return this.world.now() + this.#ahead;
  }

  /** When the last game that is over ended, ms since 1970; null where none is. */
  get endedAt(): number | null {
    return this.#endedAt;
  }

  /** The clocks stand until somebody says that both are back. Without a clock, and before a first move that starts it,
      nobody need say so. */
  get paused(): boolean {
    const { phase, game } = this.state('spectator').view;
    return phase === 'playing' && (game?.clock?.paused ?? false) && game?.clock?.held !== 'first_move';
  }

  /** A command of a seat. */
  act(seat: Seat, command: Command): Promise<Refusal | null> {
    const at = this.now();
    return this.#ask(() => ({ type: 'act', actor: seat, command, at }));
  }

  /** Stops all that is counted, since nobody plays. */
  pause(): void {
    void this.#pause(this.now());
  }

  /** The page is seen: what stands runs on, unless two are to be asked first. */
  arrive(): void {
    const at = this.now();
    void this.#ask(() => (!this.shared || (this.#halted && !this.paused) ? { type: 'wake', at } : null));
  }

  /** Both are here: the clock runs on. */
  wake(): void {
    const at = this.now();
    void this.#ask(() => ({ type: 'wake', at }));
  }

  /** Another game with colors swapped: both sit here, so one word is enough. */
  async rematch(): Promise<void> {
    const { view } = this.state('spectator');
    if (view.phase !== 'over') return;
    const begins = view.rematch_offer ?? 'owner';
    if (!view.rematch_offer) await this.act(begins, { type: 'offer_rematch' });
    if (!(await this.act(otherSeat(begins), { type: 'offer_rematch' }))) await this.#stop();
  }

  /** The same two with other settings. Hands back why not. */
  async reopen(settings: Settings): Promise<Refusal | null> {
    const refusal = await this.act('owner', { type: 'configure', settings });
    if (!refusal) await this.#begin();
    return refusal;
  }

  pgn(number: number, site: string): Promise<string> {
    return this.#arbiter.pgn(number, site);
  }

  /** Tells of what happens as somebody sees it. */
  listen(you: You, listener: Listener): () => void {
    const follower: Follower = (fresh, before, after) => listener(fresh, before[you], after[you]);
    this.#listeners.add(follower);
    return () => this.#listeners.delete(follower);
  }

  /** The page is hidden or left: nobody is charged for what comes now. */
  suspend(): void {
    const at = this.now();
    noteAlive(this.id, at);
    // The computer may still make its move, which ends a pause: then the person's own clock stands all the same.
    if (!this.shared) void this.#ask(() => ({ type: 'presence', seat: 'owner', present: false, at }));
    void this.#pause(at);
  }

  /** The page that had it has left it: another reads it anew. */
  get hasLeft(): boolean {
    return this.#left;
  }

  leave(): void {
    if (this.#left) return;
    this.suspend();
    this.#left = true;
    clearTimeout(this.#deadline);
    clearInterval(this.#heart);
    this.#examiner.stop();
    const left = this.stored().then(() => {
      this.#arbiter.close();
      leaving.delete(this.id);
    });
    leaving.set(this.id, left);
  }

  /** When all is answered and stored that has been asked. */
  async stored(): Promise<void> {
    await this.#asking;
    await this.#writing;
  }

  async #begin(): Promise<void> {
    await this.act('guest', { type: 'ready', ready: true });
    if (!(await this.act('owner', { type: 'start' }))) await this.#stop();
  }

  /** A game has just been set up: its clock waits for the players, if it does not wait for the first move anyway. */
  async #stop(): Promise<void> {
    const clock = this.state('spectator').view.game?.clock;
    if (this.shared && clock && !clock.held) await this.#pause(this.now());
  }

  #pause(since: number): Promise<Refusal | null> {
    const at = this.now();
    return this.#ask(() =>
      this.#halted || this.state('spectator').view.phase !== 'playing' ? null : { type: 'pause', since, at },
    );
  }

  #tick(): void {
    const at = this.now();
    // Whatever was not due after all is not asked for without end.
    void this.#ask(() => ({ type: 'tick', at })).then(() => this.#settle(NOT_DUE_MS));
  }

  #declareDead(): void {
    const [ply, at] = [this.#examined, this.now()];
    if (ply !== null) void this.#ask(() => ({ type: 'declare_dead', ply, at }));
  }

  /** Asks the arbiter, after all that was asked before; `decide` says what, or null if nothing is to be asked. */
  #ask(decide: () => Call | null): Promise<Refusal | null> {
    if (this.#left || this.elsewhere || this.broken) return Promise.resolve(null);
    const answer = this.#asking.then(async () => {
      const call = decide();
      if (!call) return null;
      return this.#happen(await this.#arbiter.ask(call));
    });
    const told = answer.catch(() => {
      this.broken = true;
      return null;
    });
    this.#asking = told;
    return told;
  }

  #happen(answer: Answer): Refusal | null {
    if ('refusal' in answer) return answer.refusal;
    if (answer.log.length === 0) return null;
    const before = this.#states;
    const { fresh } = answer;
    this.#halted = haltedAfter(fresh, this.#halted);
    this.#endedAt = endIn(answer.log) ?? this.#endedAt;
    this.#told = answer;
    this.#states = this.#look(answer.looks);
    this.#unstored = [...this.#unstored, ...answer.log];
    this.#store();
    for (const listener of this.#listeners) listener(fresh, before, this.#states);
    this.#settle();
    this.#greet();
    return null;
  }

  /** A move ends a pause: then both are here. */
  #greet(): void {
    const { phase, seats } = this.state('spectator').view;
    if (!this.shared || phase !== 'playing' || this.#halted) return;
    if (!(seats.owner.present && seats.guest.present)) this.wake();
  }

  #look(looks: Looks): Record<You, TableState> {
    const state = (you: You): TableState => {
      const view: View = { ...looks[you], table: this.id, link: '' };
      return { view, moves: view.moves ?? [], seq: view.seq };
    };
    return { owner: state('owner'), guest: state('guest'), spectator: state('spectator') };
  }

  /** What is to be done later: the flag, the heartbeat, a look into the position. */
  #settle(leastWait = 1): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#heart);
    if (this.#left || this.elsewhere || this.broken) return;
    const { deadline } = this.#told;
    if (deadline !== null) {
      const wait = Math.min(LONGEST_WAIT_MS, Math.max(leastWait, deadline - this.now()));
      this.#deadline = setTimeout(() => this.#tick(), wait);
    }
    if (this.state('spectator').view.phase === 'playing' && !this.#halted) {
      this.#heart = setInterval(() => noteAlive(this.id, this.now()), EVERY_MS);
    }
    this.#examine();
  }

  #examine(): void {
    const position = this.#told.examine;
    if (!position) this.#examined = null;
    else if (position.ply !== this.#examined) {
      this.#examined = position.ply;
      this.#examiner.ask(position.fen, position.chess960);
    }
  }

  /** Stores what has happened since the last event that is stored: what could not be stored is tried again. */
  #store(): void {
    this.#writing = this.#writing.then(async () => {
      if (this.elsewhere || this.saving === 'forgotten') return;
      const events = this.#unstored;
      if (events.length === 0) return;
      try {
        const store = await this.world.store();
        await store?.append(this.#line(), events);
        if (store) this.#unstored = this.#unstored.slice(events.length);
        this.saving = store ? 'stored' : 'forbidden';
      } catch (error) {
        if (error instanceof WentOnElsewhere) this.elsewhere = true;
        else this.saving = error instanceof Forgotten ? 'forgotten' : 'forbidden';
        this.#settle();
      }
    });
  }

  #line(): TableLine {
    const { phase, score } = this.state('spectator').view;
    const line = { id: this.id, names: this.#names, at: this.now(), phase, score };
    return this.computer ? { ...line, computer: this.computer } : line;
  }
}

/** The first answer, without which there is no table. */
async function first(arbiter: Arbiter, call: Call): Promise<Told> {
  try {
    const answer = await arbiter.ask(call);
    if ('refusal' in answer) throw new Error(JSON.stringify(answer));
    return answer;
  } catch (error) {
    arbiter.close();
    throw error;
  }
}

const endIn = (log: readonly RecordedEvent[]): number | null =>
  log.findLast(({ event }) => event.type === 'game_ended')?.at ?? null;

/** Whether a game stands after these events. */
function haltedAfter(events: readonly TableEvent[], before: boolean): boolean {
  return events.reduce((halted, { type }) => {
    if (type === 'paused') return true;
    return halted && type !== 'resumed' && type !== 'game_started' && type !== 'game_ended';
  }, before);
}

const interrupt = (refusal: Refusal): void => announcer.interrupt(refusalSentence(refusal));

async function answered(table: AnyTable, answer: Promise<Refusal | null>, command: Command): Promise<Refusal | null> {
  const refusal = await answer;
  if (refusal && command.type !== 'move') table.onrefused(refusal);
  return refusal;
}

/** The table as one of the two uses it: what is pressed on his side is his. */
export class Side implements AnyTable {
  readonly badSeatLink = false;
  onrefused = interrupt;

  constructor(
    readonly table: LocalTable,
    readonly seat: Seat,
  ) {}

  get shared(): boolean {
    return this.table.shared;
  }

  get state(): TableState {
    return this.table.state(this.seat);
  }

  get view(): View {
    return this.state.view;
  }

  get color(): Color | null {
    return this.view.game ? this.view.seats[this.seat].color : null;
  }

  get bottom(): Color {
    return this.color ?? 'white';
  }

  now(): number {
    return this.table.now();
  }

  can(command: CommandName): boolean {
    return this.view.can.includes(command);
  }

  listen(listener: Listener): () => void {
    return this.table.listen(this.shared ? 'spectator' : this.seat, listener);
  }

  do(command: Command): Promise<Refusal | null> {
    return answered(this, this.table.act(this.seat, command), command);
  }
}

/** The table as the board between the two uses it: moves are those of the side to move, names are said of both. */
export class BoardTable implements AnyTable {
  readonly shared = true;
  readonly badSeatLink = false;
  onrefused = interrupt;
  /** The color at the bottom; set by how the two sit. */
  bottom = $state<Color>('white');

  constructor(readonly table: LocalTable) {}

  /** Whose men the board moves. */
  readonly mover = $derived.by((): Seat => {
    const { view } = this.table.state('spectator');
    return seatOf(view, view.game?.turn ?? 'white');
  });

  readonly state = $derived.by((): TableState => {
    const state = this.table.state('spectator');
    return { ...state, view: { ...state.view, can: this.table.state(this.mover).view.can } };
  });

  get view(): View {
    return this.state.view;
  }

  get color(): Color | null {
    return this.view.game?.turn ?? null;
  }

  now(): number {
    return this.table.now();
  }

  can(command: CommandName): boolean {
    return this.view.can.includes(command);
  }

  listen(listener: Listener): () => void {
    return this.table.listen('spectator', listener);
  }

  do(command: Command): Promise<Refusal | null> {
    return answered(this, this.table.act(this.mover, command), command);
  }
}
