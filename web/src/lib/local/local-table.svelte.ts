// A table for two at one device, kept by this browser: the arbiter judges at once, the log is stored event by event.
// Each seat has a table of its own to act through; the board acts for whoever is to move.
import { announcer } from '../announcer.svelte';
import { refusalSentence } from '../messages';
import { Prospects } from '../prospects/prospects';
import type {
  Color, Command, CommandName, Refusal, Seat, Settings, TableEvent, View, You,
} from '../protocol';
import { otherSeat } from '../protocol';
import { seatOf, type AnyTable, type Listener } from '../table/any-table';
import type { TableState } from '../table/reduce';
import { EVERY_MS, lastAlive, noteAlive } from './alive';
import { arbiterDoor, type Answer, type Arbiter, type ArbiterDoor, type Names } from './arbiter';
import { Forgotten, openLogStore, WentOnElsewhere, type LogStore, type TableLine } from './log-store';

/** setTimeout takes no more. */
const LONGEST_WAIT_MS = 2_147_483_647;
const NOT_DUE_MS = 100;

/** `forbidden`: the browser stores nothing, or not all; `forgotten`: another page has deleted what was stored. */
export type Saving = 'stored' | 'forbidden' | 'forgotten';

/** What a table needs from the world, so that tests can be another world. */
export interface World {
  door: ArbiterDoor;
  store: () => Promise<LogStore | null>;
  /** Milliseconds since 1970, never going back while the page is there. */
  now: () => number;
  /** Looks into a position in its own time; then says whether nobody can mate in it. */
  examiner: (tell: (isDead: boolean) => void) => { ask(fen: string, chess960: boolean): void; stop(): void };
}

const browser: World = {
  door: arbiterDoor,
  store: openLogStore,
  now: () => Math.round(performance.timeOrigin + performance.now()),
  examiner: (tell) =>
    new Prospects(({ found }) => tell(found?.white.type === 'no_mate' && found.black.type === 'no_mate')),
};

export class LocalTable {
  /** The table as each seat and as the board sees it. */
  #states = $state.raw<Record<You, TableState>>() as Record<You, TableState>;
  /** Whether the table will be found again after the page is closed. */
  saving = $state<Saving>('stored');
  /** Another page goes on with this table. */
  elsewhere = $state(false);
  readonly owner: Side;
  readonly guest: Side;
  readonly board: BoardTable;
  #arbiter: Arbiter;
  #listeners = new Set<Listener>();
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #examiner: ReturnType<World['examiner']>;
  #examined: number | null = null;
  /** Writes follow one another. */
  #writing: Promise<void> = Promise.resolve();
  /** The last event that is stored; 0 if none is. */
  #storedTo = 0;
  /** Nothing is counted against anybody: the last word was a pause. */
  #halted = false;
  #left = false;
  /** How far the device's clock has been set back since the last event. */
  #ahead = 0;

  private constructor(
    readonly id: string,
    readonly world: World,
    arbiter: Arbiter,
  ) {
    this.#arbiter = arbiter;
    this.#states = this.#look();
    this.owner = new Side(this, 'owner');
    this.guest = new Side(this, 'guest');
    this.board = new BoardTable(this);
    this.#examiner = world.examiner((isDead) => isDead && this.#declareDead());
    const last = arbiter.log(this.state('spectator').seq - 1)[0]?.at ?? 0;
    this.#ahead = Math.max(0, last - world.now());
  }

  /** Opens a table and sets up the first game; its clock waits for `wake` or the first move. Throws when the settings
      or a name are refused. */
  static async open(settings: Settings, names: Names, world: World = browser): Promise<LocalTable> {
    const at = world.now();
    const [seed = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    const arbiter = await world.door.open(settings, names, seed, at);
    const table = new LocalTable(`${at.toString(36)}${seed.toString(36).slice(0, 4)}`, world, arbiter);
    table.#store();
    table.#begin();
    return table;
  }

  /** The table of a stored log; a game is paused from when the page was last there. Null if there is none. */
  static async resume(id: string, world: World = browser): Promise<LocalTable | null> {
    const log = (await (await world.store())?.read(id)) ?? [];
    const last = log.at(-1);
    if (!last) return null;
    const table = new LocalTable(id, world, await world.door.replay(log));
    table.#storedTo = last.seq;
    table.#halted = haltedAfter(log.map((recorded) => recorded.event), false);
    const alive = lastAlive(id) ?? last.at;
    table.#pause(Math.max(last.at, Math.min(alive, table.now())));
    table.#settle();
    return table;
  }

  state(you: You): TableState {
    return this.#states[you];
  }

  now(): number {
    return this.world.now() + this.#ahead;
  }

  /** The clocks stand until somebody says that both are back. Without a clock, and before a first move that starts it,
      nobody need say so. */
  get paused(): boolean {
    const { phase, game } = this.state('spectator').view;
    return phase === 'playing' && (game?.clock?.paused ?? false) && game?.clock?.held !== 'first_move';
  }

  /** A command of a seat. */
  act(seat: Seat, command: Command): Refusal | null {
    return this.#happen(this.#arbiter.act(seat, command, this.now()));
  }

  /** Stops all that is counted, since nobody plays. */
  pause(): void {
    this.#pause(this.now());
  }

  /** The page is seen: what stands runs on, unless both are to be asked first. */
  arrive(): void {
    if (this.#halted && !this.paused) this.wake();
  }

  /** Both are here: the clock runs on. */
  wake(): void {
    this.#happen(this.#arbiter.wake(this.now()));
  }

  /** Another game with colors swapped: both sit here, so one word is enough. */
  rematch(): void {
    const { view } = this.state('spectator');
    if (view.phase !== 'over') return;
    const first = view.rematch_offer ?? 'owner';
    if (!view.rematch_offer) this.act(first, { type: 'offer_rematch' });
    if (!this.act(otherSeat(first), { type: 'offer_rematch' })) this.#stop();
  }

  /** The same two with other settings. Hands back why not. */
  reopen(settings: Settings): Refusal | null {
    const refusal = this.#happen(this.#arbiter.act('owner', { type: 'configure', settings }, this.now()));
    if (!refusal) this.#begin();
    return refusal;
  }

  pgn(number: number, site: string): string {
    return this.#arbiter.table.pgn(number, site) ?? '';
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The page is hidden or left: nobody is charged for what comes now. */
  suspend(): void {
    noteAlive(this.id, this.now());
    this.pause();
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
  }

  /** When all is stored that has happened. */
  stored(): Promise<void> {
    return this.#writing;
  }

  #begin(): void {
    this.act('guest', { type: 'ready', ready: true });
    if (!this.act('owner', { type: 'start' })) this.#stop();
  }

  /** A game has just been set up: its clock waits for the players, if it does not wait for the first move anyway. */
  #stop(): void {
    const clock = this.state('spectator').view.game?.clock;
    if (clock && !clock.held) this.pause();
  }

  #pause(since: number): void {
    if (this.#halted || this.state('spectator').view.phase !== 'playing') return;
    this.#happen(this.#arbiter.pause(since, this.now()));
  }

  #tick(): void {
    this.#happen(this.#arbiter.tick(this.now()));
    // Whatever was not due after all is not asked for without end.
    this.#settle(NOT_DUE_MS);
  }

  #declareDead(): void {
    if (this.#left || this.#examined === null) return;
    this.#happen(this.#arbiter.declareDead(this.#examined, this.now()));
  }

  #happen(answer: Answer): Refusal | null {
    if (answer.refusal) return answer.refusal;
    if (this.#left || this.elsewhere || answer.events.length === 0) return null;
    const before = this.#states.spectator;
    const fresh = answer.events.map((recorded) => recorded.event);
    this.#halted = haltedAfter(fresh, this.#halted);
    this.#states = this.#look();
    this.#store();
    for (const listener of this.#listeners) listener(fresh, before, this.#states.spectator);
    this.#settle();
    this.#greet();
    return null;
  }

  /** A move ends a pause: then both are here. */
  #greet(): void {
    const { phase, seats } = this.state('spectator').view;
    if (phase === 'playing' && !this.#halted && !(seats.owner.present && seats.guest.present)) this.wake();
  }

  #look(): Record<You, TableState> {
    const state = (you: You): TableState => {
      const view: View = { ...this.#arbiter.view(you), table: this.id, link: '' };
      return { view, moves: view.moves ?? [], seq: view.seq };
    };
    return { owner: state('owner'), guest: state('guest'), spectator: state('spectator') };
  }

  /** What is to be done later: the flag, the heartbeat, a look into the position. */
  #settle(leastWait = 1): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#heart);
    if (this.#left || this.elsewhere) return;
    const deadline = this.#arbiter.deadline();
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
    const position = this.#arbiter.table.toExamine();
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
      const events = this.#arbiter.log(this.#storedTo);
      const last = events.at(-1);
      if (!last) return;
      try {
        const store = await this.world.store();
        await store?.append(this.#line(), events);
        if (store) this.#storedTo = last.seq;
        this.saving = store ? 'stored' : 'forbidden';
      } catch (error) {
        if (error instanceof WentOnElsewhere) this.elsewhere = true;
        else this.saving = error instanceof Forgotten ? 'forgotten' : 'forbidden';
        this.#settle();
      }
    });
  }

  #line(): TableLine {
    const { phase, score, seats } = this.state('spectator').view;
    const names = { owner: seats.owner.name ?? '', guest: seats.guest.name ?? '' };
    return { id: this.id, names, at: this.now(), phase, score };
  }
}

/** Whether a game stands after these events. */
function haltedAfter(events: readonly TableEvent[], before: boolean): boolean {
  return events.reduce((halted, { type }) => {
    if (type === 'paused') return true;
    return halted && type !== 'resumed' && type !== 'game_started' && type !== 'game_ended';
  }, before);
}

const interrupt = (refusal: Refusal): void => announcer.interrupt(refusalSentence(refusal));

function answered(table: AnyTable, refusal: Refusal | null, command: Command): Promise<Refusal | null> {
  if (refusal && command.type !== 'move') table.onrefused(refusal);
  return Promise.resolve(refusal);
}

/** The table as one of the two uses it: what is pressed on his side is his. */
export class Side implements AnyTable {
  readonly shared = true;
  readonly badSeatLink = false;
  onrefused = interrupt;

  constructor(
    readonly table: LocalTable,
    readonly seat: Seat,
  ) {}

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
    return this.table.listen(listener);
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
    return this.table.listen(listener);
  }

  do(command: Command): Promise<Refusal | null> {
    return answered(this, this.table.act(this.mover, command), command);
  }
}
