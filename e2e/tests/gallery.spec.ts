// Pictures of the main states for a person to look at: e2e/artifacts/gallery/. Nothing is compared, so they are taken
// on wish only: `npm run pictures`.
import { ComputerPage } from '../lib/computer-page.ts';
import { expect, fromPosition, test } from '../lib/fixtures.ts';

const SCREENS = {
  phone: { viewport: { width: 360, height: 640 }, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 720 } },
};

for (const [screen, size] of Object.entries(SCREENS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pictures: ${screen}, ${colorScheme}`, async ({ visitors, sitDown, startGame }) => {
      // A dozen pages one after the other, two of them with an engine at work.
      test.slow();
      const options = { ...size, colorScheme };
      const picture = (name: string) => ({
        path: `artifacts/gallery/${name}-${screen}-${colorScheme}.png`,
      });
      const home = await visitors.arrive(options);
      await home.goto('/');
      await expect(home.getByRole('button', { name: 'Play a friend' })).toBeVisible();
      await home.screenshot(picture('1-home'));
      await home.getByRole('button', { name: 'Play a friend' }).click();
      await expect(home.getByRole('button', { name: 'Copy link' })).toBeVisible();
      await home.screenshot(picture('2-invitation'));

      const { white, black } = await sitDown({}, options);
      await expect(white.button('Start')).toBeVisible();
      await white.page.screenshot({ ...picture('3-waiting'), fullPage: true });
      await black.button('I am ready').click();
      await white.button('Start').click();
      await white.waitForGame();
      await white.tap('e2', 'e4');
      await black.sees(1, 'e4');
      await black.tap('d7', 'd5');
      await white.sees(2, 'd5');
      await white.press('e4');
      await white.page.screenshot(picture('4-playing'));
      await white.press('d5');
      await black.sees(3, 'exd5');
      await black.tap('e8', 'e6');
      await black.page.screenshot(picture('5-refused'));

      const promotion = await startGame(fromPosition('6k1/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1'), options);
      await promotion.white.tap('a7', 'a8');
      await expect(promotion.white.promotion).toBeVisible();
      await promotion.white.page.screenshot(picture('6-promotion'));
      await promotion.white.page.keyboard.press('Enter');
      await promotion.white.ended('White won: Black is checkmated.');
      await promotion.white.page.screenshot(picture('7-over'));

      const rules = await visitors.arrive(options);
      await rules.goto('/rules/playground?fen=6k1/8/6pK/6P1/8/8/8/8%20b%20-%20-');
      await expect(rules.getByText('Can still mate').first()).toBeVisible();
      await rules.screenshot({ ...picture('8-rules'), fullPage: true });

      const analysis = await visitors.arrive(options);
      await analysis.goto('/analysis');
      await analysis.getByLabel('PGN, FEN, or moves').fill('1. f3 e5 2. g4 Qh4# 0-1');
      await analysis.getByRole('button', { name: 'Open', exact: true }).click();
      await analysis.getByRole('tab', { name: 'Review' }).click();
      await analysis.getByRole('button', { name: 'Look at the whole game' }).click();
      await analysis.getByRole('button', { name: /^2\. g4\?\?/ }).click();
      await analysis.evaluate(() => scrollTo({ top: 0 }));
      await analysis.screenshot(picture('9-analysis'));

      const computer = new ComputerPage(await visitors.arrive(options));
      await computer.start({ opponent: 'Wen', clock: /^10 min/ });
      await computer.button('Hint').click();
      await computer.says(/^Look at the/);
      await computer.page.screenshot(picture('9-computer'));
      await computer.page.goto('/computer');
      await expect(computer.button('Play')).toBeVisible();
      await computer.page.screenshot(picture('10-opponents'));
    });
  }
}
