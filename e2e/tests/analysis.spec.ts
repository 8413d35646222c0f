// A finished game looked at again: pasted or of this device, with curve, turning points and better moves. And the
// opponents on the home page.
import { expectAccessible } from '../lib/axe.ts';
import { expect, test } from '../lib/fixtures.ts';
import type { Page } from '@playwright/test';

const MATE = '[White "Ana"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1';
const KNIGHTS = Array.from({ length: 60 }, (_, move) => `${2 * move + 1}. Nf3 Nf6 ${2 * move + 2}. Ng1 Ng8`).join(' ');

async function paste(page: Page, pgn: string): Promise<void> {
  await page.goto('/analysis');
  await page.getByLabel('Paste a game as PGN').fill(pgn);
  await page.getByRole('button', { name: 'Look at the game' }).click();
}

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

test('a pasted game: where it turned, what was better, in words and on the board, by keyboard too', async ({ visitors }) => {
  const page = await visitors.arrive();
  await paste(page, '1. e4 e5 2. Ke3');
  await expect(page.locator('#fault')).toHaveText(/^Move 2: “Ke3” is not possible\. The king on e1/);
  await paste(page, MATE);
  const turn = page.getByRole('button', { name: /^2\. g4\?\?/ });
  await expect(turn).toBeVisible({ timeout: 60_000 });
  await turn.click();
  await expect(page.getByText(/^Better was 2\. .+\. (It|The) /)).toBeVisible();
  await expect(page.getByText('After 2. g4 comes 2… Qh4#. It is checkmate.')).toBeVisible();
  await expect(page.locator('.cg-shapes line')).toHaveCount(2);
  await expectAccessible(page);
  // All of it in one window: what is long scrolls in its column.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

  const better = page.getByRole('group', { name: /^The line of 2\. / });
  await better.getByRole('button').first().click();
  await expect(page.getByText('How it could have gone on after 1… e5')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the game' }).click();

  const curve = page.getByRole('slider');
  await curve.focus();
  await page.keyboard.press('Home');
  await expect(curve).toHaveAttribute('aria-valuetext', /^Start: /);
  await page.keyboard.press('End');
  await expect(curve).toHaveAttribute('aria-valuetext', '2… Qh4#: White is mated');
  await page.getByText('Evaluation as a list').click();
  await expect(page.getByRole('listitem').filter({ hasText: /^2\. g4 .*gave away \d+ %/ })).toBeVisible();
});

test('a game of this device is found, looked at once for all, and deleted', async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 320, height: 640 } });
  await page.goto('/analysis');
  await expect(page.getByText('No finished game yet.')).toBeVisible();
  await keepGame(page);
  await page.goto('/');
  await page.getByRole('link', { name: /Inês.*You won/ }).click();
  await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible({ timeout: 60_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PGN' }).click();
  expect((await download).suggestedFilename()).toBe('tabiya.pgn');

  await page.getByRole('link', { name: 'Your games' }).click();
  await page.getByRole('button', { name: /^Delete this game: Inês/ }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Yes, delete: Inês/ }).click();
  await expect(page.getByText('No finished game yet.')).toBeVisible();
});

test('the engine is stopped at once, and asked again', async ({ visitors }) => {
  const page = await visitors.arrive();
  await paste(page, KNIGHTS);
  await expect(page.getByRole('slider', { name: 'Evaluation, move by move' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Stopped before the end.')).toBeVisible();
  await page.getByRole('button', { name: 'Look at it anew' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
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
