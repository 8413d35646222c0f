// For the eye, the ear and the keyboard: what a machine can check of it.
import { expectAccessible } from '../lib/axe.ts';
import { expect, fromPosition, test } from '../lib/fixtures.ts';
import type { TablePage } from '../lib/table-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any state of the page (${colorScheme})`, async ({ visitors, sitDown }) => {
    const visitor = await visitors.arrive({ colorScheme });
    await visitor.goto('/');
    await expect(visitor.getByRole('button', { name: 'Play a friend' })).toBeVisible();
    await expectAccessible(visitor);

    const { white, black } = await sitDown(
      fromPosition('6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1'),
      { colorScheme },
    );
    await expect(white.button('Start')).toBeVisible();
    await expectAccessible(white.page);
    await expectAccessible(black.page);

    await black.button('I am ready').click();
    await white.button('Start').click();
    await white.waitForGame();
    await black.waitForGame();
    await white.tap('a7', 'a8');
    await expect(white.promotion).toBeVisible();
    await expectAccessible(white.page);
    await white.promotion.getByRole('button', { name: /knight/i }).click();
    await black.sees(1, 'a8=N');
    await black.tap('g8', 'f8');
    await white.sees(2, 'Kf8');
    await expectAccessible(white.page);
    await black.button('Offer draw').click();
    await white.says(/offers a draw/);
    await expectAccessible(white.page);

    await white.button('Accept draw').click();
    for (const page of [white, black]) {
      await page.ended('Draw by agreement.');
      await expectAccessible(page.page);
    }
  });
}

test('assistive technology sees 64 named squares', async ({ startGame }) => {
  const { white } = await startGame();
  await expect(white.cells).toHaveCount(64);
  await expect(white.cell('e1')).toHaveAccessibleName(/^e1, white king/);
  await expect(white.cell('d8')).toHaveAccessibleName(/^d8, black queen/);
  await expect(white.cell('e4')).toHaveAccessibleName(/^e4, empty/);
  const names = await white.cells.evaluateAll((cells) =>
    cells.map((cell) => (cell.getAttribute('aria-label') ?? cell.textContent ?? '').slice(0, 2)),
  );
  expect(new Set(names).size).toBe(64);
});

/** Goes to a square by arrow keys from wherever the focus is on the board. */
async function walk({ page }: TablePage, to: string, turned: boolean): Promise<void> {
  const at = await page.evaluate(() => {
    const cell = document.activeElement;
    return (cell?.getAttribute('aria-label') ?? cell?.textContent ?? '').trim().slice(0, 2);
  });
  const file = to.charCodeAt(0) - at.charCodeAt(0);
  const rank = Number(to[1]) - Number(at[1]);
  const right = turned ? -file : file;
  const up = turned ? -rank : rank;
  for (let i = 0; i < Math.abs(right); i += 1) {
    await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  }
  for (let i = 0; i < Math.abs(up); i += 1) {
    await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
  }
}

/** Presses Tab until the focus is on a square. */
async function tabToBoard({ page }: TablePage): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    const role = await page.evaluate(() => document.activeElement?.getAttribute('role'));
    if (role === 'gridcell') return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the board');
}

/** Presses Tab until the focus is on the button of that name, then Enter. */
async function pressByKeyboard(table: TablePage, name: string): Promise<void> {
  const button = table.button(name);
  await expect(button).toBeEnabled();
  for (let i = 0; i < 60; i += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) {
      await table.page.keyboard.press('Enter');
      return;
    }
    await table.page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('a whole game by keyboard alone', async ({ sitDown }) => {
  const { white, black } = await sitDown();
  await pressByKeyboard(black, 'I am ready');
  await pressByKeyboard(white, 'Start');
  await Promise.all([white.waitForGame(), black.waitForGame()]);

  const move = async (table: TablePage, from: string, to: string, turned: boolean) => {
    await tabToBoard(table);
    await walk(table, from, turned);
    await table.page.keyboard.press('Enter');
    await walk(table, to, turned);
    await table.page.keyboard.press('Enter');
  };
  await move(white, 'f2', 'f3', false);
  await black.sees(1, 'f3');
  await move(black, 'e7', 'e5', true);
  await white.sees(2, 'e5');
  await move(white, 'g2', 'g4', false);
  await black.sees(3, 'g4');
  await move(black, 'd8', 'h4', true);
  for (const page of [white, black]) await page.ended('Black won: White is checkmated.');
});

test('moves and refusals are announced', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await expect(black.page.getByTestId('polite')).toContainText(/White: .*e4/);
  await black.type('Ke7');
  await expect(black.page.getByTestId('assertive')).toContainText(/king/i);
});

test('who asks for less motion sees nothing slide', async ({ startGame }) => {
  const { white, black } = await startGame({}, { reducedMotion: 'reduce' });
  await white.type('e4');
  // chessground marks a man that slides with the class `anim`.
  const slid = await black.page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const until = performance.now() + 1_000;
        const look = () => {
          if (document.querySelector('cg-board piece.anim')) resolve(true);
          else if (performance.now() > until) resolve(false);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  expect(slid).toBe(false);
});

test('the clock warns aloud', async ({ startGame }) => {
  const { white } = await startGame({ clock: { type: 'sudden_death', bank_ms: 14_000 } });
  await expect(white.page.getByTestId('polite')).toContainText('ten seconds left');
});

test('a dialog gives the focus back to the board', async ({ startGame }) => {
  const { white } = await startGame(fromPosition('6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1'));
  await white.cell('a7').focus();
  await white.page.keyboard.press('Enter');
  await white.page.keyboard.press('ArrowUp');
  await white.page.keyboard.press('Enter');
  await expect(white.promotion.getByRole('button', { name: /queen/i })).toBeFocused();
  // Tab goes around within the dialog.
  for (let i = 0; i < 4; i += 1) await white.page.keyboard.press('Tab');
  await expect(white.promotion.getByRole('button', { name: /queen/i })).toBeFocused();
  await white.page.keyboard.press('Escape');
  await expect(white.cell('a8')).toBeFocused();
});
