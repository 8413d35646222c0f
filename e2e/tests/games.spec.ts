// Whole games between two browsers, to each of their ends.
import { expect, fromPosition, test } from '../lib/fixtures.ts';
import { expectAccessible } from '../lib/axe.ts';
import { EVERY_KIND_OF_MOVE, FOOLS_MATE } from '../lib/games.ts';

test("fool's mate, by presses and drags", async ({ startGame }) => {
  const { white, black } = await startGame();
  const [f3, e5, g4, mate] = FOOLS_MATE;
  await white.tap('f2', 'f3');
  await black.sees(1, f3!.san);
  await black.drag('e7', 'e5');
  await white.sees(2, e5!.san);
  await white.drag('g2', 'g4');
  await black.sees(3, g4!.san);
  await black.tap('d8', 'h4');
  await white.sees(4, mate!.san);
  for (const page of [white, black]) await page.ended('Black won: White is checkmated.');
  await expect(white.page.getByText('You lost')).toBeVisible();
  await expect(black.page.getByText('You won')).toBeVisible();
});

test('a long game with castling to both sides, en passant, a promotion to a knight, and mate', async ({
  startGame,
  server,
}) => {
  const { id, white, black } = await startGame();
  for (const [index, { uci, san }] of EVERY_KIND_OF_MOVE.entries()) {
    const [mover, other] = index % 2 === 0 ? [white, black] : [black, white];
    await mover.tap(uci.slice(0, 2), uci.slice(2, 4));
    if (uci.length === 5) await mover.promotion.getByRole('button', { name: /knight/i }).click();
    await other.sees(index + 1, san);
  }
  for (const page of [white, black]) await page.ended('White won: Black is checkmated.');

  const pgn = await (await fetch(`${server.url}/api/tables/${id}/games/1.pgn`)).text();
  const played = pgn
    .replace(/^\[.*$/gm, '')
    .replace(/\{[^}]*\}/g, '')
    .split(/\s+/)
    .filter((token) => /^[a-hKQRBNO]/.test(token));
  expect(played).toEqual(EVERY_KIND_OF_MOVE.map(({ san }) => san));
});

test('stalemate is a draw', async ({ startGame }) => {
  const { white, black } = await startGame(fromPosition('7k/8/5K2/6Q1/8/8/8/8 w - - 0 1'));
  await white.tap('g5', 'g6');
  for (const page of [white, black]) {
    await page.ended('Draw: the side to move has no legal move and is not in check.');
  }
});

test('the same position for the third time is a draw', async ({ startGame }) => {
  const { white, black } = await startGame();
  for (let round = 0; round < 2; round += 1) {
    const ply = round * 4;
    await white.tap('g1', 'f3');
    await black.sees(ply + 1, 'Nf3');
    await black.tap('g8', 'f6');
    await white.sees(ply + 2, 'Nf6');
    await white.tap('f3', 'g1');
    await black.sees(ply + 3, 'Ng1');
    await black.tap('f6', 'g8');
    await white.sees(ply + 4, 'Ng8');
  }
  for (const page of [white, black]) {
    await page.ended('Draw: the same position stood on the board for the third time.');
  }
});

test('a dead position is a draw at once', async ({ startGame }) => {
  const { white, black } = await startGame(fromPosition('8/8/4k3/3p4/4K3/8/8/8 w - - 0 1'));
  await white.tap('e4', 'd4');
  await black.sees(1, 'Kd4');
  await black.tap('e6', 'd6');
  await white.sees(2, 'Kd6');
  await white.tap('d4', 'c3');
  await black.sees(3, 'Kc3');
  await black.tap('d5', 'd4');
  await white.sees(4, 'd4+');
  await white.tap('c3', 'd4');
  for (const page of [white, black]) {
    await page.ended('Draw: neither side can give mate by any series of legal moves.');
  }
});

test('out of time loses', async ({ startGame }) => {
  const { white, black } = await startGame({ clock: { type: 'sudden_death', bank_ms: 6_000 } });
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  for (const page of [white, black]) await page.ended('White won: Black ran out of time.');
  expect(await black.clockSeconds('black')).toBe(0);
});

test('out of time against a lone king is a draw', async ({ startGame }) => {
  const { white, black } = await startGame({
    clock: { type: 'sudden_death', bank_ms: 6_000 },
    ...fromPosition('7k/8/8/8/8/8/4P3/4K3 w - - 0 1'),
  });
  for (const page of [white, black]) {
    await page.ended('White ran out of time, but Black has only a king: draw.');
  }
});

test('a draw is offered by one and accepted by the other', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await white.button('Offer draw').click();
  await black.says(/offers a draw/);
  await black.button('Decline').click();
  await white.says('The draw offer was declined.');
  await white.tap('g1', 'f3');
  await black.sees(3, 'Nf3');
  await black.button('Offer draw').click();
  await white.button('Accept draw').click();
  for (const page of [white, black]) await page.ended('Draw by agreement.');
});

test('resigning is asked about, and Escape plays on', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.button('Resign').click();
  await expect(black.button('Play on')).toBeFocused();
  await expectAccessible(black.page);
  await black.page.keyboard.press('Escape');
  await expect(black.button('Resign')).toBeFocused();
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await white.resign();
  for (const page of [white, black]) await page.ended('Black won: White resigned.');
});

test('resigning takes two presses', async ({ startGame }) => {
  const { white, black } = await startGame({ rules: { preset: 'table' } });
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.button('Resign').click();
  await expect(black.button('Really resign?')).toBeVisible();
  await expect(white.page.getByText('White won')).toHaveCount(0);
  await black.button('Really resign?').click();
  for (const page of [white, black]) await page.ended('White won: Black resigned.');
});

test('a game can be aborted before move two', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.button('Abort').click();
  for (const page of [white, black]) await page.says(/It does not count/);
});

test('who is away for too long has lost', async ({ startGame }) => {
  const { white, black } = await startGame({
    rules: { preset: 'fide-online', switches: { away_claim_after_ms: 1_500 } },
  });
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.page.context().close();
  await white.button('Claim the win').click();
  await white.ended('White won: Black left the table.');
});
