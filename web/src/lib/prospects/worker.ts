// The worker that finds out who can still mate: the server's own code as WebAssembly, beside the page so that the
// page never stands still. One question after another; the answers carry the number of their question.
import type { Answer, Question } from './prospects';

interface Module {
  default: (source: { module_or_path: string }) => Promise<unknown>;
  prospects: (fen: string, chess960: boolean) => Answer['found'];
}

const modules = import.meta.glob<Module>('../wasm-prospects/tabiya_wasm.js');
let loading: Promise<Module> | undefined;

async function load(wasm: string | undefined): Promise<Module> {
  const load = Object.values(modules)[0];
  if (!load || wasm === undefined) throw new Error('the package has not been built');
  const module = await load();
  await module.default({ module_or_path: wasm });
  return module;
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { number, fen, chess960 } = data;
  loading ??= load(data.module);
  const answer: Answer = { number };
  try {
    const module = await loading;
    try {
      answer.found = module.prospects(fen, chess960);
    } catch (error) {
      answer.fault = error instanceof Error ? error.message : String(error);
    }
  } catch {
    answer.missing = true;
  }
  self.postMessage(answer);
};
