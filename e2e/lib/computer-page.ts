// A game against the computer as a person uses it.
import { expect } from '@playwright/test';
import { TablePage } from './table-page.ts';

export interface Choice {
  opponent?: string;
  color?: 'White' | 'Black';
  /** As its button is called: "None", "3 min + 5 s a move". */
  clock?: string | RegExp;
  /** Which help is refused, by its label. */
  without?: readonly ('Takebacks' | 'Hints')[];
}

export class ComputerPage extends TablePage {
  /** Chooses and starts a game. */
  async start({ opponent = 'Pip', color = 'White', clock, without = [] }: Choice = {}): Promise<void> {
    const { page } = this;
    await page.goto('/computer');
    await page.getByRole('radio', { name: new RegExp(`^${opponent}`) }).check({ force: true });
    await page.getByRole('radio', { name: color, exact: true }).check({ force: true });
    if (clock) await page.getByRole('radio', { name: clock }).first().check({ force: true });
    for (const help of without) await page.getByRole('checkbox', { name: help }).uncheck({ force: true });
    await this.button('Play').click();
    await this.waitForGame();
  }

  /** Moves, and waits until the computer has answered. */
  async play(from: string, to: string): Promise<void> {
    const before = await this.moves.count();
    await this.tap(from, to);
    await expect(this.moves).toHaveCount(before + 2, { timeout: 20_000 });
  }

  /** What the page hears when somebody turns to another tab, and comes back. */
  async look(visible: boolean): Promise<void> {
    await this.page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visible ? 'visible' : 'hidden');
  }

  /** Puts a position in the place of the start of the game that is stored, and reads it again. */
  async setUp(fen: string): Promise<void> {
    // What is still on its way is not there to be changed.
    await this.page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('tabiya.local.journal')));
    await this.page.goto('/computer');
    await this.page.evaluate(async (fen) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('tabiya'));
      const events = database.transaction('events', 'readwrite').objectStore('events');
      for (const row of await done(events.getAll())) {
        const { event } = row.event;
        if (event.settings) event.settings.start = { type: 'position', fen };
        if (event.type === 'game_started') event.start_fen = fen;
        await done(events.put(row));
      }
      database.close();
    }, fen);
    await this.page.getByRole('link', { name: /^You and/ }).click();
    await this.waitForGame();
  }
}
