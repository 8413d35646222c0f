// Games against the computer, which thinks in the browser: its answers, takebacks, hints, reloads, a page that nobody
// looks at, the end, the next game, and no network.
import { expectAccessible } from '../lib/axe.ts';
import { ComputerPage } from '../lib/computer-page.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';

const arrive = async (visitors: Visitors, options = {}): Promise<ComputerPage> =>
  new ComputerPage(await visitors.arrive(options));

test('the computer answers, moves go back, a hint comes in three steps, and the next game has the same colors', async ({
  visitors,
}) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start();
  // Only so can a search be stopped at once.
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await game.play('e2', 'e4');
  await expect(game.polite).toHaveText(/Pip plays /);
  await game.button('Take back').click();
  await expect(game.moves).toHaveCount(0);
  await game.button('Hint').click();
  await game.says(/^Look at the \w+ on [a-h][12]\.$/);
  await game.button('More of the hint').click();
  await game.says(/^The \w+ on [a-h][12] goes to [a-h][34]\.$/);
  await game.button('More of the hint').click();
  await expect(page.locator('.cg-shapes line')).toHaveCount(1);
  await expectAccessible(page);
  await game.play('e2', 'e4');
  await expect(page.locator('.cg-shapes line')).toHaveCount(0);
  await game.button('Resign').click();
  await game.button('Really resign?').click();
  await game.ended('Black won: White resigned.');
  await expect(page.getByRole('link', { name: 'Analyze' })).toBeVisible();
  await expectAccessible(page);
  await game.button('Play again').click();
  await expect(page.getByRole('img', { name: /^Score after 1 game: / }).first()).toBeVisible();
  // A move for after the answer can be made while the computer thinks.
  await game.tap('d2', 'd4');
  await game.tap('g1', 'f3');
  await expect(game.moves).toHaveCount(4, { timeout: 20_000 });
  await game.sees(3, 'Nf3');
});

test('a reload in the middle of a thought, and a page that nobody looks at, charge nobody', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start({ clock: /^3 min/ });
  const full = await game.clockSeconds('white');
  await page.waitForTimeout(1_500);
  expect(await game.clockSeconds('white')).toBe(full);
  await game.tap('e2', 'e4');
  // What is not stored yet is lost, as a move is that has not left the hand.
  await page.waitForTimeout(300);
  await page.reload();
  await expect(game.moves).toHaveCount(2, { timeout: 20_000 });
  await game.look(false);
  await game.says(/the clock stands, the page is not being looked at/);
  const standing = await game.clockSeconds('white');
  await page.waitForTimeout(1_500);
  expect(await game.clockSeconds('white')).toBe(standing);
  await game.look(true);
  await expect(page.getByText(/the clock stands/)).toHaveCount(0);
  await game.play('d2', 'd4');
});

test('a mate ends the game, says why, and other settings follow', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start();
  await game.setUp('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
  await game.tap('d1', 'd8');
  await game.ended('White won: Black is checkmated.');
  await game.button('Change settings').click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Black', exact: true }).check({ force: true });
  await game.button('Play with these').click();
  // The computer has White now, and begins.
  await expect(game.moves).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByRole('img', { name: /^Score after 1 game: .* 1, Pip 0/ }).first()).toBeVisible();
});

test('another opponent sits down at another table', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start();
  const before = page.url();
  await game.button('Settings').click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('radio', { name: /^Mabel/ }).check({ force: true });
  await game.button('Play with these').click();
  await expect(page.getByRole('heading', { name: 'You and Mabel' })).toBeAttached();
  expect(page.url()).not.toBe(before);
  // The one that had not begun is forgotten.
  await page.goto('/computer');
  await expect(page.getByRole('link', { name: /^You and/ })).toHaveCount(1);
  await page.getByText('More', { exact: true }).click();
  await expectAccessible(page);
});

test('it plays without a network', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  visitors.serverIsAway = true;
  await page.context().setOffline(true);
  await game.start();
  await game.play('e2', 'e4');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});
