// Moves that are shown first, typed promotions without a piece, and time that is given.
import { expect, fromPosition, test } from '../lib/fixtures.ts';
import { expectAccessible } from '../lib/axe.ts';

const LETTER = { rules: { preset: 'letter' }, clock: { type: 'days', days: 3 } } as const;

test('a move by letter is shown, taken back, shown again and sent', async ({ startGame }) => {
  const { white, black } = await startGame(LETTER);
  await white.tap('e2', 'e4');
  await expect(white.typed).toHaveValue('e4');
  await expect(white.button('Send e4')).toBeFocused();
  await expect(white.cell('e4')).toHaveAccessibleName(/white pawn/);
  await expectAccessible(white.page);
  await white.page.keyboard.press('Escape');
  await expect(white.button('Send e4')).toHaveCount(0);
  await expect(white.cell('e2')).toHaveAccessibleName(/white pawn/);
  await expect(black.moves).toHaveCount(0);

  await white.tap('d2', 'd4');
  await white.page.keyboard.press('Enter');
  await black.sees(1, 'd4');
  await expect(white.typed).toHaveValue('');

  // Typed: the first Enter shows it, the second sends it.
  await black.type('g8f6');
  await expect(black.typed).toHaveValue('Nf6');
  await expect(white.moves).toHaveCount(1);
  await black.typed.press('Enter');
  await white.sees(2, 'Nf6');
});

test('typed without a piece a pawn is a queen by letter, and asked about elsewhere', async ({ startGame }) => {
  const position = fromPosition('8/P5k1/8/8/8/8/8/6K1 w - - 0 1');
  const letter = await startGame({ ...LETTER, ...position });
  await letter.white.type('a8');
  await expect(letter.white.typed).toHaveValue('a8=Q');
  await letter.white.typed.press('Enter');
  await letter.black.sees(1, 'a8=Q');

  const online = await startGame(position);
  await online.white.type('a8');
  await expect(online.white.promotion).toBeVisible();
  await online.white.promotion.getByRole('button', { name: 'rook' }).click();
  await online.black.sees(1, 'a8=R');
});

test('who plays by letter resigns on his own turn', async ({ startGame }) => {
  const { white, black } = await startGame(LETTER);
  await black.button('Resign').click();
  await expect(black.page.locator('.status')).toContainText(/own turn/);
  await white.resign();
  await black.ended('Black won: White resigned.');
});

test('days are shown as days', async ({ startGame }) => {
  const { white } = await startGame(LETTER);
  await expect(white.clock('black')).toHaveText('3 d 0 h');
  await expect(white.clock('white')).toHaveText(/^(3 d 0 h|2 d 23 h)$/);
});

test('a player gives time to the other', async ({ startGame }) => {
  const { white, black } = await startGame({
    rules: { preset: 'fide-online', switches: { give_time: true } }, clock: { type: 'sudden_death', bank_ms: 300_000 },
  });
  expect(await white.clockSeconds('black')).toBe(300);
  await white.button('Give your friend 15 s').click();
  await black.says('Your friend gave you 15 s.');
  await white.says('You gave your friend 15 s.');
  expect(await white.clockSeconds('black')).toBe(315);
  expect(await black.clockSeconds('black')).toBe(315);
});

test('a clock of stages says how many moves are left', async ({ startGame }) => {
  const { white, black } = await startGame({
    clock: {
      type: 'stages',
      stages: [
        { moves: 2, bank_ms: 300_000, extra_ms: 0, extra: 'increment' },
        { bank_ms: 600_000, extra_ms: 0, extra: 'increment' },
      ],
    },
  });
  await expect(white.page.getByText('2 moves to + 10 min')).toHaveCount(2);
  for (const [ply, from, to, san] of [[1, 'e2', 'e4', 'e4'], [2, 'e7', 'e5', 'e5'], [3, 'g1', 'f3', 'Nf3']] as const) {
    const [mover, other] = ply % 2 === 1 ? [white, black] : [black, white];
    await mover.tap(from, to);
    await other.sees(ply, san);
  }
  await expect(white.page.getByText('last stage')).toHaveCount(1);
  await expect(white.page.getByText('1 move to + 10 min')).toHaveCount(1);
  expect(await black.clockSeconds('white')).toBeGreaterThan(870);
});

test('a clock that starts with the first move says so', async ({ startGame }) => {
  const { white } = await startGame({ rules: { preset: 'studio' } });
  await white.says(/the clock starts with the first move/);
  expect(await white.clockSeconds('white')).toBe(600);
  await white.page.waitForTimeout(1_500);
  expect(await white.clockSeconds('white')).toBe(600);
});
