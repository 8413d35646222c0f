// The lobby: quick pairing, seeks, challenges, a rematch that waits, chat, and games to watch. Two people each time.
import type { Page } from '@playwright/test';
import { expect, test, Visitors } from '../lib/fixtures.ts';
import { Server } from '../lib/server.ts';
import { TablePage } from '../lib/table-page.ts';

const SECRET = 'korrekte Pferde';
let accounts = 0;

/** Somebody with an account; the name is new each time. */
async function member(visitors: Visitors, name: string): Promise<{ page: Page; name: string }> {
  accounts += 1;
  const own = `${name}${accounts}x${Date.now() % 100_000}`;
  const page = await visitors.arrive();
  const answer = await page.request.post('/api/account', { data: { name: own, password: SECRET } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return { page, name: own };
}

async function enter(page: Page): Promise<void> {
  await page.goto('/lobby');
  await expect(page.getByRole('button', { name: '3 + 2 Blitz, 3 min + 2 s', exact: true })).toHaveAttribute('aria-disabled', 'false');
}

const quick = (page: Page): Promise<void> =>
  page.getByRole('button', { name: '3 + 2 Blitz, 3 min + 2 s', exact: true }).click();

async function atTable(page: Page): Promise<TablePage> {
  await expect(page).toHaveURL(/\/t\/[\w-]+$/);
  const table = new TablePage(page);
  await table.waitForGame();
  return table;
}

/** The two as they play: White first. */
async function byColor(one: TablePage, other: TablePage): Promise<[TablePage, TablePage]> {
  const isBlack = (await one.page.locator('.ground.orientation-black').count()) > 0;
  return isBlack ? [other, one] : [one, other];
}

/** Two guests who play. */
async function guests(visitors: Visitors): Promise<[TablePage, TablePage]> {
  const [ana, bo] = [await visitors.arrive(), await visitors.arrive()];
  await enter(ana);
  await quick(ana);
  await expect(ana.getByText('Waiting for an opponent: 3 min + 2 s')).toBeVisible();
  await enter(bo);
  await quick(bo);
  return byColor(await atTable(ana), await atTable(bo));
}

test('one press on a clock, and two guests play', async ({ visitors }) => {
  const ana = await visitors.arrive();
  await ana.goto('/');
  await ana.getByRole('link', { name: 'Find an opponent' }).click();
  await quick(ana);
  await expect(ana.getByText('Waiting for an opponent: 3 min + 2 s')).toBeVisible();
  await ana.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(ana.getByText('One press, and you play')).toBeVisible();
  await quick(ana);
  // Whoever waits may look at other pages, and is found there.
  await ana.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Play' }).click();
  await expect(ana.getByRole('complementary', { name: 'News for you' })).toContainText('Waiting for an opponent');
  const bo = await visitors.arrive();
  await enter(bo);
  await expect(bo.getByText('2 people are here.')).toBeVisible();
  await quick(bo);
  const [white, black] = await byColor(await atTable(ana), await atTable(bo));
  await white.type('e4');
  await black.sees(1, 'e4');
});

test('a seek with a range of ratings is for those who are within it', async ({ visitors }) => {
  const { page: ana, name } = await member(visitors, 'Ana');
  await enter(ana);
  await ana.getByText('Seek a game of your own').click();
  await ana.getByLabel('Clock').selectOption({ label: '10 min + 5 s' });
  await ana.getByLabel('Rated: the game counts').last().check();
  await ana.getByLabel('Only opponents within these ratings').check();
  await ana.getByLabel('Lowest').fill('1900');
  await ana.getByLabel('Highest').fill('2000');
  await ana.getByRole('button', { name: 'Seek', exact: true }).click();
  await expect(ana.getByText('opponents rated 1900 to 2000')).toBeVisible();

  const { page: bo } = await member(visitors, 'Bo');
  await enter(bo);
  const take = bo.getByRole('button', { name: `Play ${name}, 10 min + 5 s` });
  await take.click();
  await expect(bo.getByText('That player looks for somebody with another rating.').first()).toBeVisible();

  await ana.getByLabel('Lowest').fill('1100');
  await ana.getByLabel('Highest').fill('1300');
  await ana.getByRole('button', { name: 'Seek', exact: true }).click();
  await expect(bo.getByText('opponents rated 1100 to 1300')).toBeVisible();
  await take.click();
  await byColor(await atTable(ana), await atTable(bo));
});

test('a challenge reaches its person on any page and begins a game there', async ({ visitors }) => {
  const ana = await member(visitors, 'Ana');
  const bo = await member(visitors, 'Bo');
  await bo.page.goto('/rules');
  await enter(ana.page);
  const challenge = ana.page.getByRole('button', { name: `Challenge ${bo.name}` });
  await challenge.click();
  await ana.page.getByRole('button', { name: 'Send the challenge' }).click();
  await expect(ana.page.getByText(`Waiting for the answer of ${bo.name}`)).toBeVisible();
  const news = bo.page.getByRole('complementary', { name: 'News for you' });
  await expect(news).toContainText(`${ana.name} challenges you: 10 min + 5 s, not rated`);
  await news.getByRole('button', { name: 'Decline' }).click();
  await expect(ana.page.getByText(`${bo.name} declines your challenge.`).first()).toBeVisible();

  await challenge.click();
  await ana.page.getByRole('button', { name: 'Send the challenge' }).click();
  await news.getByRole('button', { name: 'Accept' }).click();
  await byColor(await atTable(ana.page), await atTable(bo.page));

  // The game ends, and one of them leaves: he is told of the rematch that is wanted, wherever he is.
  await new TablePage(ana.page).resign();
  await expect(bo.page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await ana.page.goto('/lobby');
  await expect(bo.page.getByText('away').first()).toBeVisible();
  await bo.page.getByRole('button', { name: 'Rematch' }).click();
  const told = ana.page.getByRole('complementary', { name: 'News for you' });
  await expect(told).toContainText(`${bo.name} wants a rematch.`);
  await told.getByRole('link', { name: 'To the table' }).click();
  await ana.page.getByRole('button', { name: 'Accept rematch' }).click();
  await byColor(await atTable(ana.page), await atTable(bo.page));
});

test('players talk, and whoever does not want to hear the other mutes and reports him', async ({ visitors }) => {
  const [white, black] = await guests(visitors);
  for (const { page } of [white, black]) await page.getByText('Chat', { exact: true }).click();
  await white.page.getByLabel('Message').fill('Hello \u202Ethere');
  await white.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(black.page.getByRole('list', { name: 'Chat' })).toContainText('Hello there');
  await black.page.getByRole('button', { name: 'Good luck!' }).click();
  await expect(white.page.getByRole('list', { name: 'Chat' })).toContainText('Good luck!');
  await expect(white.polite).toContainText('Good luck!');

  // Folded again, what comes is counted in words.
  await white.page.getByText('Chat', { exact: true }).click();
  await black.page.getByRole('button', { name: 'Have fun!' }).click();
  await expect(white.page.getByText('1 new')).toBeVisible();

  await black.page.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(black.page.getByText('You have muted')).toBeVisible();
  await expect(black.page.getByRole('list', { name: 'Chat' })).not.toContainText('Hello there');
  await black.page.getByRole('button', { name: 'Report', exact: true }).click();
  await black.page.getByLabel('What has happened?').fill('He was rude.');
  await black.page.getByRole('button', { name: 'Send the report' }).click();
  await expect(black.polite).toContainText('The report is on its way to the host.');
  await black.page.reload();
  await black.page.getByText('Chat', { exact: true }).click();
  await expect(black.page.getByText('You have muted')).toBeVisible();
});

test('the best game that runs is on the page of games to watch, and tables of friends are not', async ({
  visitors, startGame,
}) => {
  const friends = await startGame();
  const [white, black] = await guests(visitors);
  await white.type('e4');
  await black.sees(1, 'e4');
  await black.type('c5');
  await white.sees(2, 'c5');
  const id = new URL(white.page.url()).pathname.split('/').at(-1) ?? '';
  const cy = await visitors.arrive();
  await cy.goto('/watch');
  await expect(cy.locator(`a[href="/t/${id}?watch"]`).first()).toBeVisible();
  await expect(cy.locator(`a[href="/t/${friends.id}?watch"]`)).toHaveCount(0);
  const tv = cy.getByRole('region', { name: 'The best game now' });
  await expect(tv.getByRole('gridcell', { name: /^c5, black pawn/ })).toBeVisible();
  await white.type('Nf3');
  await expect(tv.getByRole('gridcell', { name: /^f3, white knight/ })).toBeVisible();

  // Its owner may show a table of friends.
  await friends.white.page.getByText('FIDE online').first().click();
  await friends.white.page.getByLabel('Show this table among the games to watch').check();
  await expect(cy.locator(`a[href="/t/${friends.id}?watch"]`)).toHaveCount(1);
});

test('in a quiet house players choose from the phrases', async ({ browser }) => {
  const server = await Server.start();
  const visitors = new Visitors(browser, server);
  // The first account is the host's.
  const host = await member(visitors, 'Host');
  const answer = await host.page.request.patch('/api/admin/rules', { data: { quiet: true } });
  expect(answer.status(), await answer.text()).toBe(200);
  const [white, black] = await guests(visitors);
  for (const { page } of [white, black]) await page.getByText('Chat', { exact: true }).click();
  await expect(white.page.getByText('In this house players choose from the phrases.')).toBeVisible();
  await expect(white.page.getByLabel('Message')).toHaveCount(0);
  await white.page.getByRole('button', { name: 'Have fun!' }).click();
  await expect(black.page.getByRole('list', { name: 'Chat' })).toContainText('Have fun!');
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.stop();
  expect(visitors.complaints).toEqual([]);
});
