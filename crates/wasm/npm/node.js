// The entry for Node: the module is read from the file beside it, at once and without a network.
import { readFileSync } from 'node:fs';
import { initSync } from './wasm/tabiya_wasm.js';

initSync({ module: readFileSync(new URL('./wasm/tabiya_wasm_bg.wasm', import.meta.url)) });

export * from './api.js';
