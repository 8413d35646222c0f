// How the table page arrives: little, from here alone, without a jump, and with the board first.
import { expect, test } from '../lib/fixtures.ts';
import { TablePage } from '../lib/table-page.ts';

// The whole application is kept for a time without network, as on every device of a visitor.
test.use({ serviceWorkers: 'allow' });

const MOST_BYTES = 250 * 1024;

test('the first load of a table is at most 250 KiB', async ({ startGame, visitors }) => {
  const { id } = await startGame();
  const page = await visitors.arrive();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  const sizes: string[] = [];
  const urls = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    sizes.push(`${encodedDataLength} ${urls.get(requestId) ?? ''}`);
  });
  await page.goto(`/t/${id}`);
  await new TablePage(page).says(/watching/i);
  // The rules come last.
  await expect.poll(() => sizes.some((line) => line.includes('.wasm'))).toBe(true);
  await page.waitForLoadState('networkidle');
  console.log(`first load of a table: ${bytes} bytes\n  ${sizes.join('\n  ')}`);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('the board can be played on before the rules have come', async ({ sitDown }) => {
  const { white, black } = await sitDown();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await white.page.route(/\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await black.button('I am ready').click();
  await white.button('Start').click();
  await white.waitForGame();
  await white.page.reload();
  await white.waitForGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  release();
});

test('nothing shifts while a table loads', async ({ startGame, visitors }) => {
  const { id } = await startGame();
  const page = await visitors.arrive();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/t/${id}`);
  await new TablePage(page).says(/watching/i);
  await page.waitForLoadState('networkidle');
  const total = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(total).toBeLessThan(0.01);
});
