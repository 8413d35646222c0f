// How Vite serves and tests the application.
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [sveltekit()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  server: {
    proxy: { '/api': { target: 'http://localhost:8080', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
