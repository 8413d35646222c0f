// Which of several windows plays at a table: the browser's locks and channels, where there are some and where not.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeLocks } from './fake-locks';
import { BrowserWindows, type Holder } from './windows';

class Window implements Holder {
  told: string[] = [];
  seq = 5;
  /** It does not answer. */
  frozen = false;

  known(): number {
    return this.seq;
  }

  giveUp(): Promise<void> {
    this.told.push('give up');
    return this.frozen ? new Promise(() => undefined) : Promise.resolve();
  }

  lost(): void {
    this.told.push('lost');
  }
}

let locks: FakeLocks;

beforeEach(() => {
  locks = new FakeLocks();
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => void vi.unstubAllGlobals());

let tables = 0;
const fresh = (): string => `t${(tables += 1)}`;

describe('with locks', () => {
  test('the second is told at once that another plays, and hears when that one stops', async () => {
    const [windows, table] = [new BrowserWindows(), fresh()];
    const hold = await windows.hold(table, new Window(), false);
    expect(hold).not.toBeNull();
    expect(await windows.hold(table, new Window(), false)).toBeNull();
    const free = new Promise<void>((resolve) => windows.look(table, () => undefined, resolve));
    hold?.release();
    await free;
    const next = await windows.hold(table, new Window(), false);
    expect(next).not.toBeNull();
    next?.release();
  });

  test('who asks for the table gets it when the other has stored all', async () => {
    const [windows, table, first] = [new BrowserWindows(), fresh(), new Window()];
    await windows.hold(table, first, false);
    const hold = await windows.hold(table, new Window(), true);
    expect(hold).not.toBeNull();
    expect(first.told).toEqual(['give up']);
    hold?.release();
  });

  test('a window that does not answer loses the table', async () => {
    const [windows, table, first] = [new BrowserWindows(), fresh(), new Window()];
    first.frozen = true;
    await windows.hold(table, first, false);
    const hold = await windows.hold(table, new Window(), true);
    expect(hold).not.toBeNull();
    await vi.waitFor(() => expect(first.told).toEqual(['give up', 'lost']));
    hold?.release();
  });

  test('the second is told even where the browser misses that it waits no longer, and takes nothing later', async () => {
    locks.deaf = true;
    const [windows, table] = [new BrowserWindows(), fresh()];
    const hold = await windows.hold(table, new Window(), false);
    expect(await windows.hold(table, new Window(), false)).toBeNull();
    hold?.release();
    const next = await windows.hold(table, new Window(), false);
    expect(next).not.toBeNull();
    next?.release();
  });

  test('a word that comes late takes nothing away', async () => {
    const [windows, table, holder] = [new BrowserWindows(), fresh(), new Window()];
    const hold = await windows.hold(table, holder, false);
    const news = new Promise<void>((resolve) => windows.look(table, resolve, () => undefined));
    windows.tell(table, 5);
    await news;
    expect(holder.told).toEqual([]);
    hold?.release();
  });
});

test.each([
  ['there are none', () => vi.stubGlobal('navigator', {})],
  ['they are forbidden', () => (locks.forbidden = true)],
])('where %s, whoever comes later plays on, and the other hears of it', async (_, without) => {
  without();
  const [windows, table, first] = [new BrowserWindows(), fresh(), new Window()];
  await windows.hold(table, first, false);
  const hold = await windows.hold(table, new Window(), false);
  expect(hold).not.toBeNull();
  windows.tell(table, 6);
  await vi.waitFor(() => expect(first.told).toEqual(['lost']));
  hold?.release();
});
