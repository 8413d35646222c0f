// The server dies in mid-game and comes back: no move is lost and nobody pays for the outage.
import { expect, sitDown, start, test as base, Visitors } from '../lib/fixtures.ts';
import { Server } from '../lib/server.ts';

// A server of its own, since it is killed.
const test = base.extend<{ mortal: Server }>({
  // eslint-disable-next-line no-empty-pattern
  mortal: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

// The whole application is kept for a time without network, as on every device of a visitor.
test.use({ serviceWorkers: 'allow' });

test('killed and started again, the server has every move and charges nobody', async ({
  browser,
  mortal,
}) => {
  const visitors = new Visitors(browser, mortal);
  const pair = await sitDown(visitors, { clock: { type: 'sudden_death', bank_ms: 60_000 } });
  await start(pair);
  const { white, black } = pair;
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await white.tap('g1', 'f3');
  await black.sees(3, 'Nf3');

  visitors.serverIsAway = true;
  const before = await black.clockSeconds('black');
  await mortal.kill();
  await white.says(/Reconnecting/);
  const outage = 6_000;
  await white.page.waitForTimeout(outage);
  await mortal.run();

  await expect(black.page.getByText(/Reconnecting|Connecting/)).toHaveCount(0, { timeout: 20_000 });
  const after = await black.clockSeconds('black');
  // A few seconds run before the kill is noticed and after the player is back, not the outage itself.
  expect(before - after).toBeLessThan(outage / 1_000 - 1);

  await expect(black.moves).toHaveCount(3);
  await black.tap('b8', 'c6');
  await white.sees(4, 'Nc6');
  await white.page.reload();
  for (const [index, san] of ['e4', 'e5', 'Nf3', 'Nc6'].entries()) await white.sees(index + 1, san);
  visitors.serverIsAway = false;
  await white.tap('f1', 'b5');
  await black.sees(5, 'Bb5');
  expect(visitors.complaints).toEqual([]);
});
