// Chess by letter: two people without accounts by two addresses, from the invitation to the end; prepared answers, notes,
// and the list of one's games.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, settings, start, test, type Visitors } from '../lib/fixtures.ts';
import { linkIn, mailTo } from '../lib/mail.ts';
import { TablePage } from '../lib/table-page.ts';

let round = 0;

interface Two {
  white: TablePage;
  black: TablePage;
  addresses: { ana: string; bo: string };
}

/** Where the link in the newest mail to an address leads: mails name the server as the network knows it. */
async function mailed(visitors: Visitors, address: string, part: string, after = 0): Promise<string> {
  const { pathname, hash } = new URL(linkIn(await mailTo(visitors.server, address, after), part));
  return pathname + hash;
}

/** Ana invites Bo; both open the links in their mails. Ana plays White. */
async function byTwoAddresses(visitors: Visitors): Promise<Two> {
  round += 1;
  const addresses = { ana: `ana${round}@example.org`, bo: `bo${round}@example.org` };
  const ana = await visitors.arrive();
  await ana.goto('/letter');
  const own = ana.getByRole('group', { name: 'You', exact: true });
  const other = ana.getByRole('group', { name: 'Your opponent' });
  await own.getByLabel('Name').fill('Ana');
  await own.getByLabel('Mail address').fill(addresses.ana);
  await other.getByLabel('Name').fill('Bo');
  await other.getByLabel('Mail address').fill(addresses.bo);
  await ana.getByLabel('Your color').selectOption('White');
  await expectAccessible(ana);
  await ana.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(ana.getByText(/A link is on its way to ana/).first()).toBeVisible();

  await ana.goto(await mailed(visitors, addresses.ana, '/letter/confirm'));
  await ana.getByRole('button', { name: 'Confirm my address and send the invitation' }).click();
  await expect(ana.getByRole('status').filter({ hasText: 'Now Bo has to confirm' })).toBeVisible();

  const bo = await visitors.arrive();
  await bo.goto(await mailed(visitors, addresses.bo, '/letter/confirm'));
  await expect(bo.getByText('Ana wants to play chess by letter with you.')).toBeVisible();
  await expectAccessible(bo);
  await bo.getByRole('button', { name: 'Confirm my address and play' }).click();
  await bo.waitForURL(/\/t\//);
  const black = new TablePage(bo);
  await black.waitForGame();

  // On another device than the one that invited: the link opens the own seat there too.
  const elsewhere = await visitors.arrive();
  await elsewhere.goto(await mailed(visitors, addresses.ana, '#seat=', 1));
  const white = new TablePage(elsewhere);
  await white.waitForGame();
  return { white, black, addresses };
}

/** Presses squares of a board that White looks at, one after the other. */
async function pressOn(page: Page, board: Locator, squares: readonly string[]): Promise<void> {
  const box = await board.boundingBox();
  if (!box) throw new Error('the board is not on the screen');
  const size = box.width / 8;
  for (const square of squares) {
    const file = square.charCodeAt(0) - 'a'.charCodeAt(0);
    const rank = Number(square[1]) - 1;
    await page.mouse.click(box.x + (file + 0.5) * size, box.y + (7.5 - rank) * size);
  }
}

test('two addresses make a game: moves by click and by typing, an offer, resignation', async ({ visitors }) => {
  const { white, black } = await byTwoAddresses(visitors);
  await white.tap('e2', 'e4');
  await expect(white.typed).toHaveValue('e4');
  await white.button('Send e4').click();
  await black.sees(1, 'e4');
  await expect(black.page.getByText(/You have until .*: (3 days|2 days 23 hours) left/)).toBeVisible();
  await black.type('e5');
  await black.button('Send e5').click();
  await white.sees(2, 'e5');

  await white.button('Offer draw').click();
  await expect(white.page.getByText(/The draw offer becomes a draw by silence/)).toBeVisible();
  await white.tap('g1', 'f3');
  await white.button('Send Nf3').click();
  await black.sees(3, 'Nf3');

  await black.resign();
  await white.ended('White won');
});

test('prepared answers are played at once, and only their player sees them', async ({ visitors }) => {
  const { white, black } = await byTwoAddresses(visitors);
  await white.tap('e2', 'e4');
  await white.button('Send e4').click();
  await black.sees(1, 'e4');

  await white.page.getByText('Conditional moves').click();
  await white.page.getByRole('button', { name: 'Prepare an answer' }).click();
  const panel = white.page.getByRole('dialog', { name: 'Conditional moves' });
  await expectAccessible(white.page);
  await pressOn(white.page, panel.locator('cg-board'), ['e7', 'e5', 'g1', 'f3']);
  await expect(panel.getByText('1… e5 2. Nf3')).toBeVisible();
  await panel.getByRole('button', { name: 'Keep this line' }).click();
  await expect(panel.getByRole('list', { name: 'Prepared' }).getByRole('listitem')).toHaveText([/1… e5 2\. Nf3/]);
  await panel.getByRole('button', { name: 'Done' }).click();

  await black.type('e5');
  await black.button('Send e5').click();
  await black.sees(3, 'Nf3');
  await white.sees(3, 'Nf3');
  await expect(black.page.getByText('1… e5 2. Nf3')).toHaveCount(0);
});

test('notes are kept, and the list of games says whose move it is', async ({ visitors }) => {
  const { white } = await byTwoAddresses(visitors);
  await white.page.getByText('Notes to yourself').click();
  const note = white.page.getByLabel('Only you can read them');
  await note.fill('Play the Italian.');
  await expect(white.page.getByText('Saved')).toBeVisible();
  await white.page.reload();
  await white.page.getByText('Notes to yourself').click();
  await expect(note).toHaveValue('Play the Italian.');

  await white.page.goto('/games');
  await expect(white.page).toHaveTitle(/^\(1\) Your games/);
  const mine = white.page.getByRole('region', { name: /Your move/ });
  await expect(mine.getByRole('link', { name: /Against Bo/ })).toContainText(/Your move: (3 days|2 days 23 hours) left/);
  await expectAccessible(white.page);
  await white.page.getByRole('radio', { name: 'Their move' }).check();
  await expect(mine).toHaveCount(0);
  await white.page.getByRole('radio', { name: 'All' }).check();
  await mine.getByRole('link', { name: /Against Bo/ }).click();
  await white.waitForGame();
});

test('an account has its games on every device, and its vacation is told to the opponent', async ({ visitors }) => {
  const who = { name: 'Letterana', password: 'korrekte Pferde' };
  const ana = await visitors.arrive();
  expect((await ana.request.post('/api/account', { data: who })).status()).toBe(201);
  const chosen = settings({ rules: { preset: 'letter' }, clock: { type: 'days', days: 3 } });
  const opened = await ana.request.post('/api/tables', { data: { settings: chosen } });
  const { table } = (await opened.json()) as { table: string };
  const bo = await visitors.arrive();
  await bo.goto(`/t/${table}`);
  await ana.goto(`/t/${table}`);
  await start({ id: table, white: new TablePage(ana), black: new TablePage(bo) });

  const phone = await visitors.arrive({ viewport: { width: 360, height: 700 } });
  expect((await phone.request.post('/api/account/session', { data: who })).ok()).toBe(true);
  await phone.goto('/games');
  await expect(phone.getByRole('link', { name: 'Games (1)' })).toBeVisible();
  await phone.getByRole('link', { name: /Against/ }).click();
  const white = new TablePage(phone);
  await white.waitForGame();
  await white.tap('d2', 'd4');
  await white.button('Send d4').click();
  await new TablePage(bo).sees(1, 'd4');

  await phone.goto('/games');
  await phone.getByText('Vacation', { exact: true }).click();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Begin a vacation' }).click();
  await expect(phone.getByText(/You are on vacation until/)).toBeVisible();
  await expect(bo.getByText(/Letterana is on vacation until/)).toBeVisible();
  await phone.getByRole('button', { name: 'End it now' }).click();
  await expect(bo.getByText(/Letterana is on vacation until/)).toHaveCount(0);
});
