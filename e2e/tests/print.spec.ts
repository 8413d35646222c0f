// What is printed: a lesson, a topic of the rules, a guide and the certificate, from a browser with a dark theme. Ink on
// white, no ways through the page, everything unfolded.
import { expect, test } from '../lib/fixtures.ts';
import type { Page } from '@playwright/test';

/** The text that has no ink: lighter than it may be on white paper, and seen. */
const pale = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('main h1, main h2, main h3, main p, main li')) {
      const box = element.getBoundingClientRect();
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!own || box.width === 0 || box.height === 0) continue;
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number);
      if (Math.max(red, green, blue) > 120) found.push(`${element.textContent?.trim().slice(0, 40)}: ${red},${green},${blue}`);
    }
    return found;
  });

async function onPaper(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.skip').first()).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  expect(await pale(page), address).toEqual([]);
}

test('a lesson, the rules, a guide and the certificate come as ink on white, whatever the theme', async ({ visitors }) => {
  const page = await visitors.arrive({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    const exam = { best: 19, last: 19, subjects: {}, name: 'Mia', when: Date.UTC(2026, 0, 2) };
    localStorage.setItem('tabiya.learn', JSON.stringify({ lessons: {}, exam }));
  });
  await onPaper(page, '/learn/lessons/rook');
  await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible();
  // The board to play on stays on the screen.
  await expect(page.getByRole('grid')).toHaveCount(0);
  await onPaper(page, '/rules/castling');
  await onPaper(page, '/learn/guides/notation');
  await onPaper(page, '/learn/exam');
  await expect(page.getByText('Mia', { exact: true })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});
