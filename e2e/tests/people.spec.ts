// Two accounts play for ratings, profiles show it, and the host looks after the house.
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, settings, test, Visitors } from '../lib/fixtures.ts';
import { Server } from '../lib/server.ts';
import { TablePage } from '../lib/table-page.ts';

const PASSWORD = 'korrekte Pferde';
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };

/** A house of its own: its first account is the host. */
async function inHouse(browser: Browser, work: (visitors: Visitors) => Promise<void>): Promise<void> {
  const server = await Server.start();
  try {
    const visitors = new Visitors(browser, server);
    await work(visitors);
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(visitors.complaints).toEqual([]);
  } finally {
    await server.stop();
  }
}

async function account(page: Page, name: string): Promise<void> {
  const made = await page.request.post('/api/account', { data: { name, password: PASSWORD } });
  expect(made.status(), await made.text()).toBe(201);
}

const RATED = settings({ rules: { preset: 'fide-online', switches: { rating: 'elo' } } });

test('two accounts play a rated game: before, after, and on the profile', async ({ browser }) => {
  await inHouse(browser, async (visitors) => {
    const ana = await visitors.arrive();
    const bo = await visitors.arrive(PHONE);
    await account(ana, 'Ana');
    await account(bo, 'Bo');

    // The owner chooses that the table is rated.
    await ana.goto('/');
    await ana.getByText('Change', { exact: true }).click();
    await ana.getByLabel('Rated', { exact: true }).check();
    const opened = await ana.request.post('/api/tables', { data: { settings: RATED } });
    const { table } = (await opened.json()) as { table: string };
    await ana.goto(`/t/${table}`);
    await expect(ana.getByText('The game counts if your opponent has an account, too.')).toBeVisible();
    await bo.goto(`/t/${table}`);
    await expect(ana.getByText('The next game counts for the Rapid ratings of both.')).toBeVisible();
    await bo.getByRole('button', { name: 'I am ready', exact: true }).click();
    await ana.getByRole('button', { name: 'Start', exact: true }).click();

    const [white, black] = [new TablePage(ana), new TablePage(bo)];
    await white.waitForGame();
    await black.waitForGame();
    await expect(ana.getByText('Rating 1200, provisional').first()).toBeAttached();
    await white.tap('e2', 'e4');
    await black.sees(1, 'e4');
    await black.tap('e7', 'e5');
    await white.sees(2, 'e5');
    await white.resign();
    await expect(ana.getByText('1200 → 1180')).toBeVisible();
    await expect(bo.getByText('1200 → 1220')).toBeVisible();

    await bo.goto('/people/Bo');
    await expect(bo.getByText('1220?', { exact: true })).toBeVisible();
    const curve = bo.getByRole('img', { name: 'Rapid: from 1200 to 1220; games: 1, lowest 1200, highest 1220.' });
    await expect(curve).toBeVisible();
    await expect(bo.getByRole('link', { name: '0-1' })).toHaveAttribute('href', `/t/${table}?watch`);
    await expectAccessible(bo);
    const width = await bo.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'nothing sticks out of a phone').toBeLessThanOrEqual(320);
    await bo.getByRole('link', { name: 'Ana', exact: true }).click();
    await expect(bo.getByText('1180?', { exact: true })).toBeVisible();
    await bo.goto('/people/Nobody');
    await expect(bo.getByText('There is no player of this name.')).toBeVisible();
    // The page of somebody who is not there fails to load, and says so.
    visitors.complaints.splice(0);
  });
});

test('a guest’s game does not count, and the table says so', async ({ browser }) => {
  await inHouse(browser, async (visitors) => {
    const ana = await visitors.arrive();
    const guest = await visitors.arrive();
    await account(ana, 'Ana');
    const opened = await ana.request.post('/api/tables', { data: { settings: RATED } });
    const { table } = (await opened.json()) as { table: string };
    await ana.goto(`/t/${table}`);
    await guest.goto(`/t/${table}`);
    await expect(ana.getByText('The game is casual: your friend plays as a guest.')).toBeVisible();
  });
});

test('the host looks after the house', async ({ browser }) => {
  await inHouse(browser, async (visitors) => {
    const host = await visitors.arrive();
    const eve = await visitors.arrive(PHONE);
    await account(host, 'Hilde');
    await account(eve, 'Eve');
    await eve.goto('/admin');
    await expect(eve.getByText('This page is for the host.')).toBeVisible();
    const report = { person: 'Eve', reason: 'chat', text: 'rude words' };
    expect((await host.request.post('/api/reports', { data: report })).status()).toBe(204);

    await host.goto('/admin');
    await expect(host.getByText('rude words')).toBeVisible();
    await expectAccessible(host);
    await host.getByLabel('Note', { exact: true }).fill('banned');
    await host.getByRole('button', { name: 'Close the report about Eve' }).click();
    await expect(host.getByText('There are no open reports.')).toBeVisible();

    const people = host.getByRole('region', { name: 'People' });
    await people.getByRole('button', { name: 'Ban Eve' }).click();
    await people.getByLabel('Reason').fill('insults');
    await people.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(people.getByText('banned: insults')).toBeVisible();
    const refused = await eve.request.post('/api/account/session', { data: { name: 'Eve', password: PASSWORD } });
    expect(refused.status()).toBe(403);
    await host.getByRole('region', { name: 'Bans' }).getByRole('button', { name: 'Lift the ban of Eve' }).click();
    await expect(host.getByText('Nobody is banned.')).toBeVisible();

    const rules = host.getByRole('region', { name: 'Rules of the house' });
    await rules.getByRole('radio', { name: 'by invitation' }).check();
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(rules.getByText('Saved.')).toBeVisible();
    const invitations = host.getByRole('region', { name: 'Invitations' });
    await invitations.getByLabel('For whom').fill('the club');
    await invitations.getByRole('button', { name: 'Make an invitation' }).click();
    await expect(invitations.getByLabel('The link, shown this once')).toHaveValue(/#invitation=\w{24}$/);
    await invitations.getByRole('button', { name: 'Revoke the invitation the club' }).click();
    await expect(invitations.getByText('There are no invitations.')).toBeVisible();

    const care = host.getByRole('region', { name: 'Care' });
    await expect(care.getByText('Free on the disk')).toBeVisible();
    const download = host.waitForEvent('download');
    await care.getByRole('link', { name: 'Download a backup' }).click();
    expect((await download).suggestedFilename()).toBe('tabiya-backup.sqlite3');
    await host.setViewportSize(PHONE.viewport);
    const width = await host.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'nothing sticks out of a phone').toBeLessThanOrEqual(320);
  });
});
