// Claiming a draw: what the page says of the position, right and wrong claims, a move that is announced.
import { expect, fromPosition, test, type Choice, type Pair } from '../lib/fixtures.ts';
import { expectAccessible } from '../lib/axe.ts';

/** Claims as in the Laws, with the table counting, and nothing else of a tournament. */
const CLAIMS: Choice = {
  rules: { preset: 'claims', switches: { claim_by: 'mover', intended_claims: true, wrong_claim_ms: 120_000, input: 'board_and_typed' } },
  clock: { type: 'sudden_death', bank_ms: 600_000 },
};

const KNIGHTS = [
  ['g1', 'f3', 'Nf3'], ['g8', 'f6', 'Nf6'], ['f3', 'g1', 'Ng1'], ['f6', 'g8', 'Ng8'],
] as const;

/** Both sides move a knight out and home again until so many half-moves are played. */
async function knights({ white, black }: Pair, plies: number): Promise<void> {
  for (let ply = 1; ply <= plies; ply += 1) {
    const [from, to, san] = KNIGHTS[(ply - 1) % 4]!;
    const [mover, other] = ply % 2 === 1 ? [white, black] : [black, white];
    await mover.tap(from, to);
    await other.sees(ply, san);
  }
}

test('the third time is announced, and its claim is right', async ({ startGame }) => {
  const pair = await startGame(CLAIMS);
  const { white, black } = pair;
  await knights(pair, 4);
  await white.says('Second time that this position stands.');
  for (let round = 4; round < 8; round += 1) {
    const [from, to, san] = KNIGHTS[round % 4]!;
    const [mover, other] = round % 2 === 0 ? [white, black] : [black, white];
    await mover.tap(from, to);
    await other.sees(round + 1, san);
  }
  await white.says('Third time: you may claim.');
  await black.says('Third time: Your friend may claim.');
  await white.button('Claim the draw now').click();
  await expectAccessible(white.page);
  await white.button('Claim the draw').click();
  for (const page of [white, black]) await page.ended('Draw: the same position stood on the board for the third time.');
});

test('a wrong claim is explained with its penalty and stands as an offer', async ({ startGame }) => {
  const { white, black } = await startGame(CLAIMS);
  const before = await white.clockSeconds('black');
  await white.button('Claim draw').click();
  await white.says('The position stands for the first time. Move 0 of 50 without capture or pawn move.');
  await white.says(/^A wrong claim gives your opponent 2 min and stands as an offer of a draw\./);
  await white.button('Claim the draw').click();
  await black.says(/offers a draw/);
  await white.says(/You claimed a draw by repetition\. It is wrong.*Black gets 2 min\./);
  expect(await white.clockSeconds('black')).toBe(before + 120);
  await black.button('Accept draw').click();
  await white.ended('Draw by agreement.');
});

test('a claim with an announced move is right before the move is made', async ({ startGame }) => {
  const pair = await startGame(CLAIMS);
  const { white, black } = pair;
  await knights(pair, 7);
  await black.button('Claim draw').click();
  await black.page.getByRole('radio', { name: 'after my next move' }).check({ force: true });
  await expect(black.button('Claim the draw')).toBeDisabled();
  await black.tap('f6', 'g8');
  await black.says('You announce Ng8.');
  await expect(white.moves).toHaveCount(7);
  await expectAccessible(black.page);
  await black.button('Claim with Ng8').click();
  for (const page of [white, black]) await page.ended('Draw: the same position stood on the board for the third time.');
});

test('a wrong announced claim binds to the move', async ({ startGame }) => {
  const { white, black } = await startGame(CLAIMS);
  await white.type('claim');
  await white.page.getByRole('radio', { name: 'after my next move' }).check({ force: true });
  await white.type('e4');
  await white.button('Claim with e4').click();
  await white.says(/Announced: pawn e4\./);
  await white.tap('d2', 'd4');
  await expect(white.page.locator('.status')).toContainText(/e4|announced/i);
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
});

test('who announces a mate is warned', async ({ startGame }) => {
  const { white } = await startGame({ ...CLAIMS, ...fromPosition('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 98 80') });
  await white.says('Move 49 of 50 without capture or pawn move.');
  await white.button('Claim draw').click();
  await white.page.getByRole('radio', { name: '50 moves' }).check({ force: true });
  await white.page.getByRole('radio', { name: 'after my next move' }).check({ force: true });
  await white.tap('a1', 'a8');
  await white.says('Ra8# gives checkmate. The claim is decided first: if it is right, the game is drawn.');
  await white.page.keyboard.press('Escape');
  await expect(white.button('Claim the draw')).toBeDisabled();
  await white.button('Do not claim').click();
  await white.tap('a1', 'a8');
  await white.ended('White won: Black is checkmated.');
});
