// The rules reference, the guides and the playground: read without scripts, tried on live diagrams, searched, reached
// from a game, printed.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, test } from '../lib/fixtures.ts';

const statement = (page: Page, key: string): Locator => page.locator(`section#${key}`);

/** A board that is live, with what is said beneath it. */
async function live(page: Page, key: string): Promise<{ board: Locator; said: Locator }> {
  const section = statement(page, key);
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('grid')).toBeVisible();
  return { board: section.getByRole('grid'), said: section.getByTestId('trial') };
}

test('a page is read whole without scripts', async ({ visitors }) => {
  const page = await visitors.arrive({ javaScriptEnabled: false });
  await page.goto('/rules');
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(24);
  await page.getByRole('link', { name: 'Castling', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Castling');
  const attacked = statement(page, 'attacked');
  await expect(attacked).toContainText('must not be attacked by any enemy man');
  await expect(attacked).toContainText('Art. 3.8.2.2');
  await expect(attacked.getByRole('img', { name: /White: king e1; rook a1\. Black: king e8; rook d8\./ })).toBeVisible();
  await expect(attacked).toContainText('e1–c1');
  await expect(attacked).toContainText('not legal: the king would cross an attacked square');
  await expect(attacked.getByRole('button')).toHaveCount(0);
  // Every statement has its number as a place to go to.
  await page.goto('/rules/castling#R097');
  await expect(page.locator('section#rook-may').filter({ has: page.locator('#R097') }).getByRole('heading')).toBeInViewport();
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('En passant');
});

test('guides, history and comparison are there to read', async ({ visitors }) => {
  const page = await visitors.arrive({ javaScriptEnabled: false });
  await page.goto('/learn/guides');
  await page.getByRole('link', { name: 'Four checks before each move' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText([/threaten/, /check, a capture/, /protected/, /king safe/, /once more/]);
  await page.goto('/learn/history');
  await expect(page.getByRole('main')).toContainText('between 52 and 56 points of 100');
  await page.goto('/learn/differences#X5');
  await expect(page.getByText('drawn only against a bare king', { exact: false }).first()).toBeInViewport();
  await page.goto('/learn/values');
  await expect(page.getByRole('row', { name: /^queen 9/ })).toBeVisible();
});

test('on a live diagram an illegal move goes back and says why, by key and by press', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/rules/castling#attacked');
  const { board, said } = await live(page, 'attacked');
  await board.getByRole('gridcell', { name: /^e1, white king/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(said).toContainText('the king would cross d1, attacked by the rook on d8');
  await expect(said.getByRole('link', { name: 'Art. 3.8.2.2' })).toHaveAttribute('href', '/rules/castling#attacked');
  await expect(board.getByRole('gridcell', { name: /^e1, white king/ })).toBeVisible();
  await expect(page.getByTestId('assertive')).toContainText('the king would cross d1');

  const how = await live(page, 'how');
  await statement(page, 'how').getByRole('button', { name: 'e1–g1' }).click();
  await expect(how.said).toHaveText('O-O is legal.');
  await expect(how.board.getByRole('gridcell', { name: /^f1, white rook/ })).toBeVisible();
  await statement(page, 'how').getByRole('button', { name: 'Take back' }).click();
  await expect(how.board.getByRole('gridcell', { name: /^e1, white king/ })).toBeVisible();
});

test('a promotion is chosen, and the end of a game is told', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/rules/promotion');
  const { board, said } = await live(page, 'underpromotion');
  await board.getByRole('gridcell', { name: /^f7, white pawn/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: /queen/i }).click();
  await expect(said).toContainText('Stalemate: Black has no legal move and is not in check.');
});

test('the reference is searched by word and by article', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/rules');
  const field = page.getByLabel('Search the rules');
  const found = page.getByRole('list', { name: 'Found' });
  await field.fill('stalemate');
  await expect(found.getByRole('link', { name: 'Stalemate draws' })).toHaveAttribute('href', '/rules/mate#stalemate');
  await field.fill('article 3.7.3.2');
  await expect(found.getByRole('link')).toHaveText(['Only at once']);
  await field.fill('teleport');
  await expect(page.getByRole('main').getByText('Nothing was found.')).toBeVisible();
  await field.fill('j’adoube');
  await found.getByRole('link', { name: 'adjust', exact: true }).click();
  await expect(page).toHaveURL(/\/rules\/words#adjust$/);
});

test('from a game the rules open beside it, at the article that a refusal names', async ({ startGame }) => {
  const { white } = await startGame();
  await white.type('Ke2');
  const article = white.page.locator('.status.refused').getByRole('link', { name: /^Art\. / });
  const [beside] = await Promise.all([white.page.waitForEvent('popup'), article.click()]);
  await expect(beside.locator('section#own-men')).toBeInViewport();
  await white.page.getByRole('button', { name: 'Preferences' }).click();
  const rules = white.page.getByRole('link', { name: 'Rules of chess (new tab)' });
  const [contents] = await Promise.all([white.page.waitForEvent('popup'), rules.click()]);
  await expect(contents.getByRole('heading', { level: 1 })).toHaveText('The rules of chess');
  await white.tap('e2', 'e4');
  await white.sees(1, 'e4');
});

test('on paper a page has its text and its diagrams, dark on white, and nothing to press', async ({ visitors }) => {
  const page = await visitors.arrive({ colorScheme: 'dark' });
  await page.goto('/rules/en-passant');
  await live(page, 'how');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(statement(page, 'how').getByRole('grid')).toBeHidden();
  await expect(statement(page, 'how').getByRole('img', { name: /Black has just played/ })).toBeVisible();
  const ink = await page.getByRole('main').evaluate((main) => getComputedStyle(main).color);
  expect(ink).toBe('rgb(0, 0, 0)');
});

test('on the playground moves are tried on any position, and each fault of a position is named', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto(`/rules?fen=${encodeURIComponent('r3k2r/8/8/8/4b3/8/8/R3K2R w KQkq - 0 1')}`);
  await expect(page).toHaveURL(/\/rules\/playground\?fen=/);
  await expect(page.getByText('A position that can be played. White has')).toBeVisible();
  await page.getByLabel('Try moves').check();
  const field = page.getByLabel('Or type a move');
  const said = page.getByTestId('trial');
  await field.fill('Ra8xa9');
  await field.press('Enter');
  await expect(said).not.toContainText('Both sides move by turns');
  await field.fill('e1e3');
  await field.press('Enter');
  await expect(said).toContainText('a king goes one square at a time');
  await field.fill('O-O-O');
  await field.press('Enter');
  await expect(said).toContainText('O-O-O is legal.');
  await expect(page.getByLabel('The position in FEN')).toHaveValue(/^r3k2r\/8\/8\/8\/4b3\/8\/8\/2KR3R b kq/);
  await page.getByRole('button', { name: 'From the start' }).click();
  await expect(page.getByLabel('The position in FEN')).toHaveValue(/R3K2R w KQkq/);
  await page.getByLabel('Set up').check();
  await page.getByLabel('White O-O', { exact: true }).uncheck();
  await expect(page.getByLabel('The position in FEN')).toHaveValue(/ w Qkq -$/);
  await page.getByLabel('The position in FEN').fill('P7/8/8/8/8/8/8/8 w - - 0 1');
  const faults = page.getByText('This cannot be a position of a game:').locator('..').getByRole('listitem');
  await expect(faults).toHaveCount(3);
});

for (const path of ['/rules/castling', '/learn/differences', '/learn/values']) {
  test(`axe finds nothing on ${path}, and nothing sticks out of it`, async ({ visitors }) => {
    const page = await visitors.arrive({ viewport: { width: 320, height: 740 }, colorScheme: path.startsWith('/rules') ? 'dark' : 'light' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
  });
}
