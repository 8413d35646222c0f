// The table for two at one device as its players use it: one board, and a side with buttons for each.
import { expect, type Locator } from '@playwright/test';
import { TablePage } from './table-page.ts';

export interface Opening {
  first?: string;
  second?: string;
  place?: 'Side by side' | 'Face to face';
  /** The label of a kind of clock on the form. */
  clock?: string;
  minutes?: string;
  turning?: boolean;
  /** The name of a rule set. */
  rules?: string;
}

export class LocalPage extends TablePage {
  /** Fills in the form and sets up the board. */
  async open({ first = 'Ana', second = 'Bo', place = 'Side by side', clock, minutes, turning, rules }: Opening = {}): Promise<void> {
    const { page } = this;
    await page.goto('/local');
    await page.getByLabel('First player', { exact: true }).fill(first);
    await page.getByLabel('Second player', { exact: true }).fill(second);
    await page.getByRole('radio', { name: place }).check({ force: true });
    if (turning) await page.getByLabel('Turn the board after each move').check();
    await page.locator('main form > details > summary').click();
    if (rules) {
      await page.getByRole('group', { name: 'Rules' }).locator('summary').click();
      await page.getByRole('radio', { name: rules, exact: true }).check({ force: true });
    }
    await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
    if (clock) await page.getByRole('radio', { name: clock, exact: true }).check({ force: true });
    if (minutes) {
      await page.getByLabel('Minutes a side').fill(minutes);
      await page.getByLabel('Minutes a side').press('Tab');
    }
    await this.button('Set up the board').click();
    await expect(this.board).toBeVisible();
  }

  /** Opens a table and starts its clock. */
  async start(opening: Opening = {}): Promise<void> {
    await this.open(opening);
    await this.button('Start the clock').click();
    await expect(this.button('Start the clock')).toBeHidden();
  }

  side(name: string): Locator {
    return this.page.getByLabel(`Side of ${name}`);
  }

  act(name: string, button: string): Promise<void> {
    return this.side(name).getByRole('button', { name: button, exact: true }).click();
  }

  /** Plays moves like "e2e4" by pressing the man and then the target. */
  async play(moves: string): Promise<void> {
    for (const uci of moves.split(' ')) {
      const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
      await this.tap(from, to);
      await expect(this.cell(from)).toHaveAccessibleName(/empty/);
    }
  }
}
