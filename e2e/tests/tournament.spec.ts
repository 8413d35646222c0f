// The tournament table: touching, adjusting, pressing the clock, irregularities, the own score sheet, the tour.
import { expectAccessible } from '../lib/axe.ts';
import { expect, fromPosition, settings, start, test, type Choice, type Pair } from '../lib/fixtures.ts';
import type { TablePage } from '../lib/table-page.ts';

const TOURNAMENT: Choice = { rules: { preset: 'fide-standard' }, clock: { type: 'sudden_death', bank_ms: 5_400_000 } };
const from = (fen: string): Choice => ({ ...TOURNAMENT, ...fromPosition(fen) });

/** Both sides' words of what is due, an irregularity, a refusal. */
async function bothSee({ white, black }: Pair, text: string | RegExp): Promise<void> {
  await white.says(text);
  await black.says(text);
}

/** Makes a move and presses the clock by the space bar. */
async function play(player: TablePage, ply: number, uci: string, san: string): Promise<void> {
  await player.tap(uci.slice(0, 2), uci.slice(2, 4));
  await player.seesMade(ply, `${uci.slice(0, 2)}–${uci.slice(2, 4)}`);
  await player.space();
  await player.sees(ply, san);
}

test('a tournament game: moves are made on the board and completed by the space bar', async ({ startGame }) => {
  const pair = await startGame(TOURNAMENT);
  const { white, black } = pair;
  await expect(white.presses('Press after your move')).toBeVisible();
  await expect(black.presses('The clock of your friend runs')).toBeVisible();

  await white.tap('f2', 'f3');
  await white.seesMade(1, 'f2–f3');
  await black.seesMade(1, 'f2–f3');
  await white.says('Your move is made. Press the clock.');
  await expect(white.presses('Made, not pressed')).toBeVisible();
  await black.says(/has made a move and not pressed the clock yet/);
  await expect(white.polite).toContainText('Made, not pressed yet: pawn from f2 to f3');
  await expect(black.polite).toContainText('White: pawn from f2 to f3. Clock not pressed yet.');
  await expect(white.page.locator('.clock.running [data-clock="white"]')).toBeVisible();
  await white.space();
  await black.sees(1, 'f3');
  await expect(black.polite).toContainText('White has pressed the clock.');
  await expect(black.page.locator('.clock.running [data-clock="black"]')).toBeVisible();

  await play(black, 2, 'e7e5', 'e5');
  await white.sees(2, 'e5');
  await play(white, 3, 'g2g4', 'g4');
  await black.sees(3, 'g4');
  // A move that ends the game needs no press.
  await black.tap('d8', 'h4');
  for (const page of [white, black]) await page.ended('Black won: White is checkmated.');
});

test('the answer may come before the press', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await white.tap('e2', 'e4');
  await black.seesMade(1, 'e2–e4');
  await black.tap('e7', 'e5');
  await black.seesMade(2, 'e7–e5');
  await expect(black.presses('has to press first')).toBeVisible();
  await white.seesMade(2, 'e7–e5');
  await white.presses('Press the clock').click();
  await white.sees(1, 'e4');
  await expect(black.presses('Made, not pressed')).toBeVisible();
  await black.presses('Press the clock').click();
  await white.sees(2, 'e5');
  await expect(white.presses('Press after your move')).toBeVisible();
});

test('touched is moved: the man is bound, others are refused with the article', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await white.press('g1');
  await white.says(/knight on g1 was touched: it must move/i);
  await black.says(/knight on g1 was touched: it must move/i);
  await expect(black.polite).toContainText('White touches the knight on g1.');
  await expect(black.page.locator('.board cg-board square.bound')).toHaveCount(1);
  await expect(white.cell('g1')).toHaveAccessibleName(/touched/);

  await white.press('e2');
  await expect(white.page.locator('.status.refused')).toContainText('Art. 4.3.1');
  await white.drag('e2', 'e4');
  await expect(white.moves).toHaveCount(0);
  await expect(white.cell('e2')).toHaveAccessibleName(/white pawn/);

  await white.tap('g1', 'f3');
  await white.seesMade(1, 'g1–f3');
  // Whose man cannot move is free.
  await white.space();
  await black.sees(1, 'Nf3');
  await black.press('a8');
  await black.says(/rook on a8 has no legal move/);
  await play(black, 2, 'e7e5', 'e5');
});

test('an enemy man that is touched must be taken', async ({ startGame }) => {
  const { white } = await startGame(from('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1'));
  await white.press('d5');
  await white.says(/pawn on d5 was touched: it must be captured/i);
  await white.press('e1');
  await expect(white.page.locator('.status.refused')).toContainText('Art. 4.3.2');
  await white.tap('e4', 'd5');
  await white.seesMade(1, 'e4–d5');
});

test('castling begins with the king; the rook first must move', async ({ startGame }) => {
  const { white, black } = await startGame(from('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'));
  await white.tap('e1', 'g1');
  await white.space();
  await black.sees(1, 'O-O');
  await black.press('h8');
  await black.says(/rook on h8 was touched/i);
  await black.press('e8');
  await black.says(/To castle, touch the king first/);
  await expect(black.page.locator('.status.refused')).toContainText('Art. 4.4.2');
  await play(black, 2, 'h8h7', 'Rh7');
});

test('the king and then a rook touched: castling with it', async ({ startGame }) => {
  const { white } = await startGame(from('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'));
  await white.press('e1');
  await white.says(/king on e1 was touched/i);
  await white.press('a1');
  await white.says(/must castle/i);
  await expect(white.page.locator('.board cg-board square.demanded')).toHaveCount(1);
  await white.tap('e1', 'c1');
  await white.space();
  await white.sees(1, 'O-O-O');
});

test('“I adjust”: by key, by button, by a long press; nothing binds until a move', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await white.page.keyboard.press('a');
  await white.says('You adjust: nothing that you touch binds you.');
  await black.says(/adjusts men on their squares/);
  await expect(black.polite).toContainText('White: I adjust.');
  await white.press('g1');
  await white.press('g1');
  await white.page.keyboard.press('A');
  await expect(white.page.getByText('You adjust:')).toHaveCount(0);
  await expect(white.page.locator('.board cg-board square.bound:visible')).toHaveCount(0);

  await white.pressLong('b1');
  await expect(white.button('Adjusted')).toHaveAttribute('aria-pressed', 'true');
  await white.button('Adjusted').click();
  await white.button('I adjust').click();
  await expect(white.button('Adjusted')).toBeVisible();
  // A move ends it.
  await white.tap('e2', 'e4');
  await white.seesMade(1, 'e2–e4');
  await expect(white.button('I adjust')).toBeVisible();
});

test('an illegal move that is pressed is taken back and costs; the second one loses', async ({ startGame }) => {
  const pair = await startGame(TOURNAMENT);
  const { white, black } = pair;
  await white.tap('g1', 'g5');
  await white.seesMade(1, 'g1–g5');
  await black.seesMade(1, 'g1–g5');
  await expect(black.cell('g5')).toHaveAccessibleName(/white knight/);
  // Nothing but the board tells that it is illegal.
  for (const page of [white, black]) {
    await expect(page.page.locator('.board cg-board square.bound:visible')).toHaveCount(0);
    await expect(page.page.getByText(/was touched/)).toHaveCount(0);
  }
  await white.space();
  await bothSee(pair, /White completed an illegal move: g1–g5/);
  await bothSee(pair, /Black gets 2:00 more/);
  await bothSee(pair, /The first of two/);
  expect(await black.clockSeconds('black')).toBe(5_520);
  await expect(white.cell('g1')).toHaveAccessibleName(/white knight.*touched/);
  for (const page of [white, black]) {
    await expect(page.page.getByText('1 irregularity', { exact: true })).toBeAttached();
  }
  await white.button('Understood').click();
  await expect(white.button('Understood')).toHaveCount(0);

  // The knight is bound; it can be put right before the press.
  await white.tap('g1', 'g3');
  await white.seesMade(1, 'g1–g3');
  await white.tap('g3', 'f3');
  await white.seesMade(1, 'g1–f3');
  await white.space();
  await black.sees(1, 'Nf3');
  await play(black, 2, 'e7e5', 'e5');
  await white.tap('f3', 'f6');
  await white.seesMade(3, 'f3–f6');
  await white.presses('Press the clock').click();
  for (const page of [white, black]) await page.says(/^Black won/);
});

test('an illegal move that stands can be claimed', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await black.button('Claim: illegal move').click();
  await black.says(/nothing wrong with your opponent’s last move|nothing wrong with your opponent's last move/);
  await white.tap('e2', 'e5');
  await black.seesMade(1, 'e2–e5');
  await black.button('Claim: illegal move').click();
  await expect(black.cell('e2')).toHaveAccessibleName(/white pawn/);
  await white.says(/pawn on e2 was touched/i);
  await play(white, 1, 'e2e4', 'e4');
  await black.sees(1, 'e4');
});

test('pressing without a move asks first, and then counts', async ({ startGame }) => {
  const pair = await startGame(TOURNAMENT);
  const { white, black } = pair;
  await white.space();
  await white.space();
  await expect(white.presses('No move made. Press?')).toBeVisible();
  await expect(white.assertive).toContainText('Article 7.5.3');
  await expect(black.page.getByText('irregularity')).toHaveCount(0);
  await white.page.waitForTimeout(800);
  await white.space();
  await bothSee(pair, /White pressed the clock without having made a move/);
  await expect(black.page.locator('.irregularity')).toContainText('Art. 7.5.3');
});

test('a pawn can be left on the last rank, and be named before the press', async ({ startGame }) => {
  const pair = await startGame(from('7k/P7/8/8/8/8/8/K7 w - - 0 1'));
  const { white, black } = pair;
  await white.tap('a7', 'a8');
  await white.promotion.getByRole('button', { name: 'Leave the pawn' }).click();
  await white.seesMade(1, 'a7–a8');
  await expect(black.cell('a8')).toHaveAccessibleName(/white pawn/);
  await white.press('a8');
  await white.promotion.getByRole('button', { name: 'rook' }).click();
  await expect(black.cell('a8')).toHaveAccessibleName(/white rook/);
  await white.space();
  await black.sees(1, 'a8=R+');
});

test('a pawn that is left and pressed becomes a queen, at a price', async ({ startGame }) => {
  const pair = await startGame(from('7k/P7/8/8/8/8/8/K7 w - - 0 1'));
  const { white, black } = pair;
  await white.tap('a7', 'a8');
  await white.page.keyboard.press('Escape');
  await white.seesMade(1, 'a7–a8');
  await white.space();
  await bothSee(pair, /with a pawn left on the last rank/);
  await black.sees(1, 'a8=Q+');
});

test('no hints at such a table unless they are wanted', async ({ startGame }) => {
  const { white } = await startGame(TOURNAMENT);
  await white.press('g1');
  await expect(white.page.locator('.board cg-board square.bound')).toHaveCount(1);
  await expect(white.page.locator('.board cg-board square.move-dest:visible')).toHaveCount(0);
  await expect(white.cell('g1')).not.toHaveAccessibleName(/can move to/);
  await white.button('Preferences').click();
  await white.page.getByLabel('Show legal moves and checks at tournament tables').check();
  await expect(white.page.locator('.board cg-board square.move-dest')).toHaveCount(2);
  await expect(white.cell('g1')).toHaveAccessibleName(/can move to/);
});

test('touch-move by itself, at a table without a clock to press', async ({ startGame }) => {
  const choice: Choice = { rules: { preset: 'claims', switches: { touch_move: true } } };
  const { white, black } = await startGame(choice);
  await expect(white.presses('Press the clock')).toHaveCount(0);
  await white.press('b1');
  await black.says(/knight on b1 was touched/i);
  await white.press('e2');
  await expect(white.page.locator('.status.refused')).toContainText('Art. 4.3.1');
  await white.tap('b1', 'c3');
  await black.sees(1, 'Nc3');
});

test('the own score sheet is kept, compared with the game, and printed', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await play(white, 1, 'e2e4', 'e4');
  await black.sees(1, 'e4');
  await white.page.getByRole('tab', { name: 'My score sheet' }).click();
  const sheet = (table: TablePage, name: string) => table.page.getByRole('textbox', { name, exact: true });
  await sheet(white, 'Move 1, White').fill('e2-e4');
  await sheet(white, 'Move 1, White').press('Enter');
  await expect(sheet(white, 'Move 1, Black')).toBeFocused();
  await black.tap('e7', 'e5');
  await black.space();
  await sheet(white, 'Move 1, Black').fill('d5');
  await white.button('Note (=)').click();
  await expect(sheet(white, 'Move 1, Black')).toHaveValue('d5 (=)');
  // It is this browser's paper: it stays through a reload, and nothing is checked.
  await white.page.reload();
  await white.page.getByRole('tab', { name: 'My score sheet' }).click();
  await expect(sheet(white, 'Move 1, White')).toHaveValue('e2-e4');
  await expect(white.page.getByText(/played:/)).toHaveCount(0);

  // These rules ask nothing before a resignation.
  await black.button('Resign').click();
  await white.says(/^White won/);
  await white.button('Compare with the game').click();
  await white.says('1 difference from the game');
  await white.says('played: e5');
  await expectAccessible(white.page);
  await white.page.emulateMedia({ media: 'print' });
  await expect(white.page.locator('article.paper')).toBeVisible();
  await expect(white.page.locator('article.paper')).toContainText('d5 (=)');
  await expect(white.page.locator('article.paper')).toContainText('1–0');
});

test('the tour comes once, can be gone through by keys, and asked for again', async ({ visitors, sitDown }) => {
  const { white, black } = await sitDown(TOURNAMENT);
  const tour = white.page.getByRole('region', { name: 'A tournament table' });
  await expect(tour).toBeVisible();
  await expectAccessible(white.page);
  await tour.getByRole('button', { name: 'Next' }).click();
  await expect(tour.getByRole('heading')).toHaveText('Touched is moved');
  await white.page.keyboard.press('ArrowRight');
  await expect(tour.getByRole('heading')).toHaveText('“I adjust”');
  for (let i = 0; i < 3; i += 1) await white.page.keyboard.press('ArrowRight');
  await tour.getByRole('button', { name: 'Understood' }).click();
  await expect(tour).toHaveCount(0);
  await white.page.reload();
  await expect(white.button('Start')).toBeVisible();
  await expect(tour).toHaveCount(0);

  await start({ id: '', white, black });
  await white.button('Preferences').click();
  await white.button('How a tournament table works').click();
  const dialog = white.page.getByRole('dialog', { name: 'A tournament table' });
  await expect(dialog).toBeVisible();
  await expectAccessible(white.page);
  await white.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(visitors.complaints).toEqual([]);
});

test('a whole move by keyboard alone: select, put, press', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await white.cell('e2').focus();
  await white.page.keyboard.press('Enter');
  await white.says(/pawn on e2 was touched/i);
  await white.page.keyboard.press('ArrowUp');
  await white.page.keyboard.press('ArrowUp');
  await white.page.keyboard.press('Enter');
  await white.seesMade(1, 'e2–e4');
  await white.page.keyboard.press('Space');
  await black.sees(1, 'e4');
  await expect(white.cell('e4')).toHaveAttribute('aria-selected', 'false');
});

test('every state of the table passes axe', async ({ startGame }) => {
  const { white, black } = await startGame(TOURNAMENT);
  await expectAccessible(white.page);
  await white.press('g1');
  await expectAccessible(white.page);
  await white.press('g5');
  await white.seesMade(1, 'g1–g5');
  await expectAccessible(white.page);
  await expectAccessible(black.page);
  await white.space();
  await black.says(/completed an illegal move/);
  await expectAccessible(white.page);
  await white.space();
  await expect(white.presses('No move made')).toBeVisible();
  await expectAccessible(white.page);
});

const SCREENS = {
  phone: { viewport: { width: 360, height: 640 }, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 720 } },
};

for (const [screen, size] of Object.entries(SCREENS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pictures of a tournament: ${screen}, ${colorScheme}`, async ({ sitDown }) => {
      const options = { ...size, colorScheme };
      const picture = (name: string) => ({ path: `artifacts/gallery/t${name}-${screen}-${colorScheme}.png` });
      const pair = await sitDown({ ...TOURNAMENT, clock: settings().clock }, options);
      const { white, black } = pair;
      await expect(white.button('Start')).toBeVisible();
      await white.page.screenshot({ ...picture('1-tour'), fullPage: true });
      await start(pair);
      await white.page.screenshot(picture('2-start'));
      await white.press('g1');
      await white.says(/was touched/);
      await white.page.screenshot(picture('3-bound'));
      await white.press('g5');
      await white.seesMade(1, 'g1–g5');
      await white.page.screenshot(picture('4-made'));
      await black.page.screenshot(picture('5-theirs'));
      await white.space();
      await black.says(/completed an illegal move/);
      await white.page.screenshot({ ...picture('6-irregularity'), fullPage: true });
      await white.space();
      await white.page.screenshot(picture('7-doubt'));
      await white.page.getByRole('tab', { name: 'My score sheet' }).click();
      await white.page.getByRole('textbox', { name: 'Move 1, White' }).fill('Nf3');
      await white.page.screenshot({ ...picture('8-sheet'), fullPage: true });
      await white.page.emulateMedia({ media: 'print' });
      await white.page.screenshot({ ...picture('9-paper'), fullPage: true });
    });
  }
}
