// The engine beside the board: the best lines of the position that is shown, as long as somebody looks. It thinks while
// it is on and the page is seen, and stops after two minutes on one position, to be sent on.
import { announcer } from '../announcer.svelte';
import { EngineWorker, HASH_MIB, Stopped, type Info, type Score } from '../engine/engine';
import type { Color } from '../protocol';
import { recall, remember } from '../storage';
import { sideToMove } from '../table/placement';
import type { Node } from './tree';
import type { Study } from './study.svelte';
import { t } from './words';

export const MOST_LINES = 5;
/** Memory that can be chosen, in mebibytes. */
export const MEMORIES: readonly number[] = [HASH_MIB, 32, 64, 128, 256];
/** As long as the engine thinks about one position by itself. */
const LONG_MS = 120_000;
/** Lines in all, so that a game of hours does not fill the memory. */
const MOST_KNOWN = 300;

interface Wish {
  on: boolean;
  lines: number;
  arrows: boolean;
  hashMib: number;
}

const KEY = 'analysis.engine';

/** On a phone one line leaves room for the moves. */
const usual = (): number =>
  typeof matchMedia === 'function' && matchMedia('(max-width: 55.99rem)').matches ? 1 : 3;

/** What is known of a position. */
export interface Found {
  turn: Color;
  /** The best first. */
  lines: readonly { score: Score; moves: readonly string[] }[];
  depth: number;
  nodes: number;
  timeMs: number;
}

type Engine = Pick<EngineWorker, 'search' | 'stop' | 'close'>;

export class Lines {
  on = $state(false);
  count = $state(3);
  /** The best moves as arrows on the board. */
  arrows = $state(true);
  /** What it remembers its searches in. */
  hashMib = $state(HASH_MIB);
  /** It thinks at the moment. */
  thinking = $state(false);
  failed = $state(false);
  /** What is known of the position that is shown. */
  found = $state.raw<Found | null>(null);

  readonly #known = new Map<string, Found>();
  #engine: Promise<Engine> | null = null;
  #asked: { key: string; long: boolean } | null = null;
  #hidden = false;

  constructor(
    readonly study: Study,
    readonly start: (hashMib: number) => Promise<Engine> = (hashMib) => EngineWorker.start(undefined, hashMib),
  ) {
    const wish = recall<Partial<Wish>>(KEY, {});
    this.on = wish.on ?? true;
    this.count = Math.min(MOST_LINES, Math.max(1, Number(wish.lines) || usual()));
    this.arrows = wish.arrows ?? true;
    this.hashMib = MEMORIES.find((mib) => mib === wish.hashMib) ?? HASH_MIB;
  }

  #remember(): void {
    remember(KEY, { on: this.on, lines: this.count, arrows: this.arrows, hashMib: this.hashMib } satisfies Wish);
  }

  toggle(): void {
    this.on = !this.on;
    this.failed = false;
    this.#remember();
    this.look();
  }

  setCount(count: number): void {
    this.count = Math.min(MOST_LINES, Math.max(1, count));
    this.#remember();
    this.look();
  }

  setArrows(shown: boolean): void {
    this.arrows = shown;
    this.#remember();
  }

  /** Another engine with so much memory takes its place, and goes on with what is shown. */
  setMemory(hashMib: number): void {
    if (hashMib === this.hashMib) return;
    this.hashMib = hashMib;
    this.failed = false;
    this.#remember();
    this.close();
    this.look();
  }

  /** The page is hidden or seen again. */
  hide(hidden: boolean): void {
    this.#hidden = hidden;
    this.look();
  }

  /** Looks at what is shown now; nothing happens where that is looked at already. */
  look(): void {
    const { study } = this;
    const key = study.fen;
    this.found = this.#known.get(key) ?? null;
    const wanted = this.on && !this.failed && !this.#hidden && !study.scene.over;
    const enough = this.found && this.found.lines.length >= this.count && this.found.timeMs >= LONG_MS;
    if (!wanted || enough) {
      this.#stop();
      return;
    }
    void this.#search(key, LONG_MS);
  }

  /** Thinks on where two minutes were not enough. */
  goOn(): void {
    void this.#search(this.study.fen, undefined);
  }

  async #search(key: string, moveTimeMs: number | undefined): Promise<void> {
    const asked = { key: `${key} ${this.count}`, long: moveTimeMs === undefined };
    if (this.#asked?.key === asked.key && this.#asked.long === asked.long) return;
    this.#asked = asked;
    this.thinking = true;
    try {
      const engine = await this.#started();
      if (this.#asked !== asked) return;
      engine.stop();
      const limits = { lines: this.count, ...(moveTimeMs === undefined ? {} : { moveTimeMs }) };
      const lines: Info[] = [];
      await engine.search({ ...question(this.study), limits }, (info) => this.#hear(key, asked, lines, info));
      if (this.#asked === asked) this.thinking = false;
    } catch (error) {
      if (this.#asked !== asked) return;
      this.thinking = false;
      if (error instanceof Stopped) return;
      if (this.hashMib > HASH_MIB) {
        announcer.interrupt(t('engine.memory_failed', { mib: this.hashMib, usual: HASH_MIB }));
        this.setMemory(HASH_MIB);
        return;
      }
      console.error('the engine broke off', error);
      this.failed = true;
    }
  }

  #hear(key: string, asked: object, lines: Info[], info: Info): void {
    // A bound is no score yet.
    if (this.#asked !== asked || info.bound !== 'exact') return;
    lines[info.rank - 1] = info;
    const known = lines.filter((line): line is Info => line !== undefined);
    const [best] = known;
    if (!best || known.length < lines.length) return;
    const before = this.#known.get(key);
    // What a shorter search says later is worth less than what is known.
    if (before && before.depth > best.depth && before.lines.length >= Math.min(this.count, known.length)) return;
    const { depth, nodes, timeMs } = info;
    this.#known.delete(key);
    this.#known.set(key, {
      turn: sideToMove(key), depth, nodes, timeMs,
      lines: known.map(({ score, moves }) => ({ score, moves })),
    });
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(old);
    }
    if (this.study.fen === key) this.found = this.#known.get(key) ?? null;
  }

  #started(): Promise<Engine> {
    if (!this.#engine) {
      this.#engine = this.start(this.hashMib);
      // The next attempt begins anew.
      this.#engine.catch(() => (this.#engine = null));
    }
    return this.#engine;
  }

  #stop(): void {
    this.#asked = null;
    this.thinking = false;
    void this.#engine?.then((engine) => engine.stop(), () => undefined);
  }

  close(): void {
    this.#asked = null;
    void this.#engine?.then((engine) => engine.close(), () => undefined);
    this.#engine = null;
  }
}

/** The game up to what is shown, as the engine is asked about it: behind the last null move, which is no move to it. */
export function question(study: Pick<Study, 'tree' | 'path'>): { start: string; moves: string[]; chess960: boolean } {
  const { tree } = study;
  const path: readonly Node[] = study.path;
  const pass = path.findLastIndex((node) => node.uci === null);
  const start = pass < 0 ? tree.startFen : (path[pass]?.fen ?? tree.startFen);
  const moves = path.slice(pass + 1).flatMap((node) => node.uci ?? []);
  return { start, moves, chess960: tree.chess960 };
}
