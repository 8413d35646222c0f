// What two people at a table do besides moving: taking back, playing again, changing the settings.
import { expect, test, type Pair } from '../lib/fixtures.ts';

/** The shortest game that counts for the score. */
async function blackResigns({ white, black }: Pair): Promise<void> {
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.resign();
  await white.ended('White won: Black resigned.');
  await black.ended('White won: Black resigned.');
}

test('a takeback needs the agreement of the other', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await white.button('Ask to take back').click();
  await black.says(/asks to take the last move back/);
  await black.button('Decline').click();
  await white.says('The takeback was declined.');

  // Once for each move of one's own: the next move may be asked for again. Black has answered it
  // already, so both half-moves go back.
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await white.tap('g1', 'f3');
  await black.sees(3, 'Nf3');
  await black.tap('b8', 'c6');
  await white.sees(4, 'Nc6');
  await white.button('Ask to take back').click();
  await black.button('Allow takeback').click();
  await expect(white.moves).toHaveCount(2);
  await expect(black.moves).toHaveCount(2);
  await white.tap('f1', 'c4');
  await black.sees(3, 'Bc4');
});

test('a rematch swaps the colors and keeps the score', async ({ startGame }) => {
  const pair = await startGame();
  const { white: owner, black: guest } = pair;
  await blackResigns(pair);
  await owner.button('Rematch').click();
  await guest.button('Accept rematch').click();
  await Promise.all([owner.waitForGame(), guest.waitForGame()]);
  await guest.tap('e2', 'e4');
  await owner.sees(1, 'e4');
  for (const page of [owner, guest]) {
    await expect(page.page.getByLabel(/^Score after 1 games?: .* 1, .* 0$/).first()).toBeVisible();
  }
});

test('a rematch offer waits for who is away', async ({ startGame }) => {
  const pair = await startGame();
  await blackResigns(pair);
  const { white: owner, black: guest } = pair;
  const table = guest.page.url();
  await guest.page.goto('about:blank');
  await owner.button('Rematch').click();
  await guest.page.goto(table);
  await guest.button('Accept rematch').click();
  await Promise.all([owner.waitForGame(), guest.waitForGame()]);
});

test('the settings can be changed after a game', async ({ startGame }) => {
  const pair = await startGame();
  const { white: owner, black: guest } = pair;
  await blackResigns(pair);
  await owner.button('Change settings').click();
  await owner.page.getByRole('radio', { name: /^3 min \+ 2 s/ }).check({ force: true });
  await owner.button('Save settings').click();
  await guest.button('I am ready').click();
  await owner.button('Start').click();
  await guest.waitForGame();
  expect(await guest.clockSeconds('black')).toBe(180);
});

test('a color that is chosen after a game wins over swapping, and the score is kept', async ({ startGame }) => {
  const pair = await startGame();
  const { white: owner, black: guest } = pair;
  await blackResigns(pair);
  await owner.button('Change settings').click();
  // A swap is what is offered; the owner wants White again.
  await expect(owner.page.getByRole('radio', { name: 'Black', exact: true })).toBeChecked();
  await owner.page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
  await owner.button('Save settings').click();
  await owner.says(/you are White/);
  await guest.button('I am ready').click();
  await owner.button('Start').click();
  await guest.waitForGame();
  await owner.tap('e2', 'e4');
  await guest.sees(1, 'e4');
  await expect(owner.page.getByLabel(/^Score after 1 games?: .* 1, .* 0$/).first()).toBeVisible();
});

test('under rules without a score none is shown', async ({ startGame }) => {
  const pair = await startGame({ rules: { preset: 'basic' }, clock: { type: 'untimed' } });
  const { white: owner, black: guest } = pair;
  await owner.tap('e2', 'e4');
  await guest.sees(1, 'e4');
  await guest.resign();
  await owner.button('Rematch').click();
  await guest.button('Accept rematch').click();
  await Promise.all([owner.waitForGame(), guest.waitForGame()]);
  await expect(owner.page.getByLabel(/^Score after/)).toHaveCount(0);
});

test('a double click is one press', async ({ sitDown }) => {
  const { white, black } = await sitDown();
  await black.button('I am ready').dblclick();
  await expect(white.button('Start')).toBeEnabled();
  await white.button('Start').dblclick();
  await white.waitForGame();
  await white.button('Resign').dblclick();
  await expect(white.button('Yes, resign')).toBeVisible();
  await white.button('Play on').click();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
});

test('the line of the settings does not say the color of another game', async ({ startGame }) => {
  const pair = await startGame();
  const { white: owner, black: guest } = pair;
  await blackResigns(pair);
  await owner.button('Rematch').click();
  await guest.button('Accept rematch').click();
  await owner.says('Your friend to move');
  await expect(owner.page.getByText('10 min + 5 s · FIDE online rules')).toBeVisible();
});

test('the settings after a game hide nothing behind them', async ({ startGame }) => {
  const pair = await startGame();
  const { white: owner } = pair;
  await blackResigns(pair);
  await owner.button('Change settings').click();
  const save = await owner.button('Save settings').boundingBox();
  const strip = await owner.clock('white').boundingBox();
  expect(save!.y + save!.height).toBeLessThanOrEqual(strip!.y);
  await owner.page.getByRole('radio', { name: 'One bank' }).check({ force: true });
  await owner.button('Cancel').click();
  await expect(owner.moves).toHaveCount(1);
});
