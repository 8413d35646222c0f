// The entry for browsers and bundlers: importing it waits until the module is there.
import init from './wasm/tabiya_wasm.js';

await init({ module_or_path: new URL('./wasm/tabiya_wasm_bg.wasm', import.meta.url) });

export * from './api.js';
