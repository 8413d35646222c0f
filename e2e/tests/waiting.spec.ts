// From the home page to the first move: what a host and a friend see before the game.
import { expect, test } from '../lib/fixtures.ts';
import { TablePage } from '../lib/table-page.ts';

test('one press opens a table; whoever opens the link takes the other seat', async ({ visitors }) => {
  const owner = await visitors.arrive();
  await owner.goto('/');
  await owner.getByRole('button', { name: 'Play a friend' }).click();
  await expect(owner).toHaveURL(/\/t\/[\w-]+$/);
  await expect(owner.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(owner.getByAltText('QR code of the link for your friend')).toBeVisible();

  const path = new URL(owner.url()).pathname;
  await expect(owner.getByLabel('Link for your friend')).toHaveValue(new RegExp(`${path}$`));

  const guest = await visitors.arrive();
  await guest.goto(path);
  const [host, friend] = [new TablePage(owner), new TablePage(guest)];

  // Start waits until the guest is ready.
  await expect(host.button('Start')).toBeDisabled();
  await friend.button('I am ready').click();
  await host.button('Start').click();
  await Promise.all([host.waitForGame(), friend.waitForGame()]);
});

test('the settings are folded behind one line and can be chosen first', async ({ visitors }) => {
  const owner = await visitors.arrive();
  await owner.goto('/');
  await expect(owner.getByText('10 min + 5 s · color by toss · FIDE online rules')).toBeVisible();
  await owner.getByText('Change', { exact: true }).click();
  await owner.getByRole('radio', { name: 'Black' }).check({ force: true });
  await expect(owner.getByText('10 min + 5 s · you are Black · FIDE online rules')).toBeVisible();
  await owner.getByRole('button', { name: 'Play a friend' }).click();

  const guest = await visitors.arrive();
  await expect(owner).toHaveURL(/\/t\//);
  await guest.goto(new URL(owner.url()).pathname);
  const [host, friend] = [new TablePage(owner), new TablePage(guest)];
  await friend.button('I am ready').click();
  await host.button('Start').click();
  await host.waitForGame();
  await friend.tap('e2', 'e4');
  await host.sees(1, 'e4');
});

test('a change of the settings asks the guest to be ready again', async ({ sitDown }) => {
  const { white: host, black: friend } = await sitDown();
  await friend.button('I am ready').click();
  await expect(host.button('Start')).toBeEnabled();
  await host.button('Change settings').click();
  await host.page.getByRole('radio', { name: 'Black' }).check({ force: true });
  await host.button('Save settings').click();
  await expect(host.button('Start')).toBeDisabled();
  await friend.button('I am ready').click();
  await host.button('Start').click();
  await friend.waitForGame();
  await friend.tap('d2', 'd4');
  await host.sees(1, 'd4');
});

test('the owner seats a computer of the server, sends it away and seats it again, and it plays at once', async ({ visitors }) => {
  const owner = await visitors.arrive();
  await owner.goto('/');
  await owner.getByText('Change', { exact: true }).click();
  await owner.getByRole('radio', { name: 'White' }).check({ force: true });
  await owner.getByRole('button', { name: 'Play a friend' }).click();
  const host = new TablePage(owner);
  await owner.getByLabel('Or play the computer here').selectOption({ label: 'Pip (400)' });
  await host.button('Seat the computer').click();
  await expect(host.button('Start')).toBeEnabled();
  await expect(host.button('Change the level')).toBeDisabled();
  await expect(owner.getByText('Pip sits here')).toBeVisible();
  await host.button('Send the computer away').click();
  await expect(owner.getByText('Pip sits here')).toHaveCount(0);
  await expect(host.button('Start')).toBeDisabled();
  await host.button('Seat the computer').click();
  await expect(host.button('Start')).toBeEnabled();
  await host.button('Start').click();
  await host.waitForGame();
  await expect(owner.locator('.face .portrait')).toBeVisible();
  await expect(owner.getByTitle('plays at about 400')).toHaveText('400');
  await host.tap('e2', 'e4');
  await host.sees(1, 'e4');
  // In advance, or in answer.
  await host.tap('a2', 'a3');
  await host.sees(3, 'a3');
});

test('a friend who came while a computer sat there takes the seat when it is sent away', async ({ visitors }) => {
  const owner = await visitors.arrive();
  await owner.goto('/');
  await owner.getByRole('button', { name: 'Play a friend' }).click();
  const host = new TablePage(owner);
  await owner.getByLabel('Or play the computer here').selectOption({ label: 'Pip (400)' });
  await host.button('Seat the computer').click();
  await expect(host.button('Start')).toBeEnabled();
  const guest = await visitors.arrive();
  await guest.goto(new URL(owner.url()).pathname);
  await expect(guest.getByText('You are watching.')).toBeVisible();
  await expect(guest.getByText('The other seat is free now.')).toHaveCount(0);
  await host.button('Send the computer away').click();
  await guest.getByRole('link', { name: 'Take the seat' }).click();
  const friend = new TablePage(guest);
  await friend.button('I am ready').click();
  await host.button('Start').click();
  await Promise.all([host.waitForGame(), friend.waitForGame()]);
  await expect(owner.locator('.face .portrait')).toHaveCount(0);
});
