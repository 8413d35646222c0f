// The board for analysis: games pasted, from files, links and this device; variations, notes, the engine's lines, the
// review with mistakes, positions set up by hand; by keyboard too. And the opponents on the home page.
import { expectAccessible } from '../lib/axe.ts';
import { expect, test } from '../lib/fixtures.ts';
import type { Page } from '@playwright/test';

const MATE = '[White "Ana"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1';
const SPANISH =
  '[White "Ana"]\n[Black "Ben"]\n\n1. e4 {[%clk 0:09:58] best} e5 2. Nf3 Nc6 3. Bb5 {[%cal Gb5c6]} a6 (3... Nf6 4. O-O (4. d3 Bc5) Nxe4) 4. Ba4 *';
const KNIGHTS = Array.from({ length: 60 }, (_, move) => `${2 * move + 1}. Nf3 Nf6 ${2 * move + 2}. Ng1 Ng8`).join(' ');

async function paste(page: Page, text: string): Promise<void> {
  await page.goto('/analysis');
  await page.getByLabel('PGN, FEN, or moves').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** No question to the engine but those that a test asks. */
async function withoutEngine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('tabiya.analysis.engine', JSON.stringify({ on: false, lines: 2, arrows: true }));
  });
}

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const move = (page: Page, san: RegExp) => page.locator('[data-node]').filter({ hasText: san });

/** A game against the computer, as the page of the computer keeps it. */
async function keepGame(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('tabiya-archive', 1);
      opening.onupgradeneeded = () => {
        for (const name of ['games', 'findings']) opening.result.createObjectStore(name, { keyPath: 'id' });
      };
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('no store'));
    });
    const transaction = database.transaction('games', 'readwrite');
    transaction.objectStore('games').put({
      id: 'one', startedAt: Date.now() - 60_000, endedAt: Date.now(),
      white: { name: 'Ines', level: 'ines' }, black: { name: 'You', level: null }, you: 'black', settings: {},
      startFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', chess960: false,
      moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], outcome: { type: 'win', color: 'black' },
      termination: 'checkmate', sentence: 'Black won: White is checkmated.',
    });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  });
}

test('a pasted game: faults with their place, its mistakes, what was better, in words and on the board', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await paste(page, '1. Ke3 e5');
  await expect(page.locator('#fault')).toHaveText(/^Line 1, column 4: “Ke3”\. .*king/);
  await paste(page, 'hello');
  await expect(page.locator('#fault')).toHaveText(/moves such as|Line 1/);
  await paste(page, MATE);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Look at the whole game' }).click();
  const turn = page.getByRole('button', { name: /^2\. g4\?\?/ });
  await expect(turn).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page);
  await turn.click();
  await expect(page.getByText(/^Better was 2\. .+\. (It|The) /)).toBeVisible();
  await expect(page.getByText('After 2. g4 comes 2… Qh4#. It is checkmate.')).toBeVisible();
  // All of it in one window: what is long scrolls in its column.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  // The better line enters the game as a variation, and can be undone.
  await page.getByRole('group', { name: /^The line of 2\. / }).getByRole('button').first().click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await expect(page.getByRole('list', { name: /^Variation: 2\. / })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('list', { name: /^Variation: 2\. / })).toHaveCount(0);
  await expect(move(page, /g4\?\?$/)).toBeVisible();

  await page.getByRole('tab', { name: 'Review' }).click();
  const curve = page.getByRole('slider');
  await curve.focus();
  await page.keyboard.press('Home');
  await expect(curve).toHaveAttribute('aria-valuetext', /^Start: /);
  await page.keyboard.press('End');
  await expect(curve).toHaveAttribute('aria-valuetext', '2… Qh4#: White is mated');
  await page.getByText('Evaluation as a list').click();
  await expect(page.getByRole('listitem').filter({ hasText: /^2\. g4 .*gave away \d+ %/ })).toBeVisible();
});

test('variations, notes and marks by keyboard alone; they outlast a reload', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await paste(page, SPANISH);
  await expect(move(page, /Ba4/)).toBeVisible();
  await expect(page.getByText('C60 Ruy Lopez')).toHaveCount(0);
  for (let ply = 0; ply < 5; ply += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('C60 Ruy Lopez')).toBeVisible();
  await expect(page.locator('.cg-shapes line')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[aria-current=true]')).toHaveText(/Nf6/);
  await page.keyboard.press('Shift+P');
  await expect(page.getByRole('list', { name: 'Variation: 3… a6' })).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.type('Qe2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Variation: 4. Qe2' })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('keeps it calm');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Doubtful move' }).press('Enter');
  await expect(move(page, /Qe2\?!$/)).toHaveAttribute('aria-label', '4. Qe2: Doubtful move');
  await page.getByText('Signs, arrows, changes').click();
  await page.getByLabel('Square or arrow').fill('e2e4');
  await page.keyboard.press('Enter');
  await expect(page.getByText('green arrow e2–e4')).toBeVisible();
  await expectAccessible(page);

  await expect(page).toHaveURL(/#id=/);
  await page.getByRole('tab', { name: 'Share' }).click();
  const pgn = page.getByRole('textbox', { name: 'Game as PGN' });
  await expect(pgn).toHaveValue(/3\.\.\. Nf6\s\(3\.\.\. a6 4\. Ba4\)/);
  await expect.poll(async () => (await pgn.inputValue()).replace(/\s+/g, ' ')).toContain('4. Qe2 $6 {[%cal Ge2e4]} {keeps it calm}');
  const before = await pgn.inputValue();
  await page.goto('/analysis');
  await page.getByRole('link', { name: /^Ana – Ben/ }).click();
  await page.getByRole('tab', { name: 'Share' }).click();
  await expect(pgn).toHaveValue(before);

  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(move(page, /Qe2/)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(move(page, /Qe2/)).toBeVisible();
});

test('the engine’s lines come without moving anything, enter the game, and stop', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/analysis#new');
  const lines = page.getByRole('region', { name: 'Engine' });
  const height = async (): Promise<number | undefined> => (await lines.boundingBox())?.height;
  const empty = await height();
  await expect(lines.getByText(/^depth \d+/)).toBeVisible({ timeout: 30_000 });
  await expect(lines.getByRole('listitem', { name: /^Line 3: / })).toBeVisible();
  expect(await height()).toBe(empty);
  await expect(page.locator('.cg-shapes line')).toHaveCount(3);
  await lines.getByRole('listitem', { name: /^Line 1: / }).getByRole('button').nth(1).click();
  await expect(page.locator('[data-node]')).toHaveCount(2);
  await page.keyboard.press('-');
  await expect(lines.getByRole('combobox')).toHaveValue('2');
  await page.keyboard.press('e');
  await expect(lines.getByRole('switch')).not.toBeChecked();
  await expect(page.locator('.cg-shapes line')).toHaveCount(0);
  await page.reload();
  await expect(lines.getByRole('switch')).not.toBeChecked();
  await expect(page.locator('[data-node]')).toHaveCount(2);
});

test('moves on the board: a variation by mouse, a refusal with its reason, an arrow by the right button', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await page.goto('/analysis#fen=8/P3k3/8/8/8/8/8/4K3_w_-_-_0_1');
  const center = async (name: string): Promise<[number, number]> => {
    const box = await square(page, name).boundingBox();
    if (!box) throw new Error(name);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const click = async (name: string): Promise<void> => page.mouse.click(...(await center(name)));
  await click('e1');
  await click('e3');
  await expect(page.locator('.refusal')).toHaveText(/king/);
  await click('a7');
  await click('a8');
  await page.getByRole('button', { name: 'knight' }).click();
  await expect(move(page, /a8=N/)).toBeVisible();
  await page.keyboard.press('Home');
  await click('e1');
  await click('e2');
  await expect(page.getByRole('list', { name: 'Variation: 1. Ke2' })).toBeVisible();
  await page.mouse.move(...(await center('e2')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await center('e5')), { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await expect(page.locator('.cg-shapes line')).toHaveCount(1);
  // A press elsewhere does not wipe it away: it belongs to the move.
  await click('h5');
  await page.getByRole('tab', { name: 'Share' }).click();
  await expect(page.getByRole('textbox', { name: 'Game as PGN' })).toHaveValue(/%cal Ge2e5/);
});

test('a link holds the whole game and opens in another browser', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await paste(page, SPANISH);
  await expect(move(page, /Ba4/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link to this game' });
  await expect(link).toHaveValue(/\/analysis\?game=[\w-]+&fen=.*&ply=1$/);
  const pgn = await page.getByRole('textbox', { name: 'Game as PGN' }).inputValue();
  const other = await visitors.arrive();
  await withoutEngine(other);
  await other.goto(await link.inputValue());
  await expect(other.locator('[aria-current=true]')).toHaveText(/e4/);
  await other.getByRole('tab', { name: 'Share' }).click();
  await expect(other.getByRole('textbox', { name: 'Game as PGN' })).toHaveValue(pgn);
  await other.goto('/analysis?game=this-is-no-game-at-all-but-rather-long');
  await expect(other.locator('#fault')).toContainText('This link is not whole');
});

test('a file with several games, of which one is found and opened', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await withoutEngine(page);
  await page.goto('/analysis');
  const games = ['Ana', 'Bea', 'Cleo'].map((name) => `[White "${name}"]\n[Black "Dan"]\n[Event "Cup"]\n\n1. e4 ${name === 'Bea' ? 'c5' : 'e5'} *\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'cup.pgn', mimeType: 'text/plain', buffer: Buffer.from(games.join('\n')) });
  await expect(page.getByText('3 of 3 games')).toBeVisible();
  await page.getByLabel('Filter by name').fill('bea cup');
  await expect(page.getByText('1 of 3 games')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Bea – Dan/ }).click();
  await expect(move(page, /c5/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('a position set up by hand: every fault is named, and then it is looked at', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await page.goto('/analysis#setup');
  await page.getByRole('button', { name: 'Empty board' }).click();
  const faults = page.locator('#setup-faults');
  await expect(faults).toContainText('White has no king.');
  await expect(faults).toContainText('Black has no king.');
  await page.getByRole('button', { name: 'white king' }).click();
  await square(page, 'e1').click({ force: true });
  await page.getByRole('button', { name: 'black king' }).click();
  await square(page, 'e8').click({ force: true });
  await page.getByRole('button', { name: 'white rook' }).click();
  await square(page, 'e4').click({ force: true });
  await expect(faults).toContainText("It is not black's turn, yet black's king on e8 is attacked");
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Look at this position' }).click({ force: true });
  await expect(page).toHaveURL(/#setup$/);
  await page.getByRole('radio', { name: 'Black to move' }).check();
  await expect(faults).toHaveText('This position can be played.');
  await page.getByRole('button', { name: 'Look at this position' }).click();
  await expect(page.getByText('No move yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Share' }).click();
  await expect(page.getByRole('textbox', { name: 'Position as FEN' })).toHaveValue('4k3/8/8/8/4R3/8/8/4K3 b - - 0 1');
});

test('a game of this device is found, looked at once for all, and deleted', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await withoutEngine(page);
  await page.goto('/analysis');
  await expect(page.getByText('No finished game yet.')).toBeVisible();
  await keepGame(page);
  await page.goto('/');
  await page.getByRole('link', { name: /Inês.*You won/ }).click();
  await expect(page.getByRole('heading', { name: 'Mistakes' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mistakes' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Share' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PGN' }).click();
  expect((await download).suggestedFilename()).toBe('ines-you.pgn');

  await page.getByRole('link', { name: 'Analyses' }).click();
  await page.getByRole('button', { name: /^Delete this game: Inês/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Yes, delete: Inês/ }).click();
  await expect(page.getByText('No finished game yet.')).toBeVisible();
});

test('the review is stopped at once, and asked again', async ({ visitors }) => {
  const page = await visitors.arrive();
  await withoutEngine(page);
  await paste(page, KNIGHTS);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Look at the whole game' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Stopped before the end.')).toBeVisible();
  await page.getByRole('button', { name: 'Look at it anew' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
});

test('better moves are found by oneself, while the engine says nothing', async ({ visitors }) => {
  const page = await visitors.arrive();
  await paste(page, MATE);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Look at the whole game' }).click();
  await page.getByRole('button', { name: 'Mistakes of White' }).click({ timeout: 60_000 });
  await expect(page.getByText(/^White played .*Find a better move on the board\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Engine' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.locator('.said')).toHaveText(/^The best move is /);
  await page.getByRole('tabpanel').getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('heading', { name: 'Mistakes' })).toBeVisible();
});

test('a game of a table is looked at when it is over, not before', async ({ startGame }) => {
  const { id, white, black } = await startGame();
  await withoutEngine(white.page);
  await white.type('f3');
  await black.sees(1, 'f3');
  await expect(white.page.getByRole('link', { name: 'Analyze' })).toHaveCount(0);
  await white.page.goto(`/analysis#table=${id}&number=1`);
  await expect(white.page.locator('#fault')).toHaveText(/the game was going on at its table/);
  await white.page.goto(`/t/${id}`);
  await white.waitForGame();
  await white.resign();
  await white.page.getByRole('link', { name: 'Analyze' }).click();
  await expect(move(white.page, /f3/)).toBeVisible();
});

test('an opponent is chosen by arrow keys and waits at the board', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await page.goto('/');
  const chosen = page.getByRole('radio', { name: /^Tomás rating 800/ });
  await expect(chosen).toBeChecked();
  await chosen.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Inês rating 1000/ })).toBeChecked();
  const way = page.getByRole('link', { name: /^Play the computer/ });
  await expect(way).toContainText('Inês · 1000');
  await expect(way).toHaveAttribute('href', '/computer?level=ines');
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Inês/ })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Play a friend' })).toBeInViewport({ ratio: 1 });
  await expect(way).toBeInViewport({ ratio: 1 });
});
