// Two at one device: whose a press is, the clock, the log that survives, and both ways of sitting.
import { expectAccessible } from '../lib/axe.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';
import { LocalPage } from '../lib/local-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const arrive = async (visitors: Visitors, options = {}): Promise<LocalPage> =>
  new LocalPage(await visitors.arrive(options));

test('a game is played to mate, and one word gives the rematch with colors swapped', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start();
  await local.play('f2f3 e7e5 g2g4 d8h4');
  await local.ended('Black won: White is checkmated.');
  await local.button('Rematch').click();
  await local.says('Bo has White.');
  await expect(local.page.getByRole('img', { name: 'Score after 1 game: Ana 0, Bo 1' }).first()).toBeVisible();
  await local.button('Start the clock').click();
  await local.play('e2e4');
  await local.sees(1, 'e4');
  await expectAccessible(local.page);
});

test('a draw is offered from one side and answered from the other, both ways', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start();
  await local.play('e2e4 e7e5');
  await local.act('Bo', 'Offer draw');
  await expect(local.side('Ana').getByRole('button', { name: 'Accept draw' })).toBeVisible();
  await expect(local.side('Bo').getByRole('button', { name: 'Accept draw' })).toBeHidden();
  await local.act('Ana', 'Decline');
  await local.play('g1f3 b8c6');
  await local.act('Ana', 'Offer draw');
  await local.act('Bo', 'Accept draw');
  await local.ended('Draw by agreement.');
});

test('whoever presses Resign loses, whoever is to move', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start();
  await local.act('Bo', 'Resign');
  await local.button('Yes, resign').click();
  await local.ended('White won: Black resigned.');
});

test('a move that is not legal is refused with its article, and typed moves are for whoever is to move', async ({
  visitors,
}) => {
  const local = await arrive(visitors);
  await local.start();
  await local.type('e4');
  await local.sees(1, 'e4');
  await local.type('Nf6');
  await local.sees(2, 'Nf6');
  await local.tap('e4', 'f6');
  await local.says(/Art\. 3\.7/);
});

test('a flag falls', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start({ clock: 'One bank', minutes: '0.25' });
  await local.play('e2e4');
  await local.page.waitForTimeout(13_000);
  await expect(local.page.getByText('White won: Black ran out of time.').first()).toBeVisible({ timeout: 8_000 });
});

test('a reload in the middle of the game charges nobody, and the game goes on', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start({ clock: 'One bank', minutes: '5' });
  await local.play('e2e4 e7e5');
  await local.page.waitForTimeout(1_500);
  const before = await local.clockSeconds('white');
  await local.page.reload();
  await local.says('The clocks stand. Nobody is charged.');
  await local.page.waitForTimeout(2_500);
  const standing = await local.clockSeconds('white');
  expect(before - standing).toBeLessThanOrEqual(1);
  await local.button('Continue').click();
  await local.play('g1f3');
  await local.sees(3, 'Nf3');
  // Found again from the list, too.
  await local.page.goto('/local');
  await local.page.getByRole('link', { name: /Ana and Bo/ }).click();
  await local.says('The clocks stand. Nobody is charged.');
  await local.sees(3, 'Nf3');
});

test('a page that crashes loses no move', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start();
  await local.play('d2d4 d7d5');
  const { page } = local;
  const address = page.url();
  await page.waitForTimeout(300);
  // Gone without a word: no event of leaving is sent.
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = new LocalPage(await page.context().newPage());
  await again.page.goto(address);
  await again.sees(2, 'd5');
});

test('a second window says that the table goes on elsewhere, and takes it when it is asked to', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.open({ clock: 'None' });
  await local.play('e2e4');
  const other = new LocalPage(await local.page.context().newPage());
  await other.page.goto(local.page.url());
  await other.says('This table goes on in another window.');
  await local.play('e7e5');
  await other.sees(2, 'e5');
  await other.button('Go on here').click();
  await other.play('g1f3');
  await local.says('This table goes on in another window.');
  await local.sees(3, 'Nf3');
});

test('a table is forgotten at the second press, and its open window does not store it anew', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start();
  await local.play('e2e4');
  const { page } = new LocalPage(await local.page.context().newPage());
  await page.goto('/local');
  const table = page.getByRole('link', { name: /Ana and Bo/ });
  await page.getByRole('button', { name: /^Forget this table/ }).click();
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: /^Yes, forget/ }).click();
  await expect(table).toBeHidden();
  await local.page.bringToFront();
  await local.play('e7e5');
  await local.says('This table was forgotten in another window: the game is lost when the page is closed.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Set up the board' })).toBeVisible();
  await expect(table).toBeHidden();
});

test('face to face: the far side is turned around, and each presses on his own', async ({ visitors }) => {
  const local = await arrive(visitors, PHONE);
  await local.start({ place: 'Face to face' });
  const far = local.side('Bo');
  const near = local.side('Ana');
  const [above, below] = [await far.boundingBox(), await near.boundingBox()];
  expect(above && below && above.y < below.y).toBe(true);
  // Upright for whoever sits there: what is first in the side is nearest to the board.
  const strip = await far.locator('.strip').boundingBox();
  const buttons = await far.getByRole('group', { name: 'What you can do' }).boundingBox();
  expect(strip && buttons && strip.y > buttons.y).toBe(true);
  const screen = await local.page.evaluate(() => ({
    wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight,
  }));
  expect(screen).toEqual({ wide: PHONE.viewport.width, high: PHONE.viewport.height });
  await local.play('e2e4 e7e5');
  await local.act('Bo', 'Offer draw');
  await expect(near.getByText('Bo offers a draw. A move declines it.')).toBeVisible();
  await expectAccessible(local.page);
  await local.act('Ana', 'Accept draw');
  await local.ended('Draw by agreement.');
  // The next game swaps the colors, not the chairs.
  await near.getByRole('button', { name: 'Rematch' }).click();
  await local.says('Bo has White.');
  const next = await local.side('Ana').boundingBox();
  expect(next?.y).toBeGreaterThan(400);
  await expect(local.page.locator('.ground.orientation-black')).toBeVisible();
});

test('the board turns to whoever is to move, when that is wished', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start({ turning: true });
  await local.play('e2e4');
  await expect(local.page.locator('.ground.orientation-black')).toBeVisible();
  await local.play('e7e5');
  await expect(local.page.locator('.ground.orientation-black')).toBeHidden();
});

test('a tournament table face to face: each presses his own clock, a touched man binds', async ({ visitors }) => {
  const local = await arrive(visitors, PHONE);
  await local.start({ place: 'Face to face', rules: 'FIDE blitz' });
  const press = (name: string) => local.side(name).getByRole('button', { name: /^Press the clock/ });
  await local.tap('e2', 'e4');
  await press('Ana').click();
  await expect(local.cell('e4')).toHaveAccessibleName(/white pawn/);
  await expect(press('Ana')).toHaveAttribute('aria-disabled', 'true');
  // Black touches the knight, and cannot take up a pawn any more.
  await local.press('b8');
  await local.press('e7');
  await expect(local.side('Bo').getByText('Art. 4.3').first()).toBeVisible();
  await expect(local.side('Ana').locator('.refused')).toBeHidden();
  await local.press('c6');
  await expect(local.cell('c6')).toHaveAccessibleName(/black knight/);
  await press('Bo').click();
  await expect(press('Bo')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(local.page);
});

test('the menu: pause, PGN of the game, another table', async ({ visitors }) => {
  const local = await arrive(visitors);
  await local.start();
  await local.play('e2e4');
  await local.button('Table').click();
  const menu = local.page.getByRole('dialog', { name: 'Menu of the table' });
  await expectAccessible(local.page);
  const download = local.page.waitForEvent('download');
  await menu.getByRole('button', { name: 'Download PGN' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/\[White "Ana"\][^]*1\. e4/);
  await menu.getByRole('button', { name: 'Pause' }).click();
  await local.says('The clocks stand. Nobody is charged.');
  await local.button('Table').click();
  await menu.getByRole('link', { name: 'New table' }).click();
  await expect(local.page.getByRole('heading', { name: 'Two at one device' })).toBeVisible();
  await expectAccessible(local.page);
});
