// The table dialog: every rule set can be opened from the home page, faults are told, the choice is remembered.
import { expect, settings, test } from '../lib/fixtures.ts';
import { expectAccessible } from '../lib/axe.ts';
import type { Page } from '@playwright/test';
import type { Preset, Settings, View } from '../../web/src/lib/protocol.ts';
import { PRESETS } from '../../web/src/lib/settings/rulesets.ts';

/** How the dialog names each preset, how the table then says it, and the clock that comes with it. */
const NAMES: Record<Preset, [string, string, RegExp]> = {
  'fide-online': ['FIDE online', 'FIDE online rules', /^10 min \+ 5 s/],
  table: ['Table', 'table rules', /^10 min \+ 10 s delay/],
  'fide-standard': ['FIDE standard', 'FIDE standard rules', /^40 moves in 90 min, then 30 min, \+ 30 s a move/],
  'fide-rapid': ['FIDE rapid', 'FIDE rapid rules', /^15 min \+ 10 s/],
  'fide-blitz': ['FIDE blitz', 'FIDE blitz rules', /^3 min \+ 2 s/],
  claims: ['Claims', 'rules of claims', /^no clock/],
  basic: ['Basic', 'basic rules', /^no clock/],
  letter: ['Letter', 'letter rules', /^3 days a move/],
  studio: ['Studio', 'studio rules', /^no clock/],
};

async function openDialog(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByText('Change', { exact: true }).click();
}

async function choosePreset(page: Page, name: string): Promise<void> {
  const picker = page.getByRole('group', { name: 'Rules', exact: true });
  if ((await picker.locator('details[open]').count()) === 0) await picker.locator('summary').click();
  await picker.getByRole('radio', { name, exact: true }).check();
}

async function viewAt(page: Page): Promise<View> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  return (await (await page.request.get(`/api/tables/${id}`)).json()) as View;
}

test('every rule set opens a table, with its usual clock', async ({ visitors }) => {
  const page = await visitors.arrive();
  for (const [preset, [name, said, clock]] of Object.entries(NAMES)) {
    await openDialog(page);
    await choosePreset(page, name);
    await page.getByRole('button', { name: 'Play a friend' }).click();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    const line = page.getByRole('region', { name: 'Settings of the table' }).getByRole('paragraph');
    await expect(line).toContainText(said);
    await expect(line).toHaveText(clock);
    expect((await viewAt(page)).settings.rules.preset).toBe(preset);
  }
});

test('the browser knows the switches of every preset as the arbiter does', async ({ visitors }) => {
  const page = await visitors.arrive();
  for (const [preset, switches] of Object.entries(PRESETS) as [Preset, Settings['rules']['switches']][]) {
    const data = { settings: settings({ rules: { preset, switches } }) };
    const answer = await page.request.post('/api/tables', { data });
    expect(answer.status(), await answer.text()).toBe(201);
    const { table } = (await answer.json()) as { table: string };
    const view = (await (await page.request.get(`/api/tables/${table}`)).json()) as View;
    // The server leaves out what equals its preset.
    expect(view.settings.rules.switches ?? {}, preset).toEqual({});
  }
});

test('every kind of clock opens a table', async ({ visitors }) => {
  const page = await visitors.arrive();
  const kinds = {
    Increment: /^15 min|^10 min \+ 5 s/, Delay: /delay/, Days: /3 days/, None: /no clock/, 'One bank': /^10 min ·/,
    Bronstein: /given back/, Stages: /40 moves in 90 min/, Hourglass: /hourglass of 3 min/,
  };
  for (const [kind, said] of Object.entries(kinds)) {
    await openDialog(page);
    await page.getByRole('radio', { name: kind, exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Play a friend' }).click();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Settings of the table' }).getByRole('paragraph')).toHaveText(said);
  }
});

test('a number that is none is told where it stands, and opens no table', async ({ visitors }) => {
  const page = await visitors.arrive();
  await openDialog(page);
  const minutes = page.getByRole('textbox', { name: 'Minutes a side' });
  const play = page.getByRole('button', { name: 'Play a friend' });
  await minutes.fill('2000');
  await play.click();
  await expect(minutes).toBeFocused();
  await expect(minutes).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Minutes a side: a number from 0.25 to 1440, please.').first()).toBeVisible();
  await expectAccessible(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await minutes.fill('7,5');
  await expect(minutes).toHaveAttribute('aria-invalid', 'false');
  await play.click();
  await expect(page.getByText(/^7\.5 min \+ 5 s/)).toBeVisible();
});

test('stages are edited row by row', async ({ visitors }) => {
  const page = await visitors.arrive();
  await openDialog(page);
  await page.getByRole('radio', { name: 'Stages', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Add a stage' }).click();
  await page.getByRole('textbox', { name: 'Stage 2, moves' }).fill('16');
  await page.getByRole('textbox', { name: 'Stage 2, minutes' }).fill('25');
  await expect(page.getByText(/^40 moves in 90 min, then 16 moves in 25 min, then 30 min, \+ 30 s a move/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Stage 3, minutes' }).fill('');
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await expect(page.getByText('Stage 3, minutes: a number from 0.25 to 1440, please.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Stage 3, minutes' }).fill('15');
  await page.getByRole('button', { name: 'Remove stage 2' }).click();
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await expect(page.getByText(/^40 moves in 90 min, then 15 min, \+ 30 s a move/)).toBeVisible();
});

test('single rules are said in the line, and all of it is remembered', async ({ visitors }) => {
  const page = await visitors.arrive();
  await openDialog(page);
  await page.getByText('Single rules').click();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Premoves' }).uncheck();
  await page.getByRole('checkbox', { name: 'Touch-move' }).check();
  await page.getByRole('radio', { name: 'By claim' }).check({ force: true });
  const said = 'with draws by claim, takebacks, giving time, and touch-move, without premoves';
  await expect(page.getByText(`FIDE online rules, ${said}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`FIDE online rules, ${said}`)).toBeVisible();
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await expect(page.getByText(`FIDE online rules, ${said}`)).toBeVisible();
});

test('one press opens the friend’s table', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect((await viewAt(page)).settings).toMatchObject({
    rules: { preset: 'fide-online', switches: { takeback: 'by_agreement', give_time: true, lag_compensation: true } },
    clock: { type: 'fischer', bank_ms: 600_000, increment_ms: 5_000 },
    owner_color: 'toss',
  });
});
