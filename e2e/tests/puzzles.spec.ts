// Puzzles as they ship: solved by their moves, a wrong move and what punishes it, the day's, a streak, the rating that moves,
// the computer that plays on, the game behind, by keyboard alone, and offline.
import { expectAccessible } from '../lib/axe.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';
import { PuzzlePage, type Puzzle } from '../lib/puzzle-page.ts';
import type { BrowserContextOptions } from '@playwright/test';

async function arrive(visitors: Visitors, options?: BrowserContextOptions): Promise<PuzzlePage> {
  const page = await visitors.arrive(options);
  // This host has imported none.
  await page.route('**/api/puzzles/about', (route) => route.fulfill({ json: { count: 0 } }));
  return new PuzzlePage(page);
}

/** A fork in two moves, after which the game goes on. */
const fork = (set: readonly Puzzle[]): Puzzle =>
  set.find(({ moves, themes }) => moves.length === 4 && themes.includes('fork') && !themes.some((theme) => /mate/i.test(theme)))!;

/** So many of a list, as far apart as can be. */
const spread = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!);

test('ten puzzles of the set are solved by playing their moves', async ({ visitors }) => {
  const board = await arrive(visitors);
  const set = await board.shipped();
  // Five of one move and five of two: from easy to hard, since the set is in this order.
  const ten = [2, 4].flatMap((length) => spread(set.filter(({ moves }) => moves.length === length), 5));
  expect(new Set(ten.map(({ id }) => id)).size).toBe(10);
  for (const puzzle of ten) {
    await board.page.goto(`/puzzles#${puzzle.id}`);
    await board.solve(puzzle);
    await expect(board.status, puzzle.id).toContainText('Solved!');
    await expect(board.status).toContainText(`Difficulty ${puzzle.rating}`);
  }
});

test('a wrong move is punished and taken back; an illegal one is told why; then it is found, by hints', async ({ visitors }) => {
  const board = await arrive(visitors, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const { page } = board;
  const set = await board.shipped();
  const puzzle = fork(set);
  await page.goto(`/puzzles#${puzzle.id}`);
  await board.yours();
  // The board is as wide as the phone, and what can be done is in view.
  expect((await board.board.boundingBox())?.width).toBe(360);
  await expect(board.button('Hint')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  const { from, to } = await board.wrongMove(puzzle.moves[1]!);
  await board.tap(from, to);
  await expect(board.status).toContainText(/ is answered by /);
  await board.played(3);
  await expectAccessible(page);
  await board.button('Take back, try again').click();
  await board.played(1);
  await expect(board.status).toContainText(/ is answered by /);

  await board.tap(from, from === 'a1' ? 'h8' : 'a1');
  await expect(board.status).toContainText(/Art\. /);
  await board.played(1);

  await board.button('Hint').click();
  await expect(board.status).toContainText(`on ${puzzle.moves[1]!.slice(0, 2)}`);
  await board.button('More of the hint').click();
  await expect(board.status).toContainText(`goes to ${puzzle.moves[1]!.slice(2, 4)}`);
  await board.solve(puzzle);
  await expect(board.status).toContainText('Found in the end.');
  await expectAccessible(page);
});

test('the puzzle of the day is the same for everybody, and the calendar keeps how it went', async ({ visitors }) => {
  const one = await arrive(visitors);
  const set = await one.shipped();
  await one.page.goto('/puzzles');
  const puzzle = await one.onBoard(set);
  const other = await arrive(visitors, { timezoneId: 'Pacific/Auckland' });
  await other.page.goto('/puzzles/daily');
  expect((await other.onBoard(set)).id).toBe(puzzle.id);

  await expectAccessible(one.page);
  await one.solve(puzzle);
  await expect(one.status).toContainText('Solved!');
  await expect(one.status).toContainText(/Your rating: 1[2-4]\d\d \(\+\d+\), provisional/);
  const today = one.page.locator('[aria-current="date"]');
  await expect(today).toHaveAccessibleName(/solved$/);
  await one.page.reload();
  await expect(today).toHaveAccessibleName(/solved$/);
  await today.click();
  await expect(one.page.getByRole('heading', { name: 'Puzzle of the day', level: 1 })).toBeVisible();
  await one.solve(puzzle);
  await expect(one.status).toContainText('Not rated: you knew the puzzle.');
});

test('mixed training moves the rating, goes on to another puzzle, and is forgotten on wish', async ({ visitors }) => {
  const board = await arrive(visitors);
  const { page } = board;
  const set = await board.shipped();
  await page.goto('/puzzles/mixed');
  const first = await board.onBoard(set);
  await board.solve(first);
  await expect(board.status).toContainText(/Your rating: 1[2-4]\d\d \(\+\d+\), provisional/);
  await board.button('Next puzzle').click();
  const second = await board.onBoard(set);
  expect(second.id).not.toBe(first.id);
  await board.button('Show the solution').click();
  await expect(board.status).toContainText('That is the solution.');
  await expect(board.status).toContainText(/Your rating: \d+ \(−\d+\)/);
  await board.button('First position').click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');

  await page.getByRole('link', { name: 'All puzzles' }).click();
  await expect(page.getByText('1 of 2 solved at the first try')).toBeVisible();
  const taken = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Take away as a file' }).click();
  const file = await (await taken).path();
  await board.button('Forget all of it').click();
  await board.button('Yes, forget all').click();
  await expect(page.getByText('No rated puzzle yet.')).toBeVisible();
  await page.getByLabel('Bring back a file').setInputFiles(file);
  await expect(page.getByText('1 of 2 solved at the first try')).toBeVisible();
});

test('a streak grows until the first mistake, and the best is kept', async ({ visitors }) => {
  const board = await arrive(visitors);
  const { page } = board;
  const set = await board.shipped();
  await page.goto('/puzzles/streak');
  const first = await board.onBoard(set);
  await board.solve(first);
  await expect(page.getByText('Streak: 1')).toBeVisible();
  await board.button('Next puzzle').click();
  const second = await board.onBoard(set);
  await page.reload();
  expect((await board.onBoard(set)).id).toBe(second.id);
  await board.button('Skip this one').click();
  await expect(board.button('Skipped')).toBeVisible();
  expect((await board.onBoard(set)).id).not.toBe(second.id);
  await board.button('Show the solution').click();
  await expect(page.getByText('The streak is over: 1 solved.')).toBeVisible();
  await expect(page.getByText('Your best so far!')).toBeVisible();
  await expect(board.button('A new streak')).toBeVisible();
  await page.goto('/puzzles');
  await expect(page.getByText('best so far: 1')).toBeVisible();
});

test('by theme, with a difficulty', async ({ visitors }) => {
  const board = await arrive(visitors);
  const { page } = board;
  const set = await board.shipped();
  await page.goto('/puzzles');
  await page.getByRole('radio', { name: /^Easy/ }).check({ force: true });
  const easy = set.filter(({ themes, rating }) => themes.includes('fork') && rating <= 1199);
  const link = page.getByRole('link', { name: /^Fork/ });
  await expect(link).toContainText(String(easy.length));
  await link.click();
  await expect(page.getByRole('heading', { name: 'Fork', level: 1 })).toBeVisible();
  const puzzle = await board.onBoard(easy);
  await board.solve(puzzle);
  await expect(board.status).toContainText('Not rated: you knew the theme.');
});

test('the game of a puzzle is shown, and it goes on against the computer', async ({ visitors }) => {
  const board = await arrive(visitors);
  const { page } = board;
  const puzzle = fork(await board.shipped());
  await page.goto(`/puzzles#${puzzle.id}`);
  await board.solve(puzzle);
  await board.button('Its game').click();
  const dialog = page.getByRole('dialog', { name: 'The game of this puzzle' });
  await expect(dialog.locator('mark')).toHaveCount(1);
  await expectAccessible(page);
  const analysis = await dialog.getByRole('link', { name: 'Open in the analysis' }).getAttribute('href');
  expect(analysis).toMatch(/^\/analysis#pgn=.+&ply=\d+$/);
  expect(decodeURIComponent(analysis ?? '')).toContain(`[Site "${puzzle.game}"]`);
  await board.button('Close').click();
  const href = await page.getByRole('link', { name: 'Analyze' }).getAttribute('href');
  expect(href).toBe(`/analysis#fen=${puzzle.fen.replaceAll(' ', '_')}&moves=${puzzle.moves.join(',')}`);

  await page.getByRole('link', { name: 'Play on against the computer' }).click();
  await expect(page.getByRole('heading', { name: 'From this position' })).toBeVisible();
  await expectAccessible(page);
  await board.button('Play').click();
  await board.waitForGame();
  // The computer is to move, where the puzzle ended.
  await expect(board.moves).toHaveCount(1, { timeout: 20_000 });
  await board.button('Resign').click();
  await board.button('Really resign?').click();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    document.addEventListener('copy', () => Object.assign(window, { copied: getSelection()?.toString() }));
  });
  await board.button('Copy PGN').click();
  await expect(board.page.getByText('PGN copied').first()).toBeVisible();
  const pgn = await page.evaluate(() => (window as unknown as { copied: string }).copied);
  expect(pgn).toMatch(/\[SetUp "1"\]/);
  expect(pgn).toMatch(/\[FEN "[^"]+"\]/);
});

test('by keyboard alone: typed moves and the squares of the board', async ({ visitors }) => {
  const board = await arrive(visitors, { reducedMotion: 'reduce' });
  const { page } = board;
  const set = await board.shipped();
  const puzzle = set.find((one) => one.moves.length === 4 && one.moves.every((move) => move.length === 4))!;
  await page.goto(`/puzzles#${puzzle.id}`);
  await board.yours();
  await board.typed.focus();
  await page.keyboard.type('Kz9');
  await page.keyboard.press('Enter');
  await expect(board.assertive).not.toBeEmpty();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(puzzle.moves[1]!);
  await page.keyboard.press('Enter');
  await board.played(3);
  const [from, to] = [puzzle.moves[3]!.slice(0, 2), puzzle.moves[3]!.slice(2, 4)];
  await board.cell(from).focus();
  await page.keyboard.press('Enter');
  await board.cell(to).focus();
  await page.keyboard.press('Enter');
  await expect(board.status).toContainText('Solved!');
  await expect(board.polite).toHaveText(/Solved!/);
});

test('a link that names no puzzle says so, and offers today’s', async ({ visitors }) => {
  const board = await arrive(visitors, { viewport: { width: 320, height: 640 } });
  await board.page.goto('/puzzles#nobody');
  await board.says('There is no puzzle “nobody” in this set.');
  expect(await board.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await board.page.getByRole('link', { name: 'Today’s puzzle instead' }).click();
  await board.yours();
});

test('after one visit puzzles are solved offline, wrong moves punished', async ({ visitors }) => {
  const board = await arrive(visitors, { serviceWorkers: 'allow' });
  const { page } = board;
  const set = await board.shipped();
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  visitors.serverIsAway = true;
  await page.context().setOffline(true);
  const puzzle = fork(set);
  await page.goto(`/puzzles#${puzzle.id}`);
  await board.yours();
  const { from, to } = await board.wrongMove(puzzle.moves[1]!);
  await board.tap(from, to);
  await expect(board.status).toContainText(/ is answered by /);
  await board.button('Take back, try again').click();
  await board.solve(puzzle);
  await expect(board.status).toContainText('Found in the end.');
  await board.button('Its game').click();
  await expect(page.getByRole('dialog').locator('mark')).toHaveCount(1);
});
