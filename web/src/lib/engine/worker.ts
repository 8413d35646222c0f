// The worker in which the engine thinks: crates/wasm with the feature `engine`, one question after another. It learns
// that a question is stopped from memory that it shares with the page; without such memory the page ends the worker.
import type { Ask, FromWorker, Info, Progress, ToWorker } from './questions';

interface EngineHandle {
  newGame(): void;
  setGame(start: string, chess960: boolean, moves: string): void;
  search(limits: string, onInfo: (json: string) => void, isStopped: () => boolean): string;
  choose(level: string, seed: bigint, clock: string, isStopped: () => boolean): string;
  hint(isStopped: () => boolean): string;
  review(nodes: number, onPoint: (json: string) => void, isStopped: () => boolean): string;
}

interface Package {
  default: (source: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  EngineHandle: new (hashMib: number) => EngineHandle;
}

// A glob rather than an import: the application also builds where the package has not been made.
const packages = import.meta.glob<Package>('../wasm-engine/tabiya_wasm.js');

/** A slow device says after so long what it has found until then: a hint that is waited for is none. */
const HINT_MS = 1_500;

const tell = (message: FromWorker): void => self.postMessage(message);

let loading: Promise<EngineHandle> | undefined;
let stopped: Int32Array | null = null;

async function load(module: WebAssembly.Module, hashMib: number): Promise<EngineHandle> {
  const load = Object.values(packages)[0];
  if (!load) throw new Error('the package has not been built');
  const loaded = await load();
  await loaded.default({ module_or_path: module });
  return new loaded.EngineHandle(hashMib);
}

function answer(engine: EngineHandle, number: number, ask: Ask): string {
  if (ask.type === 'new_game') {
    engine.newGame();
    return 'null';
  }
  const isStopped = (): boolean => stopped !== null && Atomics.load(stopped, 0) >= number;
  engine.setGame(ask.game.start, ask.game.chess960 ?? false, ask.game.moves.join(' '));
  switch (ask.type) {
    case 'search': {
      const told = (json: string): void => tell({ number, info: JSON.parse(json) as Info });
      return engine.search(JSON.stringify(ask.limits), told, isStopped);
    }
    case 'choose':
      return engine.choose(ask.level, BigInt(ask.seed), JSON.stringify(ask.clock), isStopped);
    case 'hint': {
      const until = performance.now() + HINT_MS;
      return engine.hint(() => isStopped() || performance.now() > until);
    }
    case 'review': {
      const told = (json: string): void => tell({ number, progress: JSON.parse(json) as Progress });
      return engine.review(ask.nodes, told, isStopped);
    }
  }
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    stopped = data.stopped;
    loading = load(data.module, data.hashMib);
    // Whoever asks is told.
    loading.catch(() => undefined);
    return;
  }
  const { number, ask } = data;
  try {
    if (!loading) throw new Error('asked before the first word');
    const engine = await loading;
    tell({ number, answer: JSON.parse(answer(engine, number, ask)) as unknown });
  } catch (error) {
    // A trap of WebAssembly leaves its memory in no known state.
    const broken = error instanceof WebAssembly.RuntimeError;
    tell({ number, fault: error instanceof Error ? error.message : String(error), broken });
  }
};
