// The worker with the arbiter of one table: a proof may take seconds, and the page must not stand still meanwhile.
// One call after another; answers carry the number of their call.
import { Bench, type TablePackage } from './bench';
import type { FromBench, ToBench } from './arbiter';

interface Package extends TablePackage {
  default: (source: { module_or_path: string }) => Promise<unknown>;
}

// A glob rather than an import: the application also builds where the package has not been made.
const packages = import.meta.glob<Package>('../wasm-table/tabiya_wasm.js');

let bench: Promise<Bench> | undefined;

async function load(module: string): Promise<Bench> {
  const load = Object.values(packages)[0];
  if (!load) throw new Error('the package has not been built');
  const loaded = await load();
  await loaded.default({ module_or_path: module });
  return new Bench(loaded);
}

self.onmessage = async ({ data }: MessageEvent<ToBench>) => {
  const { number } = data;
  const tell = (message: FromBench): void => self.postMessage(message);
  bench ??= load(data.module);
  try {
    const { ask } = data;
    const asked = await bench;
    tell({ number, answer: ask.type === 'pgn' ? asked.pgn(ask.number, ask.site) : asked.ask(ask) });
  } catch (error) {
    tell({ number, fault: error instanceof Error ? error.message : String(error) });
  }
};
