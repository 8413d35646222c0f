// Who can still mate: the page to try it on, and what a finished game says about it.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, fromPosition, test } from '../lib/fixtures.ts';

const FLAG = { rules: { preset: 'fide-online' as const }, clock: { type: 'sudden_death' as const, bank_ms: 8_000 } };
const WALL = '4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1';

const side = (page: Page, color: 'White' | 'Black') => page.getByRole('region', { name: color, exact: true });

async function open(page: Page, fen: string): Promise<void> {
  await page.goto(`/rules/playground?fen=${encodeURIComponent(fen)}`);
}

test('a wall of pawns is dead, with a reason for each side', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/rules/playground');
  await expect(page.getByText('A dead position: the game is over, drawn.')).toBeVisible();
  for (const color of ['White', 'Black'] as const) {
    await expect(side(page, color)).toContainText('Can never mate');
    await expect(side(page, color)).toContainText(`${color} can never give mate: `);
  }
});

test('the line that mates is stepped through on the board', async ({ visitors }) => {
  const page = await visitors.arrive();
  await open(page, '7k/8/6K1/8/8/8/8/R7 b - -');
  await expect(page.getByText('White can still mate, Black cannot')).toBeVisible();
  await side(page, 'White').getByRole('button', { name: 'Show a line of 2 half-moves' }).click();
  await expect(page.getByRole('gridcell', { name: /^g8, black king/ })).toBeVisible();
  await side(page, 'White').getByRole('button', { name: 'On one move' }).click();
  await expect(page.getByRole('gridcell', { name: /^a8, white rook/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^g8, black king.*check/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the position' }).click();
  await expect(page.getByRole('gridcell', { name: /^h8, black king/ })).toBeVisible();
});

test('men are put down, taken away and dragged, by mouse and by key', async ({ visitors }) => {
  const page = await visitors.arrive();
  await open(page, WALL);
  await expect(page.getByText('A dead position')).toBeVisible();
  const field = page.getByLabel('The position in FEN');
  await page.locator('.board').scrollIntoViewIfNeeded();
  const board = await page.locator('.board').boundingBox();
  if (!board) throw new Error('no board');
  const at = (square: string): [number, number] => [
    board.x + ((square.charCodeAt(0) - 97 + 0.5) * board.width) / 8,
    board.y + ((8 - Number(square[1]) + 0.5) * board.height) / 8,
  ];
  await page.getByRole('button', { name: 'white queen', exact: true }).click();
  await page.mouse.click(...at('a1'));
  await expect(field).toHaveValue('4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/Q3K3 w - -');
  await expect(page.getByText('Both sides can still mate')).toBeVisible();
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.mouse.click(...at('b5'));
  await expect(field).toHaveValue('4k3/8/8/3p1p1p/1P1P1P1P/8/8/Q3K3 w - -');
  await page.getByRole('button', { name: 'Move men' }).click();
  await page.mouse.move(...at('a1'));
  await page.mouse.down();
  await page.mouse.move(...at('c3'), { steps: 4 });
  await page.mouse.up();
  await expect(field).toHaveValue('4k3/8/8/3p1p1p/1P1P1P1P/2Q5/8/4K3 w - -');
  // By key: the same tool on the square that has the focus.
  await page.getByRole('button', { name: 'black rook', exact: true }).click();
  await page.getByRole('gridcell', { name: /^e2, empty/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('4k3/8/8/3p1p1p/1P1P1P1P/2Q1r3/8/4K3 w - -');
  await page.getByLabel('Black to move').check();
  await expect(field).toHaveValue('4k3/8/8/3p1p1p/1P1P1P1P/2Q1r3/8/4K3 b - -');
});

test('what is no position is explained', async ({ visitors }) => {
  const page = await visitors.arrive();
  await open(page, WALL);
  await page.getByLabel('The position in FEN').fill('8/8/8/8/8/8/8/4K3 w - -');
  await expect(page.getByText(/Black has no king/)).toBeVisible();
  await page.getByLabel('The position in FEN').fill('nonsense');
  await expect(page.getByText(/has no king/)).toBeHidden();
  await page.getByRole('button', { name: 'Two knights against a lone king' }).click();
  await expect(page.getByText('White can still mate, Black cannot')).toBeVisible();
});

for (const width of [320, 360, 900, 1280]) {
  test(`nothing sticks out of the page of rules at ${width} px`, async ({ visitors }) => {
    const page = await visitors.arrive({ viewport: { width, height: 720 } });
    await open(page, '6k1/8/6pK/6P1/8/8/8/8 b - -');
    for (const color of ['White', 'Black'] as const) {
      const card = side(page, color);
      const button = card.getByRole('button', { name: /Show a line/ });
      const [outer, inner] = [await card.boundingBox(), await button.boundingBox()];
      expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('a fallen flag shows how the winner could still have mated', async ({ startGame }) => {
  const { white, black } = await startGame({ ...FLAG, ...fromPosition('6k1/8/8/8/8/8/P7/K7 w - - 0 1') });
  await white.tap('a1', 'b1');
  await black.sees(1, 'Kb1');
  for (const { page } of [white, black]) {
    await page.getByText('White won: Black ran out of time.').first().waitFor();
    const show = page.getByRole('button', { name: 'How White could still have mated' });
    await show.click();
    const unplayed = page.getByRole('button', { name: /, not played$/ });
    await expect(unplayed.first()).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('End');
    await expect(unplayed.last()).toHaveAttribute('aria-current', 'true');
    await expect(unplayed.last()).toHaveText(/#$/);
    await expect(page.getByRole('gridcell', { name: /black king.*check/ })).toBeVisible();
    await page.getByRole('button', { name: 'Back to the end of the game' }).click();
    await expect(unplayed).toHaveCount(0);
  }
});

test('a fallen flag that draws says why there was no mate', async ({ startGame }) => {
  const { white } = await startGame({ ...FLAG, ...fromPosition('7k/8/8/8/8/2n5/8/K2Q4 w - - 0 1') });
  await white.ended('White ran out of time, but Black could not mate by any legal moves: draw.');
  await white.says('Black cannot mate: a lone knight never mates a king that has only queens beside it.');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the page of rules (${colorScheme})`, async ({ visitors }) => {
    const page = await visitors.arrive({ colorScheme });
    await open(page, '7k/8/6K1/8/8/8/8/R7 b - -');
    await side(page, 'White').getByRole('button', { name: /Show a line/ }).click();
    await expectAccessible(page);
    await page.getByLabel('The position in FEN').fill('8/8/8/8/8/8/8/4K3 w - -');
    await expect(page.getByText(/Black has no king/)).toBeVisible();
    await expectAccessible(page);
  });
}
