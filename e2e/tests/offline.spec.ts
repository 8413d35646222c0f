// Without a network, once it has been there: the application opens, two at one device play, and nothing of the API
// is ever answered from a store.
import { expect, test, type Visitors } from '../lib/fixtures.ts';
import { LocalPage } from '../lib/local-page.ts';

// The whole application is kept for a time without network, as on every device of a visitor.
test.use({ serviceWorkers: 'allow' });

/** A visitor whose browser keeps the application, at the home page. */
async function keeping(visitors: Visitors): Promise<LocalPage> {
  const page = await visitors.arrive();
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  return new LocalPage(page);
}

test('after one visit a whole game is played offline, with a reload in between', async ({ visitors }) => {
  const local = await keeping(visitors);
  const { page } = local;
  visitors.serverIsAway = true;
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline. The computer, and two at one device, can play all the same.')).toBeVisible();
  await page.getByRole('link', { name: 'Play at this device' }).click();
  await local.start();
  await local.play('f2f3 e7e5');
  await page.reload();
  await local.button('Continue').click();
  await local.play('g2g4 d8h4');
  await local.ended('Black won: White is checkmated.');
  await local.button('Rematch').click();
  await local.button('Start the clock').click();
  await local.play('e2e4');
  await local.sees(1, 'e4');
});

test('a dead position is found offline', async ({ visitors }) => {
  const local = await keeping(visitors);
  visitors.serverIsAway = true;
  await local.page.context().setOffline(true);
  await local.page.goto('/rules/playground?fen=7k/8/8/1p1p1p1p/1P1P1P1P/8/8/7K%20w%20-%20-');
  await local.says('A dead position: the game is over, drawn.');
});

test('a table of the server does not pretend to be there', async ({ visitors }) => {
  const local = await keeping(visitors);
  const { page } = local;
  visitors.serverIsAway = true;
  await page.context().setOffline(true);
  await page.goto('/t/AAAAAAAAAAAA');
  await local.says('The table did not answer.');
});

test('nothing of the API is kept', async ({ visitors }) => {
  const { page } = await keeping(visitors);
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    }
    return paths;
  });
  expect(kept).toContain('/local');
  expect(kept.filter((path) => path.endsWith('.wasm'))).toHaveLength(5);
  expect(kept.filter((path) => path.startsWith('/api') || path === '/healthz' || path.startsWith('/t/'))).toEqual([]);
});

test('it can be installed: the manifest and its icons are there', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(href ?? '');
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const manifest = (await answer.json()) as { icons: { src: string }[]; start_url: string };
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200);
  const session = await page.context().newCDPSession(page);
  const { errors } = (await session.send('Page.getAppManifest')) as { errors: unknown[] };
  expect(errors).toEqual([]);
});

test('a new version waits until it is asked for, and does not disturb what runs', async ({ visitors }) => {
  const local = await keeping(visitors);
  const { page } = local;
  // Another worker for the same pages, as after an update of the server.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/service-worker.js?next')));
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const controller = (): Promise<string | undefined> =>
    page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(await controller()).toMatch(/service-worker\.js$/);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload now' }).click()]);
  expect(await controller()).toMatch(/\?next$/);
});
