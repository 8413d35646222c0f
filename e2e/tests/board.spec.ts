// The board in the hand: illegal attempts, typed moves, promotion, premoves, replay.
import { expect, fromPosition, test } from '../lib/fixtures.ts';

const PROMOTION = '7k/P7/8/8/8/8/8/K7 w - - 0 1';

test('an illegal move says the article and marks the squares that matter', async ({ startGame }) => {
  const { white } = await startGame(fromPosition('4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1'));
  await white.tap('e2', 'c3');
  // The marks go after some seconds, so they are looked for first.
  await expect(white.page.locator('.board cg-board square.reason')).toHaveCount(2);
  await white.says(/Art\. 3\.9\.2/);
  await expect(white.moves).toHaveCount(0);
});

test('typed moves are read forgivingly, and refused with the reason', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.type('e4');
  await black.sees(1, 'e4');
  await black.type('e7e5');
  await white.sees(2, 'e5');
  await white.type('ng1-f3');
  await black.sees(3, 'Nf3');
  await black.type('Nc6');
  await white.sees(4, 'Nc6');
  await white.type('0-0');
  await white.says(/castl/i);
  await white.type('Bc4');
  await black.sees(5, 'Bc4');
  await black.type('Bc5');
  await white.sees(6, 'Bc5');
  await white.type('0-0');
  await black.sees(7, 'O-O');
});

test('the promotion dialog starts on the queen and works by keyboard', async ({ startGame }) => {
  const { white, black } = await startGame(fromPosition(PROMOTION));
  await white.tap('a7', 'a8');
  await expect(white.promotion).toBeVisible();
  await expect(white.promotion.getByRole('button', { name: /queen/i })).toBeFocused();
  await white.page.keyboard.press('Escape');
  await expect(white.promotion).toBeHidden();
  await expect(white.cell('a7')).toHaveAccessibleName(/white pawn/);

  await white.tap('a7', 'a8');
  await white.promotion.getByRole('button', { name: /rook/i }).focus();
  await white.page.keyboard.press('Enter');
  await black.sees(1, 'a8=R+');
});

test('a premove is played as soon as it is possible', async ({ startGame }) => {
  const { white, black } = await startGame();
  await black.tap('e7', 'e5');
  await expect(black.cell('e5')).toHaveAccessibleName(/premove/);
  await white.tap('e2', 'e4');
  await white.sees(2, 'e5');
  await black.sees(2, 'e5');
});

test('a premove that is no longer legal is dropped', async ({ startGame }) => {
  const { white, black } = await startGame(fromPosition('4k3/8/8/8/8/8/4q3/R3K2R w - - 0 1'));
  await black.tap('e2', 'e5');
  await expect(black.cell('e5')).toHaveAccessibleName(/premove/);
  await white.tap('e1', 'e2');
  await black.sees(1, 'Kxe2');
  await expect(black.cell('e5')).not.toHaveAccessibleName(/premove/);
  await expect(white.moves).toHaveCount(1);
});

test('earlier positions can be looked at by keys, and the game goes on behind', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await white.button('First position').click();
  await expect(white.cell('e2')).toHaveAccessibleName(/white pawn/);
  await white.button('On one move').click();
  await expect(white.cell('e4')).toHaveAccessibleName(/white pawn/);
  await expect(white.cell('e5')).toHaveAccessibleName(/empty/);
  await white.button('Latest position').click();
  await expect(white.cell('e5')).toHaveAccessibleName(/black pawn/);
  await white.button('Turn the board').click();
  await expect(white.page.locator('.ground.orientation-black')).toBeVisible();
  await white.tap('g1', 'f3');
  await black.sees(3, 'Nf3');
});

test('a typed move ends the choice of a promotion', async ({ startGame }) => {
  const { white, black } = await startGame(fromPosition(PROMOTION));
  await white.drag('a7', 'a8');
  await expect(white.promotion).toBeVisible();
  await white.type('Kb2');
  await black.sees(1, 'Kb2');
  await expect(white.promotion).toHaveCount(0);
});

test('a refusal does not outlive the game', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e1', 'e3');
  await white.says(/cannot reach e3/);
  await black.resign();
  await white.ended('White won: Black resigned.');
  await expect(white.page.locator('.board cg-board square.reason:visible')).toHaveCount(0);
  await expect(white.page.locator('.status.refused')).toHaveCount(0);
});

test('a command that is refused says why to the eye, too', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await white.type('abort');
  await expect(white.page.locator('.status')).toContainText('cannot be aborted any more');
});
