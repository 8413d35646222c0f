// The real rules, for tests in Node.
import { readFileSync } from 'node:fs';
import type { Rules } from '$lib/rules';

interface Package extends Rules {
  initSync: (source: { module: BufferSource }) => unknown;
}

const modules = import.meta.glob<Package>('../wasm/tabiya_wasm.js');

export async function realRules(): Promise<Rules> {
  const load = Object.values(modules)[0];
  if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
  const loaded = await load();
  loaded.initSync({ module: readFileSync('src/lib/wasm/tabiya_wasm_bg.wasm') });
  return loaded;
}
