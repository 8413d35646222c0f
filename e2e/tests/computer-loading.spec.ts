// How a game against the computer arrives on a first visit: the choice with little, the board before the engine, and
// one's own move without waiting for it.
import type { Page } from '@playwright/test';
import { ComputerPage } from '../lib/computer-page.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';

/** What the choice of an opponent may cost, compressed as it travels, and all that a game needs. */
const MOST_TO_CHOOSE = 200 * 1024;
const MOST_TO_PLAY = 800 * 1024;

/** Without the worker that keeps the pages for a time without network: it fetches all of them, for later. */
async function arrive(visitors: Visitors): Promise<Page> {
  const page = await visitors.arrive();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  return page;
}

test('the first visit chooses with 200 KiB; the board needs nothing that has not come, and the engine comes unasked', async ({
  visitors,
}) => {
  const page = await arrive(visitors);
  const [sizes, packages] = [new Map<string, number>(), new Set<string>()];
  page.context().on('requestfinished', async (request) => {
    const url = request.url();
    if (!url.startsWith('http')) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    sizes.set(url, (sizes.get(url) ?? 0) + responseBodySize + responseHeadersSize);
    if (url.endsWith('.wasm')) packages.add(url);
  });
  const sum = (counts: (url: string) => boolean = () => true): number =>
    [...sizes].reduce((total, [url, size]) => (counts(url) ? total + size : total), 0);
  await page.goto('/computer');
  const game = new ComputerPage(page);
  await expect(game.button('Play')).toBeVisible();
  // The judge of the game comes behind the page, for the next step.
  await expect.poll(() => packages.size).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(sum()).toBeGreaterThan(100 * 1024);
  expect(sum((url) => !packages.has(url))).toBeLessThanOrEqual(MOST_TO_CHOOSE);
  const judge = [...packages][0] ?? '';
  const fetched = sizes.get(judge);
  await game.button('Play').click();
  await game.waitForGame();
  // The rules of the board, the examiner of positions, and the engine before anybody has moved.
  await expect.poll(() => packages.size).toBe(4);
  await expect(game.moves).toHaveCount(0);
  console.log(`first game against the computer: ${sum()} bytes`);
  expect(sizes.get(judge), 'the judge came once').toBe(fetched);
  expect(sum()).toBeLessThanOrEqual(MOST_TO_PLAY);
});

test('one moves before the engine has come, and nothing turns round meanwhile', async ({ visitors }) => {
  const page = await arrive(visitors);
  let release: () => void = () => undefined;
  const come = new Promise<void>((resolve) => (release = resolve));
  let held = 0;
  await page.context().route('**/*.wasm', async (route) => {
    const body = await (await page.request.get(route.request().url())).body();
    if (body.includes('enginehandle_hint')) {
      held += 1;
      await come;
    }
    await route.continue();
  });
  const game = new ComputerPage(page);
  await game.start();
  await game.tap('e2', 'e4');
  await game.sees(1, 'e4');
  await game.says('Pip to move');
  expect(held).toBe(1);
  const endless = (): number => document.getAnimations().filter((one) => one.effect?.getTiming().iterations === Infinity).length;
  expect(await page.evaluate(endless)).toBe(0);
  await expect(page.locator('progress, [aria-busy="true"]')).toHaveCount(0);
  await expect(game.moves).toHaveCount(1);
  release();
  await expect(game.moves).toHaveCount(2, { timeout: 20_000 });
});
