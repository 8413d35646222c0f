// Learn: a lesson of each kind is played, by tapping, by keys and by typing; wrong moves are told why; the exam, reading
// without scripts, small screens.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../lib/axe.ts';
import { expect, test, type Visitors } from '../lib/fixtures.ts';

/** A lesson as somebody uses it. */
class LessonPage {
  constructor(readonly page: Page) {}

  static async open(visitors: Visitors, id: string, options: Parameters<Visitors['arrive']>[0] = {}): Promise<LessonPage> {
    const page = await visitors.arrive(options);
    await page.goto(`/learn/lessons/${id}`);
    const lesson = new LessonPage(page);
    await expect(lesson.cell('e4')).toBeVisible();
    return lesson;
  }

  cell(square: string) {
    return this.page.locator(`.player [data-square="${square}"]`);
  }

  get rabi() {
    return this.page.getByTestId('rabi');
  }

  async step(name: RegExp): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Steps of this lesson' }).getByRole('button', { name }).click();
    await expect(this.page.locator('.player h2').first()).toBeVisible();
  }

  async point(square: string): Promise<void> {
    const box = (await this.cell(square).boundingBox())!;
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  async tap(from: string, to: string): Promise<void> {
    await this.point(from);
    await this.point(to);
  }

  async says(text: string | RegExp): Promise<void> {
    await expect(this.rabi.last()).toContainText(text);
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async earned(stars: number): Promise<void> {
    await expect(this.page.locator('.ending').getByRole('img', { name: `${stars} of 3 stars` })).toBeVisible();
  }
}

const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a piece: the demo, stars that never block, a wrong move with its reason, and where one was is remembered', async ({ visitors }) => {
  const rook = await LessonPage.open(visitors, 'rook');
  const { page } = rook;
  await rook.says('This is a rook.');
  await expectAccessible(page);
  for (let i = 0; i < 3; i += 1) await rook.button('Next').click();
  await rook.says('A rook does not jump.');
  await expect(rook.rabi).toContainText('Art. 3.5');

  await rook.step(/^Task 1: Straight on/);
  await expect(page.getByText('You are White. It is your move. Black waits. Best: one move.')).toBeVisible();
  await expect(rook.cell('d8')).toHaveAccessibleName(/star$/);
  await rook.tap('d4', 'e5');
  await rook.says(/cannot reach e5: a rook goes along files and ranks/);
  await rook.tap('d4', 'd8');
  await rook.says('Straight ahead');
  await rook.earned(3);
  await expectAccessible(page);

  // A man that would be taken is shown being taken, and comes back.
  await rook.step(/^Task 5/);
  await rook.tap('c1', 'c7');
  await rook.says('The bishop on e5 looks at c7');
  await expect(rook.cell('c1')).toHaveAccessibleName(/white rook/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mind the bishop' })).toBeVisible();
  await expect(rook.button(/^Task 1: Straight on, done with 3 of 3 stars/)).toBeVisible();
  await page.getByRole('link', { name: 'All lessons' }).click();
  await expect(page.getByRole('link', { name: /The rook.*1 of 6 tasks/ })).toBeVisible();
  await rook.button('Forget my progress').click();
  await rook.button('Yes, forget all').click();
  await expect(page.getByRole('link', { name: /The rook.*0 of 6 tasks/ })).toBeVisible();
});

test('squares are pointed at', async ({ visitors }) => {
  const board = await LessonPage.open(visitors, 'board');
  await board.step(/^Task 2/);
  await board.point('a1');
  await board.says('a corner, but a dark one');
  await board.point('h1');
  await board.point('a8');
  await board.earned(2);
});

test('taking in the right order, with the answer of the other side', async ({ visitors }) => {
  const capture = await LessonPage.open(visitors, 'capture');
  await capture.step(/^Task 4/);
  await capture.tap('b3', 'd5');
  await expect(capture.page.getByText('Move 2 of 2')).toBeVisible();
  await expect(capture.cell('d5')).toHaveAccessibleName(/black pawn/);
  await capture.tap('d2', 'd5');
  await capture.says('four for three');
  await capture.earned(3);
});

test('checkmate by keyboard alone', async ({ visitors }) => {
  const mate = await LessonPage.open(visitors, 'mate');
  const { page } = mate;
  await mate.step(/^Task 2: The last rank/);
  await mate.cell('d1').focus();
  await page.keyboard.press('Enter');
  for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await mate.says('Checkmate!');
  await mate.earned(3);
  // The way on has the focus.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Queen and king' })).toBeVisible();
  await page.getByLabel('Type a move').fill('Qh6');
  await page.keyboard.press('Enter');
  await mate.says('the king slips out to g8');
  await expect(mate.cell('g5')).toHaveAccessibleName(/white queen/);
  await page.getByLabel('Type a move').fill('Qg7');
  await page.keyboard.press('Enter');
  await mate.earned(2);
});

test('castling: typed, refused with its Law, and asked about', async ({ visitors }) => {
  const castling = await LessonPage.open(visitors, 'castling');
  const { page } = castling;
  await castling.step(/^Task 5/);
  await page.getByLabel('Type a move').fill('0-0');
  await page.keyboard.press('Enter');
  await castling.says(/the king would cross f1, attacked by the bishop on a6\..*Art\. 3\.8\.2\.2/);
  await page.getByLabel('Type a move').fill('0-0-0');
  await page.keyboard.press('Enter');
  await castling.says('Queenside the whole way of the king is safe.');

  await castling.step(/^Task 4/);
  await castling.button('Back one move').click();
  await castling.button('Yes').click();
  await castling.says('The answer is: No. The king has moved.');
  await expectAccessible(page);
  await castling.button('Next question').click();
  await castling.button('No').click();
  await castling.says('Right: No.');
});

test('moves are written down', async ({ visitors }) => {
  const notation = await LessonPage.open(visitors, 'notation');
  const { page } = notation;
  await notation.step(/^Task 3/);
  const field = page.getByLabel('Write the move');
  for (const [text, said] of [['Nd2', 'Both knights'], ['Nbd2', 'right!'], ['e1e2', 'written R1e2'], ['R1e2', 'right!'], ['Nc3', 'No room']] as const) {
    await field.fill(text);
    await field.press('Enter');
    await notation.says(said);
  }
  await notation.earned(2);
});

test('a clock is pressed after the move, not before', async ({ visitors }) => {
  const clock = await LessonPage.open(visitors, 'clock');
  await clock.step(/^Task 1/);
  await clock.button('Press the clock').click();
  await clock.says('First make a move, then press.');
  await clock.tap('e2', 'e4');
  await clock.says('Your time is still running: press your clock!');
  await clock.button('Press the clock').click();
  await clock.says('your clock runs');
  await clock.tap('g1', 'f3');
  await clock.button('Press the clock').click();
  await clock.says('that is the rhythm');
});

test('touched is moved, and “I adjust” comes first', async ({ visitors }) => {
  const touch = await LessonPage.open(visitors, 'touch-move');
  await touch.step(/^Task 1/);
  await touch.point('e2');
  await touch.says('The knight on g1 was touched: it must move.');
  await touch.tap('g1', 'f3');
  await touch.says('Touched, moved');
  await touch.step(/^Task 3/);
  await touch.point('g1');
  await touch.says('Touched without a word');
  await touch.button('I adjust').click();
  await touch.point('g1');
  await touch.says('Said first, then touched');
});

test('a mini-game is played against the computer to its end', async ({ visitors }) => {
  const check = await LessonPage.open(visitors, 'check');
  const { page } = check;
  await check.step(/^Game/);
  await check.button('Begin').click();
  await page.getByLabel('Type a move').fill('e4');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your moves: 1')).toBeVisible();
  await expect(page.getByText(/^Your move\.\s+Your moves: 1$/)).toBeVisible({ timeout: 30_000 });
  await check.tap('a1', 'a5');
  await check.says('the pawn on a2 is in the way');
  await check.button('Give up this game').click();
  await expect(page.getByText('Lost', { exact: true })).toBeVisible();
  await expect(check.button('Play again')).toBeVisible();
});

test('the exam: twenty questions, the result by subject, a certificate', async ({ visitors }) => {
  const page = await visitors.arrive();
  await page.goto('/learn/exam');
  await page.getByRole('button', { name: 'Begin the exam' }).click();
  for (let i = 1; i <= 20; i += 1) {
    await expect(page.getByText(`Question ${i} of 20`)).toBeVisible();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByTestId('rabi')).toContainText(/^\s*(Right: Yes|The answer is: No)\./);
    if (i === 1) await expectAccessible(page);
    await page.getByRole('button', { name: i < 20 ? 'Next question' : 'Result' }).click();
  }
  await expect(page.getByRole('heading', { name: /^\d+ of 20 right$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Castling/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Lesson: / }).first()).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => {
    const subjects = {};
    const exam = { best: 19, last: 19, subjects, name: '', when: Date.UTC(2026, 0, 2) };
    localStorage.setItem('tabiya.learn', JSON.stringify({ lessons: {}, exam }));
  });
  await page.reload();
  await page.getByLabel('Your name, for the certificate').fill('Ana');
  await expect(page.locator('div.paper')).toContainText('Ana');
  await expect(page.locator('div.paper')).toContainText('19 of 20 right answers');
});

test('without scripts every lesson is there to be read, with its diagrams and answers', async ({ visitors }) => {
  const page = await visitors.arrive({ javaScriptEnabled: false });
  await page.goto('/learn');
  await expect(page.getByRole('link', { name: /En passant/ })).toBeVisible();
  await page.getByRole('link', { name: /En passant/ }).click();
  await expect(page.getByText('A pawn that goes two squares and lands beside an enemy pawn', { exact: false }).last()).toBeVisible();
  await expect(page.getByRole('img', { name: /White: king e1; pawn e5\./ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible();
  await page.goto('/learn/exam');
  await expect(page.getByText('Twenty positions, each with an arrow')).toBeVisible();
});

test('a phone of 320 pixels, dark: nothing hangs over, squares can be hit', async ({ visitors }) => {
  const viewport = { width: 320, height: 640 };
  const page = await visitors.arrive({ viewport, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  await page.goto('/learn');
  await expect(page.getByRole('link', { name: /The board/ })).toBeVisible();
  expect(await overhang(page)).toBe(0);
  for (const id of ['castling', 'clock', 'notation', 'touch-move', 'draws']) {
    await page.goto(`/learn/lessons/${id}`);
    const lesson = new LessonPage(page);
    await expect(lesson.cell('e4')).toBeVisible();
    await expect.poll(() => overhang(page), id).toBe(0);
    await lesson.step(/^Task 2/);
    await expect(lesson.cell('e4')).toBeVisible();
    await expect.poll(() => overhang(page), id).toBe(0);
    expect((await lesson.cell('e4').boundingBox())!.width).toBeGreaterThanOrEqual(24);
    await expectAccessible(page);
  }
});
