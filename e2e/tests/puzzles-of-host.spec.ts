// Puzzles that the host has brought in, by the real commands: found on the pages, solved, missed and met again, by link;
// and themes of which there is nothing.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expectAccessible } from '../lib/axe.ts';
import { expect, test } from '../lib/fixtures.ts';
import { PuzzlePage, type Puzzle } from '../lib/puzzle-page.ts';
import type { Server } from '../lib/server.ts';

const run = promisify(execFile);
const BINARY = process.env.TABIYA_BINARY ?? resolve('../target/release/tabiya');

/** One of our own in the form of the published file: a mate along the back rank, called what the shipped set has none of. */
const THEIRS: Puzzle = {
  id: 'hostA', fen: '6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1', moves: ['a2a7', 'b1b8'], rating: 1_150, themes: ['mateIn1', 'xRayAttack'],
};

async function bringIn(server: Server): Promise<void> {
  const [csv, lines] = [join(server.folder, 'puzzles.csv'), join(server.folder, 'puzzles.jsonl')];
  const { id, fen, moves, rating, themes } = THEIRS;
  const row = [id, fen, moves.join(' '), rating, 80, 90, 100, themes.join(' '), `https://example.org/${id}`, ''].join(',');
  await writeFile(csv, ['PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags', row, ''].join('\n'));
  await run(BINARY, ['puzzles', 'import', csv, '--out', lines]);
  await run(BINARY, ['puzzles', 'add', lines, '--data', server.folder]);
}

test('without any, a theme of which there is nothing says so and leads on', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await page.route('**/api/puzzles/about', (route) => route.fulfill({ json: { count: 0 } }));
  await page.goto('/puzzles/theme#theme=fork&from=3500&to=3999');
  await expect(page.getByText('There is no puzzle of this theme and difficulty.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^All difficulties \(\d+\)$/ }).click();
  await expect(page.getByRole('button', { name: 'Show the solution' })).toBeVisible();
  await page.goto('/puzzles/theme#theme=xRayAttack');
  await expect(page.getByText('There is no puzzle of this theme here yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mixed training' })).toBeVisible();
  // On the list, what has none at this difficulty is no link.
  await page.goto('/puzzles');
  await page.getByRole('radio', { name: /^Hard/ }).check({ force: true });
  const none = page.locator('.none').first();
  await expect(none).toContainText('none this hard');
  await expect(none.getByRole('link')).toHaveCount(0);
});

test('what the host has brought in is told, solved by theme, missed, met again, and found by its link', async ({ visitors, server }) => {
  await bringIn(server);
  const page = await visitors.arrive({ viewport: { width: 360, height: 740 } });
  const board = new PuzzlePage(page);
  await page.goto('/puzzles');
  await expect(page.getByText(/^This host has brought in (1 more puzzle|\d+ more puzzles)\./)).toBeVisible();
  const link = page.getByRole('link', { name: /^X-ray/ });
  await expect(link).toContainText('of this host');
  await link.click();
  await board.yours();
  expect((await board.onBoard([THEIRS])).id).toBe(THEIRS.id);
  await expectAccessible(page);
  const { from, to } = await board.wrongMove(THEIRS.moves[1]!);
  await board.tap(from, to);
  await expect(board.status).toContainText(/ is answered by /);
  await board.button('Take back, try again').click();
  await board.solve(THEIRS);
  await expect(board.status).toContainText('Found in the end.');

  // By its link, on a device that has never seen it; and a name that nobody knows.
  const other = new PuzzlePage(await visitors.arrive());
  await other.page.goto(`/puzzles#${THEIRS.id}`);
  await other.solve(THEIRS);
  await expect(other.status).toContainText('Solved!');

  // Two days later it is due.
  await page.clock.install({ time: Date.now() + 2 * 86_400_000 });
  await page.goto('/puzzles');
  await expect(page.getByText('1 due today')).toBeVisible();
  await page.goto('/puzzles/review');
  expect((await board.onBoard([THEIRS])).id).toBe(THEIRS.id);
});
