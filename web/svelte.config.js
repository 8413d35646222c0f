// How SvelteKit builds: static files only (the server embeds them), and the content-security policy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

const BUILD = 'build';
const made = adapter({ pages: BUILD, fallback: '200.html', precompress: true });

/** Puzzles and their games are text, too, which the adapter does not know by their endings. */
function compressPuzzles() {
  const names = readdirSync(BUILD, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((name) => /\.(jsonl|pgn)$/.test(name))) {
    const path = join(BUILD, name);
    const text = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(text));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  kit: {
    adapter: {
      ...made,
      async adapt(builder) {
        await made.adapt(builder);
        compressPuzzles();
      },
    },
    // The pages are built before anyone knows under which address they will be served.
    paths: { relative: false },
    // The layout registers it, and tells of new versions.
    serviceWorker: { register: false },
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['self'],
        'script-src': ['self', 'wasm-unsafe-eval'],
        'style-src': ['self', 'unsafe-inline'],
        'img-src': ['self', 'data:'],
        // 'self' includes the WebSocket of the same host (CSP level 3).
        'connect-src': ['self'],
        'object-src': ['none'],
        'base-uri': ['self'],
        'form-action': ['self'],
      },
    },
  },
};
