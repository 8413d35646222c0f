// Accounts: made as a guest who is playing, opened again elsewhere, by password, mailed link and passkey; what follows
// them, and what is left when they go.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';
import { linkIn, mailTo } from '../lib/mail.ts';

const SECRET = 'korrekte Pferde';
let number = 0;
/** A name that no other test has, on a server that several share. */
const fresh = (name: string): string => `${name}${process.pid}x${(number += 1)}`.slice(-20);

const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/account');
  const form = part(page, 'New account');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Password').fill(SECRET);
  await form.getByRole('button', { name: 'Make the account' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/account');
  const form = part(page, 'Sign in');
  await form.getByLabel('Name or mail address').fill(name);
  await form.getByLabel('Password').fill(SECRET);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'New account' })).toBeVisible();
}

const arrive = (visitors: Visitors): Promise<Page> => visitors.arrive({ viewport: { width: 390, height: 844 } });

test('a guest who plays makes an account: seat and settings follow to another device', async ({ startGame, visitors }) => {
  const name = fresh('Ana');
  const { id, white } = await startGame();
  const page = white.page;
  await page.goto('/');
  await page.getByRole('button', { name: 'Preferences' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('/account');
  await expect(page.getByText('You need no account to play')).toBeVisible();
  await signUp(page, name);
  await expectAccessible(page);

  const elsewhere = await arrive(visitors);
  await signIn(elsewhere, name);
  await expect(elsewhere.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark');
  await elsewhere.goto(`/t/${id}`);
  await expect(elsewhere.getByRole('button', { name: 'Resign' })).toBeVisible();
});

test('signing out and in, by keyboard alone', async ({ visitors }) => {
  const name = fresh('Bo');
  const page = await arrive(visitors);
  await page.goto('/account');
  await expectAccessible(page);
  await signUp(page, name);
  await signOut(page);
  await page.getByLabel('Name or mail address').focus();
  await page.keyboard.type(name.toUpperCase());
  await page.keyboard.press('Tab');
  await page.keyboard.type(SECRET);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
});

test('a mailed link makes an account and signs in', async ({ visitors, server }) => {
  const name = fresh('Cy');
  const address = `${name.toLowerCase()}@example.org`;
  const page = await arrive(visitors);
  for (const known of [0, 1]) {
    await page.goto('/account');
    const form = part(page, 'Without a password');
    await form.getByLabel('Mail address').fill(address);
    await form.getByRole('button', { name: 'Mail me a link' }).click();
    await expect(form.getByText('a link is on its way')).toBeVisible();
    const link = linkIn(await mailTo(server, address, known), '/account/enter#token=');
    // The mail names the house as others reach it; here it is this machine.
    await page.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
    if (known === 0) {
      await page.getByLabel('Name').fill(name);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Make the account' }).click();
    } else {
      await expect(page.getByText(`signs you in as ${name}`)).toBeVisible();
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    }
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(part(page, 'Mail address').getByText(address)).toBeVisible();
    await signOut(page);
  }
});

test('a passkey is added, named, shown and removed', async ({ visitors }) => {
  const name = fresh('Di');
  const page = await visitors.arrive();
  const debug = await page.context().newCDPSession(page);
  await debug.send('WebAuthn.enable');
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signUp(page, name);
  const passkeys = part(page, 'Passkeys');
  await passkeys.getByLabel('What to call it').fill('My phone');
  await passkeys.getByLabel('Password').fill(SECRET);
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByText('The passkey is added.')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveText(/My phone/);
  await passkeys.getByText('Call one something else').click();
  await passkeys.getByRole('combobox').selectOption('My phone');
  await passkeys.getByLabel('New name of the passkey').fill('Pocket');
  await passkeys.getByRole('button', { name: 'Save' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveText(/Pocket/);
  await signOut(page);
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    if (time === 0) await signOut(page);
  }
  await passkeys.getByRole('button', { name: 'Remove: Pocket' }).click();
  await passkeys.getByRole('button', { name: 'Really?: Pocket' }).click();
  await expect(passkeys.getByText('There is none yet.')).toBeVisible();
});

test('a session is ended from another device, a token is made and revoked', async ({ visitors }) => {
  const name = fresh('Ed');
  const [here, there] = [await visitors.arrive(), await arrive(visitors)];
  await signUp(here, name);
  await signIn(there, name);
  await expect(there.getByRole('heading', { level: 1, name })).toBeVisible();
  await here.reload();
  const sessions = part(here, 'Where you are signed in');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: /^End:/ }).click();
  await sessions.getByRole('button', { name: /^Really\?:/ }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await there.reload();
  await expect(there.getByRole('heading', { name: 'New account' })).toBeVisible();

  const tokens = part(here, 'API tokens');
  await tokens.getByText('New API token').click();
  await tokens.getByLabel('What it is for').fill('Board');
  await tokens.getByRole('button', { name: 'Make the token' }).click();
  const token = await tokens.getByText(/^tabiya_/).innerText();
  const headers = { authorization: `Bearer ${token}` };
  const asked = await (await there.request.get('/api/account', { headers })).json();
  expect((asked as { account: { name: string } }).account.name).toBe(name);
  await tokens.getByRole('button', { name: 'Revoke: Board' }).click();
  await tokens.getByRole('button', { name: 'Really?: Board' }).click();
  await expect(tokens.getByText('There is none.')).toBeVisible();
  expect((await there.request.get('/api/account', { headers })).status()).toBe(401);
});

test('everything is taken along, and the account is gone', async ({ visitors }) => {
  // Somebody else is the first, and so the host.
  const [host, page] = [await visitors.arrive(), await arrive(visitors)];
  await signUp(host, fresh('Fay'));
  const name = fresh('Gil');
  await signUp(page, name);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    part(page, 'Take everything along').getByRole('link', { name: 'Download' }).click(),
  ]);
  const everything = JSON.parse(await readFile(await file.path(), 'utf8')) as { name: string; games: unknown[] };
  expect(everything.name).toBe(name);
  expect(everything.games).toEqual([]);
  const leave = part(page, 'Delete the account');
  await leave.getByRole('button', { name: 'Delete my account' }).click();
  await expect(leave.getByText('Say first that you want it')).toBeVisible();
  await leave.getByLabel('Password').fill(SECRET);
  await leave.getByLabel('I want it to be deleted for good').check();
  await leave.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { name: 'New account' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'New account' })).toBeVisible();
});
