// Colors as they are on the screen, and how well they stand out from each other.
import type { CDPSession, Page } from '@playwright/test';

export type Rgb = [number, number, number];

const VISIONS = ['none', 'protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;

/** Does `look` as people with each kind of color vision see the page. */
export async function inEachVision(page: Page, look: (vision: string) => Promise<void>): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  for (const type of VISIONS) {
    await session.send('Emulation.setEmulatedVisionDeficiency', { type });
    await look(type);
  }
  await session.detach();
}

/** The colors of some points of the window, from one picture of it. */
export async function colorsAt(page: Page, points: { x: number; y: number }[]): Promise<Rgb[]> {
  const png = (await page.screenshot({ scale: 'css', animations: 'disabled' })).toString('base64');
  // The page's content-security policy does not bind an empty page, which can decode the picture.
  const decoder = await page.context().newPage();
  const colors = await decoder.evaluate(
    async ([data, wanted]) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const picture = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
      canvas.drawImage(picture, 0, 0);
      return wanted.map(({ x, y }) => [...canvas.getImageData(x, y, 1, 1).data].slice(0, 3));
    },
    [png, points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))] as const,
  );
  await decoder.close();
  return colors as Rgb[];
}

/** The contrast of two colors as WCAG counts it, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const luminance = (color: Rgb): number => {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light! + 0.05) / (dark! + 0.05);
}
