// The board for analysis, the ways to it and from it: how it is called, what is left out of a position, files that are
// dropped, pictures, the engine's settings, the reasons of every mistake, and the way from a finished game.
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../lib/axe.ts';
import { ComputerPage } from '../lib/computer-page.ts';
import { expect, test } from '../lib/fixtures.ts';
import { LocalPage } from '../lib/local-page.ts';
import { TablePage } from '../lib/table-page.ts';
import type { Page } from '@playwright/test';

/** Queens for pawns on both sides, a bishop for nothing. */
const WILD = '1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nc3 Qg5 5. d3 Qxg2 6. Bxg2 Nf6 7. Bh6 gxh6 *';

/** No question to the engine but those that a test asks. */
async function withoutEngine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('tabiya.analysis.engine', JSON.stringify({ on: false, lines: 2, arrows: true }));
  });
}

async function paste(page: Page, text: string): Promise<void> {
  await page.goto('/analysis');
  await page.getByLabel('PGN, FEN, or moves').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const move = (page: Page, san: RegExp) => page.locator('[data-node]').filter({ hasText: san });

async function type(page: Page, moves: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Type a move' });
  for (const san of moves.split(' ')) {
    await field.fill(san);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
  await field.press('Escape');
}

/** Drops a file with a text onto the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/plain' }));
      return transfer;
    },
    [name, text] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

test('an analysis is called by what it holds, until somebody gives it a name', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await withoutEngine(page);
  await page.goto('/analysis#new');
  await expect(heading(page)).toHaveText('New analysis');
  await type(page, 'e4 e5 Nf3 Nc6 Bb5');
  await expect(heading(page)).toHaveText(/^Ruy Lopez/);
  await expect(page).toHaveTitle(/^Ruy Lopez/);
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'Name of this analysis' });
  await expect(field).toBeFocused();
  await page.keyboard.type('A try');
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText(/^Ruy Lopez/);
  const pencil = page.getByRole('button', { name: 'Name this analysis' });
  await expect(pencil).toBeFocused();
  await pencil.click();
  await field.fill('For Sunday');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('For Sunday');
  await expect(page).toHaveTitle(/^For Sunday/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  // The bar at the bottom lies over what is not scrolled up yet.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Analyses' }).click();
  await page.getByRole('link', { name: /^For Sunday/ }).click();
  await expect(heading(page)).toHaveText('For Sunday');
  // Without its own name it is called by its players.
  await page.getByRole('tab', { name: 'Game' }).click();
  await page.getByLabel('Name of this analysis').fill('');
  await page.getByLabel('White', { exact: true }).fill('Ana');
  await page.getByLabel('Black', { exact: true }).fill('Ben');
  await page.getByLabel('Black', { exact: true }).press('Tab');
  await expect(heading(page)).toHaveText('Ana – Ben');
  await expect(page).toHaveTitle(/^Ana – Ben/);
});

test('an en passant square that is of no use is left out, and the page says why', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await paste(page, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
  await expect(page.locator('.faults')).toContainText('En passant square e3: no pawn can take there, so the square is left out.');
  await page.goto('/analysis#setup');
  await page.getByLabel('FEN').fill('4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1');
  await page.getByLabel('FEN').press('Enter');
  await expect(page.locator('#setup-faults')).toContainText('En passant square d3: no pawn that could have passed it stands on d4');
  await page.getByLabel('En passant square').selectOption('e3');
  await expect(page.locator('#setup-faults')).toContainText('En passant square e3: no pawn can take there');
  await page.getByRole('button', { name: 'Look at this position' }).click();
  await expect(page.locator('.faults')).toContainText('En passant square e3: no pawn can take there');
});

test('a file is dropped onto the page; the board goes out as a picture', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await page.goto('/analysis');
  await expect(heading(page)).toHaveText('Analysis');
  await drop(page, 'nothing.pgn', 'hello');
  await expect(page.locator('#fault')).not.toBeEmpty();
  await drop(page, 'cup.pgn', '[White "Ana"]\n[Black "Ben"]\n\n1. e4 e5 *');
  await expect(heading(page)).toHaveText('Ana – Ben');
  // Onto an open board, too.
  await drop(page, 'one.fen', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  await expect(heading(page)).toHaveText('Position');
  await page.getByRole('tab', { name: 'Share' }).click();
  const saved = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await saved('Download SVG');
  expect(svg.name).toBe('position.svg');
  expect(svg.bytes.toString()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  const png = await saved('Download PNG');
  expect(png.name).toBe('position.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1_080, 1_080]);
  // Two colors of squares and three men do not fit into less.
  expect(png.bytes.length).toBeGreaterThan(5_000);
});

test('the engine’s memory and lines are chosen by keyboard, and kept', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 360, height: 740 } });
  await page.goto('/analysis#new');
  const engine = page.getByRole('region', { name: 'Engine' });
  const open = engine.getByRole('button', { name: 'Settings of the engine' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settings of the engine' });
  await expectAccessible(page);
  await dialog.getByLabel('Memory').selectOption('64 MB');
  await dialog.getByLabel('Lines').selectOption('5');
  await dialog.getByLabel('Best moves as arrows on the board').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  // The engine with more memory thinks.
  await expect(engine.getByRole('listitem', { name: /^Line 5: / })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await open.click();
  await expect(dialog.getByLabel('Memory')).toHaveValue('64');
  await expect(dialog.getByLabel('Lines')).toHaveValue('5');
  await expect(dialog.getByLabel('Best moves as arrows on the board')).not.toBeChecked();
});

test('every mistake says what it lost and why, with a line to play; by keyboard alone', async ({ visitors }) => {
  test.slow();
  const page = await visitors.arrive();
  await withoutEngine(page);
  await page.goto('/analysis');
  await page.getByLabel('PGN, FEN, or moves').focus();
  await page.keyboard.insertText(WILD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(move(page, /gxh6/)).toBeVisible();
  await page.getByRole('tab', { name: 'Moves' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Look at the whole game' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Mistakes' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  const heads = page.getByRole('region', { name: 'Mistakes' }).locator('.head');
  const count = await heads.count();
  expect(count).toBeGreaterThan(3);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  for (let place = 0; place < count; place += 1) {
    await page.keyboard.press('m');
    const item = page.locator('li.shown').filter({ has: page.locator('.head') });
    await expect(item).toHaveCount(1);
    await expect(item).toContainText(/Before it: .+ After it: |It (missed|allows) mate in/);
    await expect(item).toContainText(/Better was \d+(\.|…) \S+\. (It|The|Its) /);
    await expect(item.getByRole('group', { name: /^The line of / }).first().getByRole('button').first()).toBeVisible();
  }
  const first = page.getByRole('group', { name: /^The line of / }).first().getByRole('button').nth(1);
  await first.press('Enter');
  await page.getByRole('tab', { name: 'Review' }).press('ArrowLeft');
  await expect(page.getByRole('list', { name: /^Variation: / }).first()).toBeVisible();
});

test('a game at one device and a game against the computer lead to their analysis', async ({ visitors }) => {
  const local = new LocalPage(await visitors.arrive());
  await withoutEngine(local.page);
  await local.open();
  await local.play('f2f3 e7e5 g2g4 d8h4');
  await local.button('Analyze').click();
  await expect(heading(local.page)).toContainText('Ana – Bo');
  await expect(heading(local.page)).toContainText('0–1');
  await expect(move(local.page, /Qh4#/)).toBeVisible();

  const computer = new ComputerPage(await visitors.arrive());
  await withoutEngine(computer.page);
  await computer.start();
  await computer.play('e2', 'e4');
  await computer.button('Resign').click();
  await computer.button('Really resign?').click();
  await computer.page.getByRole('link', { name: 'Analyze' }).click();
  await expect(heading(computer.page)).toContainText('You – Pip');
  await expect(computer.page.getByRole('tab', { name: 'Review' })).toHaveAttribute('aria-selected', 'true');
  await computer.page.getByRole('tab', { name: 'Moves' }).click();
  await expect(move(computer.page, /e4/)).toBeVisible();
});

test('what was done in the last moment is there when the page is read again or was closed', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await page.goto('/analysis#new');
  const board = new TablePage(page);
  const comment = page.getByRole('textbox', { name: /^Comment/ });
  await expect(board.board).toBeVisible();
  await board.tap('e2', 'e4');
  await page.reload();
  await expect(move(page, /e4/)).toBeVisible();
  await board.tap('e7', 'e5');
  await page.reload();
  await expect(move(page, /e5/)).toBeVisible();
  // Nothing has taken the focus from what is being written.
  await comment.fill('Both strike at the center.');
  await page.reload();
  await expect(comment).toHaveValue('Both strike at the center.');
  const address = page.url();
  await board.tap('g1', 'f3');
  await page.close({ runBeforeUnload: true });
  const again = await page.context().newPage();
  await again.goto(address);
  await expect(move(again, /Nf3/)).toBeVisible();
});
