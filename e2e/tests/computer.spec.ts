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
  await page.reload();
  await expect(game.moves).toHaveCount(2, { timeout: 20_000 });
  await game.look(false);
  await game.says(/the clock stands, the page is not being looked at/);
  const standing = await game.clockSeconds('white');
  await page.waitForTimeout(1_500);
  expect(await game.clockSeconds('white')).toBe(standing);
  await game.look(true);
  await expect(page.getByText(/the clock stands/)).toHaveCount(0);
  await game.says('Your clock stood while you were away. It runs on from now.');
  await expect(game.polite).toHaveText('Your clock stood while you were away. It runs on from now.');
  await game.play('d2', 'd4');
});

test('a page that is read again or closed right after a move has the move', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start();
  // A lone king can disturb nothing.
  await game.setUp('4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1');
  const address = page.url();
  const own = [['a2', 'a3'], ['b2', 'b3'], ['c2', 'c3'], ['d2', 'd3'], ['e2', 'e3'], ['f2', 'f3']] as const;
  const written = (): Promise<string[]> =>
    page.getByRole('button', { name: /^\d+ white / }).evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''));
  let moves = 0;
  for (const [from, to] of own) {
    await game.tap(from, to);
    await page.reload();
    moves += 2;
    await expect(game.moves).toHaveCount(moves, { timeout: 20_000 });
    expect((await written()).at(-1)).toBe(to);
  }
  await game.tap('h2', 'h3');
  await page.close();
  const again = new ComputerPage(await page.context().newPage());
  await again.page.goto(address);
  await expect(again.moves).toHaveCount(moves + 2, { timeout: 20_000 });
  await again.sees(moves + 1, 'h3');
});

test('a second window looks on live, takes the game over, and goes on when the first is closed', async ({ visitors }) => {
  const first = await arrive(visitors);
  await first.start();
  // Whatever the answers are, none of them is check.
  await first.play('a2', 'a3');
  const second = new ComputerPage(await first.page.context().newPage());
  await second.page.goto(first.page.url());
  const words = 'This game is played in another window. You see every move here, too.';
  await second.says(words);
  await expect(second.moves).toHaveCount(2);
  await expect(second.button('Resign')).toHaveCount(0);
  await expectAccessible(second.page);
  await first.play('h2', 'h3');
  await expect(second.moves).toHaveCount(4);
  // Nothing moves in the window that looks on.
  await second.tap('g1', 'f3');
  await second.button('Play here').click();
  await second.waitForGame();
  await expect(second.moves).toHaveCount(4);
  await second.play('g1', 'f3');
  await first.says(words);
  await expect(first.moves).toHaveCount(6);
  await second.page.close();
  await expect(first.button('Resign')).toBeVisible();
  await first.button('Take back').click();
  await expect(first.moves).toHaveCount(4);
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
  // It may mate from there in its turn.
  const score = /^Score after (1 game: .* 1, Pip 0|2 games: .* 1, Pip 1)$/;
  await expect(page.getByRole('img', { name: score }).first()).toBeVisible();
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

test('without takebacks and hints there are none; the next game has the same settings until they are changed', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start({ clock: /^3 min/, without: ['Takebacks', 'Hints'] });
  const isBare = async (): Promise<void> => {
    await expect(game.button('Resign')).toBeVisible();
    await expect(game.button('Take back')).toHaveCount(0);
    await expect(game.button('Hint')).toHaveCount(0);
    await expect(page.getByRole('timer').first()).toBeVisible();
  };
  await isBare();
  await game.play('e2', 'e4');
  // There is no key for it either.
  await page.keyboard.press('Control+z');
  await isBare();
  await expect(game.moves).toHaveCount(2);
  await game.button('Resign').click();
  await game.button('Really resign?').click();
  await game.ended('Black won: White resigned.');
  await game.button('Play again').click();
  await expect(game.moves).toHaveCount(0);
  await isBare();
  await game.play('d2', 'd4');
  await game.button('Resign').click();
  await game.button('Really resign?').click();
  await game.ended('Black won: White resigned.');
  await game.button('Change settings').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'Takebacks' })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Takebacks' }).check({ force: true });
  await dialog.getByRole('radio', { name: 'no clock' }).first().check({ force: true });
  await game.button('Play with these').click();
  await expect(dialog).toHaveCount(0);
  await expect(game.moves).toHaveCount(0);
  await game.play('c2', 'c4');
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(game.button('Hint')).toHaveCount(0);
  await game.button('Take back').click();
  await expect(game.moves).toHaveCount(0);
});

test('a finished game is in the archive, and from there leads to its analysis', async ({ visitors }) => {
  const game = await arrive(visitors);
  const { page } = game;
  await game.start();
  await game.play('e2', 'e4');
  await game.button('Resign').click();
  await game.button('Really resign?').click();
  await game.ended('Black won: White resigned.');
  // The next game is on the board by then.
  await game.button('Play again').click();
  await expect(game.moves).toHaveCount(0);
  await game.play('d2', 'd4');
  for (const address of ['/', '/analysis']) {
    await page.goto(address);
    const kept = page.getByRole('link', { name: /^Pip.*You lost/ });
    await expect(kept).toHaveCount(1);
    await kept.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('You – Pip');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await expect(page.getByRole('button', { name: /e4/ }).first()).toBeVisible();
    await expect(page.getByText('d4', { exact: true })).toHaveCount(0);
  }
});

test('it plays without a network', async ({ visitors }) => {
  const game = await arrive(visitors, { serviceWorkers: 'allow' });
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
