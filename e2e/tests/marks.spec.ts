// Marks on the board stand out from their squares for everyone: measured in pixels, not in style sheets.
import { expect, test } from '../lib/fixtures.ts';
import { colorsAt, contrast, inEachVision } from '../lib/pixels.ts';
import type { TablePage } from '../lib/table-page.ts';

const ENOUGH = 3;

/** A mark: where it is, a square of the same color without one, and how deep its frame is looked for. */
interface Mark {
  what: string;
  square: string;
  bare: string;
  depths: number[];
}

const marks = (from: string, to: string, focus: string, bare: string): Mark[] => [
  { what: 'origin of the last move', square: from, bare, depths: [2] },
  { what: 'target of the last move', square: to, bare, depths: [2] },
  { what: 'focus', square: focus, bare, depths: [2, 5] },
];

async function markContrasts(table: TablePage, marks: Mark[]): Promise<Map<string, number>> {
  const half = (await table.board.boundingBox())!.width / 16;
  const points = await Promise.all(
    marks.map(async ({ square, bare, depths }) => {
      const middle = await table.point(square);
      const corner = (depth: number) => ({ x: middle.x - half + depth, y: middle.y - half + depth });
      return [await table.point(bare), ...depths.map(corner)];
    }),
  );
  const colors = await colorsAt(table.page, points.flat());
  return new Map(
    marks.map(({ what, depths }) => {
      const [ground, ...frame] = colors.splice(0, depths.length + 1);
      return [what, Math.max(...frame.map((color) => contrast(color, ground!)))];
    }),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the last move and the focus are seen by every eye (${colorScheme})`, async ({ startGame }) => {
    const { white, black } = await startGame({}, { colorScheme });
    const standOut = async (on: string, marks: Mark[]) =>
      inEachVision(white.page, async (vision) => {
        for (const [what, ratio] of await markContrasts(white, marks)) {
          expect(ratio, `${what} on ${on} squares, ${vision}`).toBeGreaterThanOrEqual(ENOUGH);
        }
      });
    await white.tap('e2', 'e4');
    await black.sees(1, 'e4');
    await black.tap('d7', 'd5');
    await white.sees(2, 'd5');
    await white.cell('c3').focus();
    await white.page.keyboard.press('ArrowUp');
    await expect(white.cell('c4')).toBeFocused();
    await standOut('light', marks('d7', 'd5', 'c4', 'd3'));

    await white.tap('d2', 'd4');
    await black.sees(3, 'd4');
    await white.cell('c4').focus();
    await white.page.keyboard.press('ArrowDown');
    await expect(white.cell('c3')).toBeFocused();
    await standOut('dark', marks('d2', 'd4', 'c3', 'e5'));
  });
}

test('the board does not vanish under forced colors', async ({ startGame }) => {
  const { white } = await startGame({}, { forcedColors: 'active' });
  const [light, dark] = await colorsAt(white.page, [await white.point('e4'), await white.point('d4')]);
  expect(contrast(light!, dark!)).toBeGreaterThan(1.5);
});
