// How the browser tests run: the system's own Chromium, three tests at a time, one server for each worker.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  // Pictures are taken on wish: `npm run pictures`.
  testIgnore: process.env.PICTURES ? [] : ['gallery.spec.ts'],
  outputDir: 'artifacts/failures',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only at the second try is a fault to find, so there is no second try by hand.
  // CI shares its machine with others: there such a test is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // Tests wait more than they work: three keep two processors busy.
  workers: 3,
  reporter: [['list']],
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1280, height: 720 },
    // To keep the whole application for a time without network costs a fifth of a visit: tests that are about that
    // allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // To trace costs a third of the time: only what has failed is looked at again.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Root has no sandbox; the rest keeps Chromium from calling home.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
