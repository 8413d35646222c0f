// What every test starts from: a running server, visitors with a browser profile each, and a table for two.
// Every page is watched: an error in its console or a request to another origin fails the test.
import {
  expect,
  test as base,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { Settings } from '../../web/src/lib/protocol.ts';
import { Server } from './server.ts';
import { TablePage } from './table-page.ts';

export { expect };

/** What a test may choose of a table; the rest is as on the home page, with the owner as White. */
export type Choice = Partial<Settings>;

export function settings(choice: Choice = {}): Settings {
  return {
    rules: { preset: 'fide-online', switches: { takeback: 'by_agreement' } },
    clock: { type: 'fischer', bank_ms: 600_000, increment_ms: 5_000 },
    owner_color: 'white',
    start: { type: 'standard' },
    ...choice,
  };
}

export const fromPosition = (fen: string): Choice => ({ start: { type: 'position', fen } });

/** Opens browser profiles, and hears what goes wrong in them. */
export class Visitors {
  readonly complaints: string[] = [];
  /** Set while the server is meant to be away: then failed requests are no fault. */
  serverIsAway = false;

  constructor(
    private readonly browser: Browser,
    readonly server: Server,
  ) {}

  /** A page in a profile of its own, as on a device that was never here. */
  async arrive(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: this.server.url, ...options });
    const page = await context.newPage();
    this.watch(page);
    return page;
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(`error on the page: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      if (this.serverIsAway && /ERR_CONNECTION|WebSocket|Failed to (fetch|load)/.test(message.text())) return;
      this.complaints.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.server.url) {
        this.complaints.push(`request to another origin: ${request.url()}`);
      }
    });
  }
}

/** Two people at a table. `white` and `black` hold for its first game, where the owner is White. */
export interface Pair {
  id: string;
  white: TablePage;
  black: TablePage;
}

interface Fixtures {
  visitors: Visitors;
  /** Opens a table with the settings, without a game. */
  sitDown: (choice?: Choice, options?: BrowserContextOptions) => Promise<Pair>;
  /** Opens a table and starts its first game. */
  startGame: (choice?: Choice, options?: BrowserContextOptions) => Promise<Pair>;
}

export const test = base.extend<Fixtures, { server: Server }>({
  server: [
    // Playwright reads the names of the parameters, so the first must be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  visitors: async ({ browser, server }, use) => {
    const visitors = new Visitors(browser, server);
    await use(visitors);
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(visitors.complaints).toEqual([]);
  },

  sitDown: async ({ visitors }, use) => {
    await use((choice, options) => sitDown(visitors, choice, options));
  },

  startGame: async ({ visitors }, use) => {
    await use(async (choice, options) => {
      const pair = await sitDown(visitors, choice, options);
      await start(pair);
      return pair;
    });
  },
});

export async function sitDown(
  visitors: Visitors,
  choice?: Choice,
  options?: BrowserContextOptions,
): Promise<Pair> {
  const owner = await visitors.arrive(options);
  const answer = await owner.request.post('/api/tables', { data: { settings: settings(choice) } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { table: id } = (await answer.json()) as { table: string };
  const guest = await visitors.arrive(options);
  await owner.goto(`/t/${id}`);
  await guest.goto(`/t/${id}`);
  return { id, white: new TablePage(owner), black: new TablePage(guest) };
}

export async function start({ white, black }: Pair): Promise<void> {
  await black.button('I am ready').click();
  await white.button('Start').click();
  await Promise.all([white.waitForGame(), black.waitForGame()]);
}
