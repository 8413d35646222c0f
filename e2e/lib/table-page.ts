// The table page as a person uses it: the board, the clocks, the moves and the buttons.
// This is the one place that knows how the page is made; tests speak of chess.
import { expect, type Locator, type Page } from '@playwright/test';

export type Color = 'white' | 'black';
type Point = { x: number; y: number };

export class TablePage {
  readonly board: Locator;
  readonly cells: Locator;
  readonly typed: Locator;
  readonly promotion: Locator;

  constructor(readonly page: Page) {
    this.board = page.locator('.board cg-board');
    this.cells = page.getByRole('gridcell');
    this.typed = page.getByLabel('Type a move');
    this.promotion = page.getByRole('dialog', { name: 'Promote to' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async waitForGame(): Promise<void> {
    await expect(this.board).toBeVisible();
    await expect(this.button('Resign')).toBeVisible();
  }

  /** The cell of a square in the board that assistive technology sees: "e4, white pawn". */
  cell(square: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${square}, `) });
  }

  /** Where the middle of a square is on the screen, as the board is turned now. */
  async point(square: string): Promise<Point> {
    const box = await this.board.boundingBox();
    if (!box) throw new Error('the board is not on the screen');
    const file = square.charCodeAt(0) - 'a'.charCodeAt(0);
    const rank = Number(square[1]) - 1;
    const turned = (await this.page.locator('.ground.orientation-black').count()) > 0;
    const column = turned ? 7 - file : file;
    const row = turned ? rank : 7 - rank;
    const size = box.width / 8;
    return { x: box.x + (column + 0.5) * size, y: box.y + (row + 0.5) * size };
  }

  async press(square: string): Promise<void> {
    const { x, y } = await this.point(square);
    await this.page.mouse.click(x, y);
  }

  /** Moves by pressing the man and then the target. */
  async tap(from: string, to: string): Promise<void> {
    await this.press(from);
    await this.press(to);
  }

  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await this.point(from), await this.point(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await this.page.mouse.move(end.x, end.y, { steps: 3 });
    await this.page.mouse.up();
  }

  async type(move: string): Promise<void> {
    await this.typed.fill(move);
    await this.typed.press('Enter');
  }

  /** Resigns where the rules of the table ask by a dialog. */
  async resign(): Promise<void> {
    await this.button('Resign').click();
    await this.button('Yes, resign').click();
  }

  /** Waits until the list of moves shows `san` as the move of that half-move (1 is White's first). */
  async sees(ply: number, san: string): Promise<void> {
    const color = ply % 2 === 1 ? 'white' : 'black';
    const name = `${Math.ceil(ply / 2)} ${color} ${san}`;
    await expect(this.page.getByRole('button', { name, exact: true })).toBeVisible();
  }

  /** The number of half-moves in the list of moves. */
  get moves(): Locator {
    return this.page.getByRole('button', { name: /^\d+ (white|black) / });
  }

  // ---- a tournament table ------------------------------------------------------

  /** The clock to press, by what it says now. */
  presses(words: string): Locator {
    return this.page.getByRole('group', { name: 'Chess clock' }).getByRole('button', { name: words });
  }

  /** Presses the clock by the space bar, with the focus on nothing, as after a move by mouse. */
  async space(): Promise<void> {
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.page.keyboard.press('Space');
  }

  /** A move that is made and not completed, as the list shows it: "g1–g5". */
  async seesMade(ply: number, move: string): Promise<void> {
    const color = ply % 2 === 1 ? 'white' : 'black';
    const name = `${Math.ceil(ply / 2)} ${color} ${move}, clock not pressed`;
    await expect(this.page.getByRole('button', { name, exact: true })).toBeVisible();
  }

  /** What a screen reader has been told last. */
  get polite(): Locator {
    return this.page.getByTestId('polite');
  }

  get assertive(): Locator {
    return this.page.getByTestId('assertive');
  }

  /** Holds a man without moving it. */
  async pressLong(square: string): Promise<void> {
    const { x, y } = await this.point(square);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.waitForTimeout(750);
    await this.page.mouse.up();
  }

  clock(color: Color): Locator {
    return this.page.locator(`[data-clock="${color}"]`);
  }

  /** The time a clock shows, in seconds. */
  async clockSeconds(color: Color): Promise<number> {
    const text = (await this.clock(color).innerText()).trim();
    const parts = /(?:(\d+):)?(\d+):(\d+(?:[.,]\d)?)/.exec(text);
    if (!parts) throw new Error(`not a clock: ${text}`);
    const [hours, minutes, seconds] = [parts[1] ?? '0', parts[2], parts[3]?.replace(',', '.')];
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }

  /** Waits until the page says how the game ended. */
  async ended(sentence: string): Promise<void> {
    await expect(this.page.getByText(sentence).first()).toBeVisible();
  }

  /** Waits until the page says somewhere what is meant for people. */
  async says(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible();
  }
}
