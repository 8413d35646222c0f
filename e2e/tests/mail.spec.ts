// Chess by mail: what is mailed at a move, replies that play moves or are refused, and the page on which one says how
// often to be written to.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';
import { linkIn, mailsTo, mailTo, reply } from '../lib/mail.ts';
import { TablePage } from '../lib/table-page.ts';

let round = 0;

/** Ana, White, at her board; Bo is only written to. */
async function byLetter(visitors: Visitors): Promise<{ ana: TablePage; bo: string }> {
  round += 1;
  const { server } = visitors;
  const [ana, bo] = [`ana-mail${round}@example.org`, `bo-mail${round}@example.org`];
  const post = async (path: string, body: unknown): Promise<{ path: string }> => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as { path: string };
  };
  await post('/api/letters', {
    name: 'Ana', address: ana, other_name: 'Bo', other_address: bo, days: 3, color: 'white', rated: true,
  });
  const confirm = async (address: string): Promise<{ path: string }> => {
    const { hash } = new URL(linkIn(await mailTo(server, address), '/letter/confirm'));
    return post('/api/letters/confirm', { token: hash.slice(1) });
  };
  await confirm(ana);
  await confirm(bo);
  const page = await visitors.arrive();
  const { pathname, hash } = new URL(linkIn(await mailTo(server, ana, 1), '#seat='));
  await page.goto(pathname + hash);
  const table = new TablePage(page);
  await table.waitForGame();
  return { ana: table, bo };
}

async function send(table: TablePage, from: string, to: string, san: string): Promise<void> {
  await table.tap(from, to);
  await table.button(`Send ${san}`).click();
}

const isOn = async (page: Page, hash: string): Promise<void> => {
  await page.goto(`/mail${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('a reply by mail plays the move; one that cannot be played comes back with its reason', async ({ visitors }) => {
  const { server } = visitors;
  const { ana, bo } = await byLetter(visitors);
  const before = (await mailsTo(server, bo)).length;
  await send(ana, 'e2', 'e4', 'e4');
  const mail = await mailTo(server, bo, before);
  expect(mail.text).toContain('1. e4');
  expect(mail.html).toMatch(/<img/);

  await reply(server, mail, 'Ke4');
  const refused = await mailTo(server, bo, before + 1);
  expect(refused.text).toContain('Ke4');
  await reply(server, mail, 'Thank you, that is a good one.\n\ne5');
  await ana.sees(2, 'e5');
  // The same mail again, as some programs send it, plays nothing.
  await reply(server, mail, 'd5');
  await mailTo(server, bo, before + 2);
  await ana.sees(2, 'e5');
});

test('whoever is written to says how often, by the link in each mail', async ({ visitors }) => {
  const { server } = visitors;
  const { ana, bo } = await byLetter(visitors);
  const before = (await mailsTo(server, bo)).length;
  await send(ana, 'd2', 'd4', 'd4');
  const mail = await mailTo(server, bo, before);
  expect(mail.headers.get('list-unsubscribe')).toContain('/api/mail/stop/');
  const { hash } = new URL(linkIn(mail, '/mail#stop='));
  const page = await visitors.arrive();
  await isOn(page, hash);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'No mails about games' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You get no mails about games.' })).toBeVisible();
  await reply(server, mail, 'd5');
  await ana.sees(2, 'd5');
  await send(ana, 'c2', 'c4', 'c4');
  await ana.sees(3, 'c4');
  // A mail to the other one leaves after that of Bo would have.
  const { pathname, hash: seat } = new URL(linkIn(mail, '#seat='));
  await page.goto(pathname + seat);
  const black = new TablePage(page);
  await black.sees(3, 'c4');
  expect((await mailsTo(server, bo)).length).toBe(before + 1);
});

test('a link to the page that is none is told', async ({ visitors }) => {
  const page = await visitors.arrive();
  // The server says no to such a link, and the browser notes that.
  visitors.serverIsAway = true;
  await isOn(page, '#stop=nothing');
  await expect(page.getByText('This link is not known here.')).toBeVisible();
});
