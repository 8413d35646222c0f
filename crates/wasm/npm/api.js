// What the package exports; `index.d.ts` says more about each. The work is done in WebAssembly.
import { readPgnBytes } from './wasm/tabiya_wasm.js';

export { Game, Position, readFen } from './wasm/tabiya_wasm.js';

/** The games of a text, or of the bytes of a file in whatever encoding. */
export function readPgn(source) {
  return readPgnBytes(typeof source === 'string' ? new TextEncoder().encode(source) : source);
}
