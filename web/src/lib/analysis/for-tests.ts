// The real package of the board for analysis, for tests in Node.
import { readFileSync } from 'node:fs';
import { Notation } from './pgn';

export { realRules } from '../rules-for-tests';

type Package = Notation['code'] & { initSync: (source: { module: BufferSource }) => unknown };

const modules = import.meta.glob<Package>('../wasm-analysis/tabiya_wasm.js');

export async function realNotation(): Promise<Notation> {
  const load = Object.values(modules)[0];
  if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
  const loaded = await load();
  loaded.initSync({ module: readFileSync('src/lib/wasm-analysis/tabiya_wasm_bg.wasm') });
  return new Notation(loaded);
}
