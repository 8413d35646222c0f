// A seat is never lost: not by a reload, not by another device. Whoever comes later watches.
import { expect, test } from '../lib/fixtures.ts';
import { TablePage } from '../lib/table-page.ts';

test('a reload keeps the seat, the moves and the clocks', async ({ startGame }) => {
  const { white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');
  await black.page.reload();
  await black.sees(1, 'e4');
  await black.tap('e7', 'e5');
  await white.sees(2, 'e5');
});

test('a private link brings the seat to a second device', async ({ startGame, visitors }) => {
  const { id, white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');

  const answer = await black.page.request.post(`/api/tables/${id}/links`);
  const { seat_link } = (await answer.json()) as { seat_link: string };
  const phone = await visitors.arrive({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const { pathname, hash } = new URL(seat_link);
  await phone.goto(pathname + hash);
  const second = new TablePage(phone);
  await second.waitForGame();
  // The secret does not stay in the address bar.
  await expect(phone).toHaveURL(new RegExp(`${pathname}$`));
  await second.tap('e7', 'e5');
  await white.sees(2, 'e5');
  await black.sees(2, 'e5');
});

test('the third visitor watches and cannot move', async ({ startGame, visitors }) => {
  const { id, white, black } = await startGame();
  await white.tap('e2', 'e4');
  await black.sees(1, 'e4');

  const page = await visitors.arrive();
  await page.goto(`/t/${id}`);
  const spectator = new TablePage(page);
  await spectator.sees(1, 'e4');
  await spectator.says(/watching/i);
  await expect(spectator.button('Resign')).toHaveCount(0);
  await spectator.tap('e7', 'e5');
  await black.tap('c7', 'c5');
  await spectator.sees(2, 'c5');
  await white.sees(2, 'c5');
});

test('an unknown table is said in one sentence', async ({ visitors }) => {
  const page = await visitors.arrive();
  visitors.serverIsAway = true; // The browser itself reports the 404 as an error in the console.
  await page.goto('/t/nosuchtable');
  await expect(page.getByText('There is no table under this link.')).toBeVisible();
});

test('a private link works where the table is shown already', async ({ startGame, visitors }) => {
  const { id, white } = await startGame();
  const answer = await white.page.request.post(`/api/tables/${id}/links`);
  const { hash } = new URL(((await answer.json()) as { seat_link: string }).seat_link);
  const page = await visitors.arrive();
  await page.goto(`/t/${id}`);
  const second = new TablePage(page);
  await second.says('Watching');
  // Only the part after # is new: the browser does not load the page again.
  await page.goto(`/t/${id}${hash}`);
  await second.waitForGame();
  await expect(page).toHaveURL(new RegExp(`/t/${id}$`));
});

test('a remembered name that is none does not cost the seat', async ({ visitors }) => {
  const owner = await visitors.arrive();
  const answer = await owner.request.post('/api/tables', { data: {} });
  const { table } = (await answer.json()) as { table: string };
  const guest = await visitors.arrive();
  // As copied from a text that is written from right to left.
  await guest.addInitScript(() => localStorage.setItem('tabiya.name', JSON.stringify('\u2067Ana\u2069')));
  visitors.serverIsAway = true; // The browser itself reports the 409 as an error in the console.
  await guest.goto(`/t/${table}`);
  await expect(new TablePage(guest).button('I am ready')).toBeVisible();
});
