// What somebody is told lies over the page, and never over what he plays with: neither clock, nor board, nor a button.
// And that he is banned is told where he plays.
import type { Locator, Page } from '@playwright/test';
import { expect, settings, test, type Visitors } from '../lib/fixtures.ts';
import { TablePage } from '../lib/table-page.ts';

const SECRET = 'korrekte Pferde';
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

interface Member {
  page: Page;
  name: string;
}

async function member(visitors: Visitors, name: string, viewport = DESKTOP): Promise<Member> {
  const own = `${name}${Date.now() % 1_000_000}`;
  const page = await visitors.arrive({ viewport });
  const answer = await page.request.post('/api/account', { data: { name: own, password: SECRET } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return { page, name: own };
}

/** Ana's game against Bo, with Ana's page at the table. */
async function play(ana: Member, bo: Member): Promise<TablePage> {
  const opened = await ana.page.request.post('/api/tables', { data: { settings: settings() } });
  const { table } = (await opened.json()) as { table: string };
  const command = (page: Page, id: string, todo: object) =>
    page.request.post(`/api/tables/${table}/commands`, { data: { id, do: todo } });
  await bo.page.request.post(`/api/tables/${table}/join`, { data: {} });
  await command(bo.page, 'r', { type: 'ready', ready: true });
  await command(ana.page, 's', { type: 'start' });
  await ana.page.goto(`/t/${table}`);
  const own = new TablePage(ana.page);
  await own.waitForGame();
  return own;
}

async function covers(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('both must be on the page');
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !apart;
}

for (const [device, viewport] of [['phone', PHONE], ['desktop', DESKTOP]] as const) {
  test(`at a table on a ${device} a challenge covers nothing that one plays with`, async ({ visitors }) => {
    const [ana, bo] = [await member(visitors, 'Ana', viewport), await member(visitors, 'Bo')];
    const table = await play(ana, bo);
    const data = { to: ana.name, clock: { type: 'days', days: 3 } };
    const sent = await bo.page.request.post('/api/challenges', { data });
    expect(sent.status(), await sent.text()).toBe(201);
    const news = ana.page.getByRole('complementary', { name: 'News for you' });
    await expect(news).toContainText(`${bo.name} challenges you`);
    for (const theme of ['light', 'dark'] as const) {
      await ana.page.emulateMedia({ colorScheme: theme });
      await ana.page.screenshot({ path: test.info().outputPath(`${device}-${theme}.png`) });
    }
    for (const [what, place] of [
      ['White’s clock', table.clock('white')],
      ['Black’s clock', table.clock('black')],
      ['the board', ana.page.locator('cg-board').first()],
      ['Resign', ana.page.getByRole('button', { name: 'Resign' })],
    ] as const) {
      expect(await covers(news, place), `${what} is covered`).toBe(false);
    }
    // All of it can be read and pressed in that little room.
    for (const name of ['Accept', 'Decline']) {
      const box = await news.getByRole('button', { name }).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= viewport.width, name).toBe(true);
    }
    await news.getByRole('button', { name: 'Decline' }).click();
    await expect(news).toBeHidden();
  });
}

test('on another page what lies under the news can be scrolled free', async ({ visitors }) => {
  const [ana, bo] = [await member(visitors, 'Ana', PHONE), await member(visitors, 'Bo')];
  await ana.page.goto('/lobby');
  await bo.page.request.post('/api/challenges', { data: { to: ana.name, clock: { type: 'days', days: 3 } } });
  const news = ana.page.getByRole('complementary', { name: 'News for you' });
  await expect(news).toContainText(`${bo.name} challenges you`);
  await ana.page.screenshot({ path: test.info().outputPath('lobby.png') });
  const last = ana.page.locator('main').locator('button, a, summary, input, select').last();
  await ana.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await covers(news, last)).toBe(false);
});

test('a move in a game by letter shows beside the name of the list, on every page and at once', async ({ visitors }) => {
  const [ana, bo] = [await member(visitors, 'Ana'), await member(visitors, 'Bo')];
  const data = { to: bo.name, clock: { type: 'days', days: 3 }, color: 'white' };
  const made = await ana.page.request.post('/api/challenges', { data });
  const { id } = (await made.json()) as { id: string };
  const accepted = await bo.page.request.post(`/api/challenges/${id}/accept`);
  const { table } = (await accepted.json()) as { table: string };
  await bo.page.goto('/lobby');
  const games = bo.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /games/i });
  await expect(games).not.toContainText('1');
  const move = { id: 'm', do: { type: 'move', uci: 'e2e4' } };
  await ana.page.request.post(`/api/tables/${table}/commands`, { data: move });
  await expect(games).toContainText('1');
});

test('whoever is banned from the command line is told so at his table, and the opponent keeps the game', async ({ visitors }) => {
  const [ana, bo] = [await member(visitors, 'Ana'), await member(visitors, 'Bo', PHONE)];
  const table = await play(bo, ana);
  await ana.page.goto(bo.page.url());
  const other = new TablePage(ana.page);
  await other.waitForGame();
  await visitors.server.admin('ban', bo.name, '--reason', 'insults');
  await expect(bo.page.getByText('You are banned from this house: insults.').first()).toBeVisible();
  await expect(table.button('Resign')).toHaveCount(0);
  await bo.page.screenshot({ path: test.info().outputPath('banned.png') });
  await expect(ana.page.getByText('away').first()).toBeVisible();
  await visitors.server.admin('unban', bo.name);
});

test('a new password asks whether API tokens end with the old one', async ({ visitors }) => {
  const { page } = await member(visitors, 'Ana', PHONE);
  const made = await page.request.post('/api/account/tokens', { data: { name: 'my board', scopes: ['board:play'] } });
  expect(made.status()).toBe(201);
  await page.goto('/account');
  await expect(page.getByText('You have API tokens: my board.')).toBeVisible();
  await page.getByLabel('Password so far').fill(SECRET);
  await page.getByLabel('New password').fill('andere Pferde');
  const choice = page.getByRole('checkbox', { name: /^Revoke them, too/ });
  await expect(choice).toBeChecked();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await choice.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`password-${theme}.png`) });
  }
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('The API tokens are revoked.').first()).toBeVisible();
  const left = (await (await page.request.get('/api/account/tokens')).json()) as { tokens: unknown[] };
  expect(left.tokens).toEqual([]);
});
