// The pages of puzzles as a person uses them, and the shipped set that they show.
import { expect, type Locator, type Page } from '@playwright/test';
import { TablePage } from './table-page.ts';

export interface Puzzle {
  id: string;
  fen: string;
  moves: string[];
  rating: number;
  themes: string[];
  game?: string;
}

export class PuzzlePage extends TablePage {
  readonly status: Locator;

  constructor(page: Page) {
    super(page);
    this.status = page.locator('.status');
  }

  /** What ships with the application. */
  async shipped(): Promise<Puzzle[]> {
    const text = await (await this.page.request.get('/puzzles/puzzles.jsonl')).text();
    return text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Puzzle);
  }

  /** The puzzle of the set whose position is on the board: found by its men, as the board names them. */
  async onBoard(set: readonly Puzzle[]): Promise<Puzzle> {
    await this.yours();
    await this.button('First position').click();
    const men = await this.placement();
    await this.button('Latest position').click();
    const found = set.filter(({ fen }) => fen.split(' ')[0] === men);
    expect(found.length, `a puzzle with the men ${men}`).toBeGreaterThan(0);
    return found[0]!;
  }

  /** The first field of a FEN of what the squares say. */
  private async placement(): Promise<string> {
    const labels = await this.cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    const letters: Record<string, string> = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
    const men = new Map(labels.map((label) => {
      const [square = '', man = ''] = label.split(', ');
      const [color, role = ''] = man.split(' ');
      const sign = letters[role] ?? '1';
      return [square, color === 'white' ? sign.toUpperCase() : sign];
    }));
    const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...'abcdefgh'].map((file) => men.get(`${file}${rank}`)).join(''));
    return rows.join('/').replace(/1+/g, (gap) => String(gap.length));
  }

  /** Waits until it is the solver's move. */
  async yours(): Promise<void> {
    await expect(this.button('Show the solution')).toHaveAttribute('aria-disabled', 'false');
    await expect(this.status).toContainText(/to move/);
  }

  /** Waits for a number of half-moves on the board. */
  async played(count: number): Promise<void> {
    await expect(this.moves).toHaveCount(count);
  }

  /** Plays the solution by pressing the men. */
  async solve({ moves }: Puzzle): Promise<void> {
    for (let index = 1; index < moves.length; index += 2) {
      await this.played(index);
      const uci = moves[index]!;
      await this.tap(uci.slice(0, 2), uci.slice(2, 4));
      await this.promote(uci);
    }
  }

  /** Chooses the man for a pawn, where the move has one. */
  async promote(uci: string): Promise<void> {
    const role = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' }[uci[4] ?? ''];
    if (role) await this.promotion.getByRole('button', { name: role }).click();
  }

  /** A legal move that is not the one that is wanted: of the squares' own words. */
  async wrongMove(wanted: string): Promise<{ from: string; to: string }> {
    const labels = await this.cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    const all = labels.flatMap((label) => {
      const [, from = '', man = '', targets = ''] = /^(\w\d), (.*?), can move to (.*)$/.exec(label) ?? [];
      return targets === '' ? [] : targets.split(', ').map((to) => ({ from, to, isKing: /king/.test(man) }));
    });
    const others = all.filter(({ from, to }) => `${from}${to}` !== wanted.slice(0, 4));
    // A step of the king hardly ever mates.
    const found = others.find(({ isKing }) => isKing) ?? others[0];
    if (!found) throw new Error('no other move was found');
    return found;
  }
}
