// Fits every screen: nothing hangs over, nothing has to be scrolled to, nothing shifts while it loads.
import { ComputerPage } from '../lib/computer-page.ts';
import { expect, test } from '../lib/fixtures.ts';
import type { Page } from '@playwright/test';

const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const hidden = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);

test('nothing scrolls sideways at 320 pixels, and squares are large enough to press', async ({
  visitors,
  sitDown,
}) => {
  const viewport = { width: 320, height: 640 };
  const home = await visitors.arrive({ viewport });
  await home.goto('/');
  await expect(home.getByRole('button', { name: 'Play a friend' })).toBeVisible();
  expect(await overhang(home)).toBe(0);

  const { white, black } = await sitDown({}, { viewport, hasTouch: true });
  await expect(white.button('Start')).toBeVisible();
  expect(await overhang(white.page)).toBe(0);
  await black.button('I am ready').click();
  await white.button('Start').click();
  await white.waitForGame();
  expect(await overhang(white.page)).toBe(0);
  const box = await white.board.boundingBox();
  expect(box!.width / 8).toBeGreaterThanOrEqual(24);
});

test('on a phone the board is as wide as the screen and both clocks are in view', async ({ startGame }) => {
  const viewport = { width: 360, height: 640 };
  const { white } = await startGame({}, { viewport, hasTouch: true, isMobile: true });
  const box = await white.board.boundingBox();
  // A board has eight whole squares, so up to seven pixels may be left over.
  expect(box!.width).toBeGreaterThanOrEqual(viewport.width - 8);
  for (const color of ['white', 'black'] as const) {
    await expect(white.clock(color)).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone the next game begins with both clocks in view', async ({ startGame }) => {
  const { white, black } = await startGame({}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await white.type('e4');
  await black.sees(1, 'e4');
  await white.resign();
  await black.page.getByRole('button', { name: 'Copy PGN' }).scrollIntoViewIfNeeded();
  await black.page.mouse.wheel(0, 400);
  await white.button('Rematch').click();
  await black.button('Accept rematch').click();
  await black.waitForGame();
  for (const color of ['white', 'black'] as const) {
    await expect(black.clock(color)).toBeInViewport({ ratio: 1 });
  }
});

test('on a desktop the whole table fits the window', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  expect(await overhang(black.page)).toBe(0);
  expect(await hidden(black.page)).toBe(0);
  await expect(black.board).toBeInViewport({ ratio: 1 });
  await expect(black.button('Resign')).toBeInViewport({ ratio: 1 });
});

test('a game against the computer fits a phone and a desktop, and its choices the narrowest screen', async ({
  visitors,
}) => {
  const narrow = new ComputerPage(await visitors.arrive({ viewport: { width: 320, height: 640 }, hasTouch: true }));
  await narrow.page.goto('/computer');
  await expect(narrow.button('Play')).toBeInViewport({ ratio: 1 });
  await narrow.page.getByText('More', { exact: true }).click();
  expect(await overhang(narrow.page)).toBe(0);
  await narrow.start({ clock: /^10 min/ });
  expect(await overhang(narrow.page)).toBe(0);
  for (const color of ['white', 'black'] as const) {
    await expect(narrow.clock(color)).toBeInViewport({ ratio: 1 });
  }
  await expect(narrow.button('Resign')).toBeInViewport({ ratio: 1 });

  const wide = new ComputerPage(await visitors.arrive({ viewport: { width: 1280, height: 720 } }));
  await wide.start({ clock: /^10 min/ });
  expect([await overhang(wide.page), await hidden(wide.page)]).toEqual([0, 0]);
  await expect(wide.typed).toBeInViewport({ ratio: 1 });
});

test('replay fits its row in the narrowest column', async ({ startGame }) => {
  const { white, black } = await startGame({}, { viewport: { width: 900, height: 640 } });
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.button('Back one move').click();
  await expect(black.button('Back to the game')).toBeVisible();
  await expect(black.button('Latest position')).toBeInViewport({ ratio: 1 });
});

test('text of twice the size still fits a phone', async ({ startGame }) => {
  const { white } = await startGame({}, { viewport: { width: 360, height: 640 } });
  await white.page.addStyleTag({ content: ':root { font-size: 200% }' });
  expect(await overhang(white.page)).toBe(0);
  await expect(white.button('Resign')).toBeVisible();
});

test('the longest name hangs over nowhere', async ({ startGame }) => {
  const { white, black } = await startGame();
  await black.page.locator('summary').filter({ hasText: '10 min' }).click();
  await black.page.getByLabel('Your name').fill('W'.repeat(32));
  await black.page.getByLabel('Your name').press('Enter');
  await white.tap('e2', 'e4');
  await white.says(/W{32} to move/);
  expect(await overhang(white.page)).toBe(0);
  const status = (await white.page.locator('.status').boundingBox())!;
  const words = await white.page.locator('.status .turn').evaluate((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    return range.getBoundingClientRect().right;
  });
  expect(words).toBeLessThanOrEqual(status.x + status.width);
});

test('the pages of the header scroll on a narrow screen, show that there are more, and the open one is in view', async ({
  visitors,
}) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await page.goto('/analysis');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Analysis' })).toBeInViewport({ ratio: 0.9 });
  await expect(pages).toHaveClass(/before/);
  await page.goto('/');
  await expect(pages).toHaveClass(/after/);
  await expect(pages.getByRole('link', { name: 'Analysis' })).not.toBeInViewport({ ratio: 0.9 });
  // Keys reach every one of them.
  await pages.getByRole('link', { name: 'Puzzles' }).focus();
  await page.keyboard.press('Tab');
  await expect(pages.getByRole('link', { name: 'Analysis' })).toBeInViewport({ ratio: 0.9 });
  expect(await overhang(page)).toBe(0);
});
