// A table that is kept by this browser, for two at one device or against the computer: the arbiter judges in a
// worker, the log is stored event by event. Each seat has a table of its own to act through; the board between two
// acts for whoever is to move. One window plays at a table, others of the browser look on. Not here: how the computer
// finds its moves.
import { announcer } from '../announcer.svelte';
import { refusalSentence, t } from '../messages';
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
import { browserJournal, recover, type Asked, type Journal } from './journal';
import {
  Forgotten, openLogStore, WentOnElsewhere, type ComputerSeat, type LogStore, type TableLine,
} from './log-store';
import { BrowserWindows, type Hold, type Holder, type Windows } from './windows';

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
  journal: Journal;
  windows: Windows;
  /** Milliseconds since 1970, never going back while the page is there. */
  now: () => number;
  /** Looks into a position in its own time; then says whether nobody can mate in it. */
  examiner: (tell: (isDead: boolean) => void) => { ask(fen: string, chess960: boolean): void; stop(): void };
}

const browser: World = {
  arbiter: () => new WorkerArbiter(),
  store: openLogStore,
  journal: browserJournal,
  windows: new BrowserWindows(),
  now: () => Math.round(performance.timeOrigin + performance.now()),
  examiner: (tell) =>
    new Prospects(({ found }) => tell(found?.white.type === 'no_mate' && found.black.type === 'no_mate')),
};

type Follower = (
  fresh: readonly TableEvent[], before: Record<You, TableState>, after: Record<You, TableState>,
) => void;

/** What is told to whoever acts in a window that only looks on. */
const looksOn = (): Refusal => ({
  code: 'elsewhere', article: null, message: t('local.elsewhere'), squares: [], params: {},
});

/** What a table begins with on this page. */
interface Begin {
  id: string;
  names: Names;
  computer: ComputerSeat | null;
  world: World;
  arbiter: Arbiter;
  told: Told;
  /** Null in a window that looks on. */
  seating: Seating | null;
}

/** How a table is found again. */
export interface Finding {
  /** One that is not looked for is not touched: another page may have it open. */
  isMeant?: (line: TableLine) => boolean;
  /** Another window that plays there is to give it up. */
  take?: boolean;
}

/** The right of a window to play at a table, and what it says for itself until its table is there. */
class Seating implements Holder {
  table: LocalTable | null = null;
  hold: Hold | null = null;
  #isLost = false;

  static async of(world: World, id: string, take: boolean): Promise<Seating | null> {
    const seating = new Seating();
    seating.hold = await world.windows.hold(id, seating, take);
    return seating.hold ? seating : null;
  }

  sit(table: LocalTable): void {
    this.table = table;
    if (this.#isLost) table.lookOn();
  }

  known(): number {
    return this.table?.state('spectator').seq ?? Infinity;
  }

  async giveUp(): Promise<void> {
    this.lost();
    await this.table?.stored();
  }

  lost(): void {
    this.#isLost = true;
    this.table?.lookOn();
  }
}

/** Tables that this page leaves, until all of them is stored. */
const leaving = new Map<string, Promise<void>>();

export class LocalTable {
  /** The table as each seat and as the board sees it. */
  #states = $state.raw<Record<You, TableState>>() as Record<You, TableState>;
  /** Whether the table will be found again after the page is closed. */
  saving = $state<Saving>('stored');
  /** Another window plays at this table: this one looks on. */
  elsewhere = $state(false);
  /** Nobody plays there any more: whoever looks on may. */
  free = $state(false);
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
  /** What has been asked and not answered yet. */
  #asked: Asked[] = [];
  #seating: Seating | null;
  #stopLooking: (() => void) | null = null;
  /** Nothing is counted against anybody: the last word was a pause. */
  #halted = false;
  #left = false;
  #endedAt: number | null = null;
  /** How far the device's clock has been set back since the last event. */
  #ahead = 0;

  private constructor({ id, names, computer, world, arbiter, told, seating }: Begin) {
    this.id = id;
    this.world = world;
    this.computer = computer;
    this.#names = names;
    this.#arbiter = arbiter;
    this.#told = told;
    this.#seating = seating;
    this.elsewhere = seating === null;
    this.#states = this.#look(told.looks);
    this.owner = new Side(this, 'owner');
    this.guest = new Side(this, 'guest');
    this.board = new BoardTable(this);
    this.#examiner = world.examiner((isDead) => isDead && this.#declareDead());
    seating?.sit(this);
    if (!seating) this.#watch();
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
    const seating = await Seating.of(world, id, true);
    const table = new LocalTable({ id, names, computer, world, arbiter, told, seating });
    table.#unstored = told.log;
    table.#store();
    table.#note();
    await table.#begin();
    return table;
  }

  /** The table of a stored log; a game is paused from when the page was last there. While another window plays there,
      this one looks on. Null if there is none, or not one that is looked for. */
  static async resume(
    id: string, world: World = browser, { isMeant = () => true, take = false }: Finding = {},
  ): Promise<LocalTable | null> {
    await leaving.get(id);
    const store = await world.store();
    const meant = (await store?.line(id)) ?? world.journal.read(id)?.line;
    if (!meant || !isMeant(meant)) return null;
    const seating = await Seating.of(world, id, take);
    try {
      return await LocalTable.#again(id, world, seating);
    } catch (error) {
      seating?.hold?.release();
      throw error;
    }
  }

  static async #again(id: string, world: World, seating: Seating | null): Promise<LocalTable | null> {
    const store = await world.store();
    const found = [(await store?.line(id)) ?? null, (await store?.read(id)) ?? []] as const;
    const { line, log, unstored, asked } = recover(...found, seating ? world.journal.read(id) : null);
    const last = log.at(-1);
    if (!line || !last) {
      seating?.hold?.release();
      return null;
    }
    const arbiter = world.arbiter();
    const told = await first(arbiter, { type: 'replay', log });
    const computer = line.computer ?? null;
    const table = new LocalTable({ id, names: line.names, computer, world, arbiter, told, seating });
    table.#read(log);
    if (seating) await table.#goOn(last.at, unstored, asked);
    table.#settle();
    return table;
  }

  #read(log: readonly RecordedEvent[]): void {
    this.#ahead = Math.max(0, (log.at(-1)?.at ?? 0) - this.world.now());
    this.#halted = haltedAfter(log.map((recorded) => recorded.event), false);
    this.#endedAt = endIn(log);
  }

  /** Goes on where a page was left: what was on its way arrives first, then the game stands since then. */
  async #goOn(lastAt: number, unstored: RecordedEvent[], asked: readonly Asked[]): Promise<void> {
    const alive = lastAlive(this.id) ?? lastAt;
    let since = Math.max(lastAt, Math.min(alive, this.now()));
    this.#unstored = unstored;
    this.#store();
    // All at once, so that none of them leaves the journal before its answer is in the log.
    const answers = asked.map(({ seat, command, at }) => {
      const then = Math.min(Math.max(lastAt, at), this.now());
      since = Math.max(since, then);
      return this.#act(seat, command, then);
    });
    await Promise.all(answers);
    this.#note();
    await this.#pause(since);
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
    return this.#act(seat, command, this.now());
  }

  #act(seat: Seat, command: Command, at: number): Promise<Refusal | null> {
    if (this.elsewhere) return Promise.resolve(looksOn());
    const asked: Asked = { seat, command, at, seq: this.state('spectator').seq };
    return this.#ask(() => ({ type: 'act', actor: seat, command, at }), asked);
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
    if (this.elsewhere) return;
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
    this.#stopLooking?.();
    const left = this.stored().then(() => {
      this.#arbiter.close();
      this.#seating?.hold?.release();
      leaving.delete(this.id);
    });
    leaving.set(this.id, left);
  }

  /** Another window plays from now on; this one looks on. */
  lookOn(): void {
    if (this.elsewhere || this.#left) return;
    this.elsewhere = true;
    this.#states = this.#look(this.#told.looks);
    this.#examiner.stop();
    this.#settle();
    this.#watch();
    // What happened here and was not stored has not happened.
    this.#follow(true);
  }

  #watch(): void {
    this.#stopLooking ??= this.world.windows.look(this.id, () => this.#follow(), () => (this.free = true));
    // What happened since the log was read.
    this.#follow();
  }

  /** Reads what the window that plays has stored, if that is more than is known. */
  #follow(anew = false): void {
    this.#asking = this.#asking.then(async () => {
      const store = await this.world.store();
      const log = (await store?.read(this.id)) ?? [];
      const before = this.#states;
      const known = before.spectator.seq;
      if (this.#left || log.length === 0 || !(anew || log.some(({ seq }) => seq > known))) return;
      const told = await this.#arbiter.ask({ type: 'replay', log });
      if ('refusal' in told) return;
      this.#told = told;
      this.#read(log);
      this.#states = this.#look(told.looks);
      const fresh = log.filter(({ seq }) => seq > known).map(({ event }) => event);
      for (const listener of this.#listeners) listener(fresh, before, this.#states);
    }).catch(() => undefined);
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

  /** Asks the arbiter, after all that was asked before; `decide` says what, or null if nothing is to be asked. A
      command is noted before it is asked, and until its answer is. */
  #ask(decide: () => Call | null, asked: Asked | null = null): Promise<Refusal | null> {
    if (this.#left || this.elsewhere || this.broken) return Promise.resolve(null);
    if (asked) {
      this.#asked = [...this.#asked, asked];
      this.#note();
    }
    const answer = this.#asking.then(async () => {
      if (this.elsewhere) return looksOn();
      const call = decide();
      return call ? this.#happen(await this.#arbiter.ask(call)) : null;
    });
    const told = answer.catch(() => {
      this.broken = true;
      return null;
    }).then((refusal) => {
      this.#asked = this.#asked.filter((one) => one !== asked);
      this.#note();
      return refusal;
    });
    this.#asking = told;
    return told;
  }

  /** Writes down what is on its way, before it is seen. */
  #note(): void {
    if (this.elsewhere) return;
    const { id } = this;
    const [events, asked] = [this.#unstored, this.#asked];
    const none = (events.length === 0 && asked.length === 0) || this.saving === 'forgotten';
    this.world.journal.write(id, none ? null : { line: this.#line(), events, asked });
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
    this.#note();
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
      const look = this.elsewhere ? { ...looks[you], can: [] } : looks[you];
      const view: View = { ...look, table: this.id, link: '' };
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
      if (this.saving === 'forgotten') return;
      const events = this.#unstored;
      if (events.length === 0) return;
      try {
        const store = await this.world.store();
        await store?.append(this.#line(), events);
        if (store) this.#unstored = this.#unstored.slice(events.length);
        this.saving = store ? 'stored' : 'forbidden';
        this.#note();
        if (store) this.world.windows.tell(this.id, events.at(-1)?.seq ?? 0);
      } catch (error) {
        if (error instanceof WentOnElsewhere) {
          this.#unstored = [];
          this.lookOn();
        } else this.saving = error instanceof Forgotten ? 'forgotten' : 'forbidden';
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
  readonly barred = '';
  onrefused = interrupt;

  constructor(
    readonly table: LocalTable,
    readonly seat: Seat,
  ) {}

  get shared(): boolean {
    return this.table.shared;
  }

  get looksOn(): boolean {
    return this.table.elsewhere;
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

  get looksOn(): boolean {
    return this.table.elsewhere;
  }

  readonly barred = '';
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
