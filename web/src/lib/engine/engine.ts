// The engine as the pages use it: a worker that is asked, tells how it gets on, and can be stopped at once. Where the
// browser shares memory between a page and its workers (crossOriginIsolated), a flag there stops it; elsewhere the
// worker is ended and another takes its place.
import type {
  Answers, Ask, Choice, ClockLeft, FromWorker, Hint, Info, Limits, Played, Progress, Report, Review, ToWorker,
} from './questions';

export type * from './questions';

/** The question was stopped before it had an answer. */
export class Stopped extends Error {}

/** The part of a worker that is used, so that tests can be another. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** What the engine needs from the world. */
export interface EngineWorld {
  spawn(): WorkerLike;
  /** The compiled package; fails when it cannot be had. */
  module(): Promise<WebAssembly.Module>;
  /** Memory that page and worker share, or null where there is none. */
  shared(): Int32Array | null;
}

/** What the engine remembers its searches in, unless somebody has chosen otherwise. */
export const HASH_MIB = 16;

// Named here and not in the worker: what the pages name is kept on the device (service-worker.ts).
const modules = import.meta.glob<string>('../wasm-engine/tabiya_wasm_bg.wasm', {
  query: '?url', import: 'default', eager: true,
});

let compiling: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const url = Object.values(modules)[0];
  if (url === undefined) throw new Error('the package has not been built');
  return WebAssembly.compileStreaming(fetch(url));
}

const browser: EngineWorld = {
  spawn: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  module: () => {
    compiling ??= compile();
    // The next attempt begins anew.
    compiling.catch(() => (compiling = null));
    return compiling;
  },
  shared: () => (globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null),
};

/** Fetches and compiles the engine before the first question. Whoever asks hears if it cannot be had. */
export const prepareEngine = (): void => void browser.module().catch(() => undefined);

interface Waiting {
  ask: Ask;
  onInfo: ((info: Info) => void) | undefined;
  onProgress: ((progress: Progress) => void) | undefined;
  /** The newest of each of the best lines. */
  infos: Info[];
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

export class EngineWorker {
  /** Null when the last one broke down and nobody has asked since. */
  #worker: WorkerLike | null;
  #stopped: Int32Array | null;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #closed = false;

  private constructor(
    readonly world: EngineWorld,
    readonly module: WebAssembly.Module,
    readonly hashMib: number,
  ) {
    this.#stopped = world.shared();
    this.#worker = this.#spawn();
  }

  /** Loads the engine. Fails when it cannot be had. */
  static async start(world: EngineWorld = browser, hashMib = HASH_MIB): Promise<EngineWorker> {
    return new EngineWorker(world, await world.module(), hashMib);
  }

  /** Forgets what was found in other games. */
  async newGame(): Promise<void> {
    await this.#ask('new_game', { type: 'new_game' });
  }

  /** The best lines. When it is stopped, what has been found so far. */
  search(question: Played & { limits: Limits }, onInfo?: (info: Info) => void): Promise<Report> {
    const { limits, ...game } = question;
    return this.#ask('search', { type: 'search', game, limits }, onInfo);
  }

  /** The move that an opponent plays (levels.json); null if there is no legal one. */
  choose(question: Played & { level: string; seed: number; clock: ClockLeft | null }): Promise<Choice | null> {
    const { level, seed, clock, ...game } = question;
    return this.#ask('choose', { type: 'choose', game, level, seed, clock });
  }

  /** The best move and why; null if there is no legal one. */
  hint(game: Played): Promise<Hint | null> {
    return this.#ask('hint', { type: 'hint', game });
  }

  /** What each position was worth and where the game turned, with so many positions looked at for each. */
  review(question: Played & { nodes: number }, onProgress?: (progress: Progress) => void): Promise<Review> {
    const { nodes, ...game } = question;
    return this.#ask('review', { type: 'review', game, nodes }, undefined, onProgress);
  }

  /** Ends all that is asked: a search answers with what it has, everything else fails with `Stopped`. */
  stop(): void {
    if (this.#waiting.size === 0) return;
    const shared = this.#stopped !== null;
    if (this.#stopped) Atomics.store(this.#stopped, 0, this.#number);
    else {
      this.#worker?.terminate();
      this.#worker = this.#spawn();
    }
    for (const [number, waiting] of this.#waiting) {
      const searching = waiting.ask.type === 'search';
      // With shared memory it tells at once itself what it has found.
      if (searching && shared) continue;
      this.#waiting.delete(number);
      if (searching) waiting.resolve(soFar(waiting.infos));
      else waiting.reject(new Stopped());
    }
  }

  /** The engine is not needed any more. */
  close(): void {
    this.#closed = true;
    this.#lose(new Stopped());
  }

  #ask<T extends Ask['type']>(
    _: T, ask: Ask, onInfo?: (info: Info) => void, onProgress?: (progress: Progress) => void,
  ): Promise<Answers[T]> {
    if (this.#closed) return Promise.reject(new Stopped());
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { ask, onInfo, onProgress, infos: [], resolve: resolve as Waiting['resolve'], reject });
      this.#worker ??= this.#spawn();
      this.#worker.postMessage({ number, ask });
    });
  }

  #spawn(): WorkerLike {
    const worker = this.world.spawn();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#lose(new Error(event.message));
    worker.postMessage({ module: this.module, hashMib: this.hashMib, stopped: this.#stopped });
    return worker;
  }

  #hear(message: FromWorker): void {
    const waiting = this.#waiting.get(message.number);
    if ('info' in message) {
      if (!waiting) return;
      waiting.infos[message.info.rank - 1] = message.info;
      waiting.onInfo?.(message.info);
      return;
    }
    if ('progress' in message) {
      waiting?.onProgress?.(message.progress);
      return;
    }
    this.#waiting.delete(message.number);
    if ('answer' in message) {
      waiting?.resolve(message.answer);
      return;
    }
    waiting?.reject(new Error(message.fault));
    if (message.broken) this.#lose(new Error(message.fault));
  }

  /** The worker is gone with all that it was asked; whoever asks next asks a new one. */
  #lose(why: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of lost) waiting.reject(why);
  }
}

function soFar(infos: readonly Info[]): Report {
  const [best] = infos;
  return {
    lines: infos.map(({ score, moves }) => ({ score, moves })),
    depth: best?.depth ?? 0,
    nodes: best?.nodes ?? 0,
    timeMs: best?.timeMs ?? 0,
  };
}
