// The worker in which the engine thinks: crates/wasm with the feature `engine`, one question after another. It learns
// that a question is stopped from memory that it shares with the page; without such memory the page ends the worker.
import type { Ask, FromWorker, Info, ToWorker } from './questions';

interface EngineHandle {
  newGame(): void;
  setGame(start: string, chess960: boolean, moves: string): void;
  search(limits: string, onInfo: (json: string) => void, isStopped: () => boolean): string;
}

interface Package {
  default: (source: { module_or_path: WebAssembly.Module }) => Promise<unknown>;
  EngineHandle: new (hashMib: number) => EngineHandle;
}

// A glob rather than an import: the application also builds where the package has not been made.
const packages = import.meta.glob<Package>('../wasm-engine/tabiya_wasm.js');

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

function answer(engine: EngineHandle, number: number, ask: Ask): unknown {
  if (ask.type === 'new_game') {
    engine.newGame();
    return null;
  }
  const isStopped = (): boolean => stopped !== null && Atomics.load(stopped, 0) >= number;
  engine.setGame(ask.game.start, ask.game.chess960 ?? false, ask.game.moves.join(' '));
  const told = (json: string): void => tell({ number, info: JSON.parse(json) as Info });
  return JSON.parse(engine.search(JSON.stringify(ask.limits), told, isStopped));
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
    tell({ number, answer: answer(engine, number, ask) });
  } catch (error) {
    // A trap of WebAssembly leaves its memory in no known state.
    const broken = error instanceof WebAssembly.RuntimeError;
    tell({ number, fault: error instanceof Error ? error.message : String(error), broken });
  }
};
