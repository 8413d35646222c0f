// The faces of the opponents, drawn with one pen from a few colors: what each layer is, from back to front, on a
// sheet of 64 by 64. The colors are in tokens.css. Not here: how a layer becomes a picture (Portrait.svelte).

/** A color of the portraits: `--face-…` in tokens.css. */
export type Paint =
  | 'ink' | 'white' | 'blush'
  | 'skin-1' | 'skin-2' | 'skin-3' | 'skin-4'
  | 'hair-black' | 'hair-brown' | 'hair-red' | 'hair-gold' | 'hair-gray'
  | 'cloth-blue' | 'cloth-red' | 'cloth-green' | 'cloth-ochre' | 'cloth-violet' | 'cloth-teal'
  | 'ground-1' | 'ground-2' | 'ground-3' | 'ground-4';

export interface Layer {
  d: string;
  fill?: Paint;
  /** Width of the pen; not drawn around when left out. */
  pen?: number;
  stroke?: Paint;
}

export interface Portrait {
  ground: Paint;
  layers: readonly Layer[];
}

const PEN = 1.7;

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const shape = (d: string, fill: Paint): Layer => ({ d, fill, pen: PEN });
const flat = (d: string, fill: Paint): Layer => ({ d, fill });
const line = (d: string, pen = PEN, stroke: Paint = 'ink'): Layer => ({ d, pen, stroke });

/** Shoulders in a garment, `wide` in units from the middle. */
const body = (cloth: Paint, wide = 23): Layer =>
  shape(`M${32 - wide} 66c0-13 9-18 ${wide} -18s${wide} 5 ${wide} 18z`, cloth);

const neck = (skin: Paint): Layer => shape('M26.5 38v10.5c2.5 3.5 8.5 3.5 11 0V38z', skin);

const ears = (skin: Paint, y = 29.5, apart = 13): Layer[] => [
  shape(circle(32 - apart, y, 2.8), skin), shape(circle(32 + apart, y, 2.8), skin),
];

/** A head: `half` as wide as that, from `top` to `chin`. */
const head = (skin: Paint, half = 13, top = 12.5, chin = 44): Layer =>
  shape(
    `M${32 - half} ${top + 13}C${32 - half} ${top + 3} ${32 - half / 2} ${top} 32 ${top}S${32 + half} ${top + 3} ` +
      `${32 + half} ${top + 13}c0 9-1.5 ${chin - top - 13 - 4}-${half - 4} ${chin - top - 13 - 1.5}` +
      `q-4 1.5-8 0C${32 - half + 1.5} ${chin - 4} ${32 - half} ${top + 22} ${32 - half} ${top + 13}z`,
    skin,
  );

const eyes = (y = 29, apart = 5.2, r = 1.7): Layer[] => [
  flat(circle(32 - apart, y, r), 'ink'), flat(circle(32 + apart, y, r), 'ink'),
];

const brows = (left: string, right: string): Layer[] => [line(left, 2), line(right, 2)];

const nose = (y = 30): Layer => line(`M32 ${y}c-.8 2-1.8 3.4-1.6 4.3.3.8 1.6.9 2.6.6`, 1.3);

const blush = (y = 34.5, apart = 8.5): Layer[] => [
  flat(circle(32 - apart, y, 2.4), 'blush'), flat(circle(32 + apart, y, 2.4), 'blush'),
];

export const PORTRAITS: Readonly<Record<string, Portrait>> = {
  // A child whose hair has seen no comb, with a gap in the teeth.
  pip: {
    ground: 'ground-2',
    layers: [
      body('cloth-ochre', 19), neck('skin-1'), ...ears('skin-1', 32, 13.5), head('skin-1', 13.8, 15, 46),
      shape(
        'M17.5 28c-1-9 3-12 5-13l-1-4 5 2 2-5 4 3.5 4-3.5 1.5 4.5 5-1.5-1 4c4 2 6 6 4.5 13-2-3-3-5-3.5-7-4 2-8 2-11 0-4 2-7 2-10 0-1 3-2.5 5-4.5 7z',
        'hair-brown',
      ),
      ...brows('M24.5 26.5c1.5-1 3.5-1 4.5 0', 'M35 26.5c1-1 3-1 4.5 0'),
      ...eyes(31.5, 5.4, 2.1), nose(33), ...blush(37, 9.2),
      shape('M26 38.5c3 5.5 9 5.5 12 0z', 'white'), line('M31 38.7v2.5', 1.3),
    ],
  },
  // Nothing that stands about is safe from her.
  mabel: {
    ground: 'ground-3',
    layers: [
      shape(circle(32, 9.5, 6.2), 'hair-gray'),
      body('cloth-violet'), neck('skin-1'),
      shape('M17.5 34c-3-16 5-22 14.5-22s17.5 6 14.5 22c-4-2-5-8-5-12-6 0-14 0-19 0 0 4-1 10-5 12z', 'hair-gray'),
      ...ears('skin-1', 31), head('skin-1', 12.6, 15, 45),
      shape('M19 27c0-9 5-14 13-14s13 5 13 14c-4-1-6-3-7-6-5 3-12 4-19 6z', 'hair-gray'),
      ...brows('M23.5 25.2c1.5-1.4 4-1.4 5.5-.2', 'M35 25c1.5-1.2 4-1.2 5.5.2'),
      ...eyes(30, 5.4, 1.6),
      line(circle(26.6, 30, 4.3)), line(circle(37.4, 30, 4.3)), line('M30.9 29.5c.7-.6 1.5-.6 2.2 0', 1.5),
      ...blush(36.5, 9), line('M27 38.3c2 3 8 3.5 10.5-.8', 1.8),
      flat(circle(19, 35, 1.5), 'cloth-ochre'), flat(circle(45, 35, 1.5), 'cloth-ochre'),
      line('M23 50c4 5 14 5 18 0', 1.5, 'white'),
    ],
  },
  // Forward, whatever it costs.
  tomas: {
    ground: 'ground-1',
    layers: [
      body('cloth-red'), neck('skin-2'), ...ears('skin-2'), head('skin-2'),
      shape(
        'M18.5 27l-1.5-9 4 1.5.5-7.5 5 3 3-7 4.5 5.5 6-5 .5 6.5 6-1.5-2 6 3 1.5-2 6c-3-2-4-4-4.5-6-7 1-13 1-18-1-1 3-2.5 5-4.5 7z',
        'hair-black',
      ),
      ...brows('M23 24.5l6 2.3', 'M41 24.5l-6 2.3'),
      ...eyes(29.5), nose(30.5), line('M27.5 38.5c3 1.2 6.5.8 9.5-1.5', 1.9),
      line('M27.5 49.5l4.5 5 4.5-5', 1.6),
    ],
  },
  // Looks twice before anything is touched.
  ines: {
    ground: 'ground-4',
    layers: [
      body('cloth-teal'),
      shape('M16 40c-2-20 4-28.5 16-28.5S50 20 48 40c-3 3-6 3-8 2H24c-2 1-5 1-8-2z', 'hair-black'),
      neck('skin-3'), head('skin-3', 12.4),
      shape('M19 29c-1-11 4-16 13-16s14 5 13 16c-2-2-3-4-3.5-7.5H22.5C22 25 21 27 19 29z', 'hair-black'),
      ...brows('M24 25.6c1.5-.9 3.5-.9 5-.1', 'M35 25.5c1.5-.8 3.5-.8 5 .1'),
      ...eyes(29.5, 5.2, 1.8), nose(30.5), line('M28.5 38.3c2 1.4 5 1.4 7 0', 1.8),
      flat('M41.5 17l6 2.5-1 2.6-6-2.5z', 'cloth-ochre'),
    ],
  },
  // What he has, he holds.
  bruno: {
    ground: 'ground-2',
    layers: [
      body('cloth-green', 27), neck('skin-2'), ...ears('skin-2', 30, 14.6), head('skin-2', 14.8, 11.5, 46),
      flat('M26 15.5c2-1.5 4.5-2 7-1.8', 'skin-2'),
      line('M24.5 17c2-2 4.5-2.8 7-2.8', 1.5, 'white'),
      ...brows('M22.5 25.5c2-1.8 4.5-1.8 6.5-.3', 'M35 25.2c2-1.5 4.5-1.5 6.5.3'),
      ...eyes(29, 5.7), nose(30),
      shape('M32 36.5c-3-2.2-6-1.7-8 .5-1.5 1.7-3 2-4.5 1.2 1 3.6 6.5 4.3 12.5 2.3 6 2 11.5 1.3 12.5-2.3-1.5.8-3 .5-4.5-1.2-2-2.2-5-2.7-8-.5z', 'hair-brown'),
      line('M29 43c2 .8 4 .8 6 0', 1.4),
    ],
  },
  // Waits for the board to empty.
  wen: {
    ground: 'ground-1',
    layers: [
      body('cloth-blue'), neck('skin-2'), ...ears('skin-2'), head('skin-2', 12.4, 13, 45),
      shape('M18.5 27c-1.5-10 4-15.5 13.5-15.5S47 16 45.5 27c-2-2-3-4-3.5-6.5-6 0-11-1-15-4-1 4.5-4 8-8.5 10.5z', 'hair-black'),
      flat('M43.5 18c1.6 2.5 2.1 5 1.8 8-.9-1-1.6-2-2.2-3.5z', 'hair-gray'),
      flat('M20 19c-1.5 2.5-1.9 5-1.3 7.5.8-.8 1.4-1.5 2-2.5z', 'hair-gray'),
      ...brows('M23.5 23.6h5.5', 'M35 23.6h5.5'),
      ...eyes(30.2, 5.3, 1.6),
      line('M22.5 27.5h8.2v5q0 1-1 1h-6.2q-1 0-1-1zM33.3 27.5h8.2v5q0 1-1 1h-6.2q-1 0-1-1zM30.7 29h2.6', 1.4),
      nose(31.5), line('M28.5 38.5c2 1.2 5 1.2 7 0', 1.8),
      shape('M25.5 49l6.5 8 6.5-8 4 2-10.5 12L21.5 51z', 'white'),
    ],
  },
  // Gives a man for an open king and never looks back.
  sofia: {
    ground: 'ground-3',
    layers: [
      shape(
        'M32 7c6-2 12 1 14 5 5 2 7 7 5.5 12 3 4 2.5 9-.5 12 .5 5-3 8.5-7 9H20c-4-.5-7.5-4-7-9-3-3-3.5-8-.5-12C11 19 13 14 18 12c2-4 8-7 14-5z',
        'hair-red',
      ),
      body('cloth-green'), neck('skin-1'), head('skin-1', 12.2, 14),
      shape('M20 26c-1-5 1-10 6-11 4-2 9-2 12 0 5 1 7 6 6 11-2-1-3.5-3-4-5-3 1-5 0-7-2-2 3-5 4-8 3-1 2-3 3.5-5 4z', 'hair-red'),
      ...brows('M23.5 26.5c1-1.8 3.5-2.3 5.5-1.3', 'M35 24.5c2-1.3 4.5-1 6 .8'),
      ...eyes(30, 5.2, 1.8), nose(31), ...blush(35.5),
      shape('M27 38c3 .8 7 .8 10-.8-.8 4-8.5 5-10 .8z', 'cloth-red'),
    ],
  },
  // A wall with a friendly face.
  idris: {
    ground: 'ground-4',
    layers: [
      body('cloth-ochre', 25), neck('skin-4'), ...ears('skin-4', 30), head('skin-4', 13, 12, 46),
      shape('M18.8 26c-1-10 3-15.5 13.2-15.5S46.2 16 45.2 26c-1.5-1.5-2.2-4-2.7-7-7-1.5-14-1.5-21 0-.5 3-1.2 5.5-2.7 7z', 'hair-black'),
      shape(
        'M19.2 30c1 3 2.5 5 5 5.5 2-1.5 13.5-1.5 15.6 0 2.5-.5 4-2.5 5-5.5 1 11-4.5 17.5-12.8 17.5S18.2 41 19.2 30z',
        'hair-black',
      ),
      ...brows('M23.5 24.8c1.5-1 4-1 5.5 0', 'M35 24.8c1.5-1 4-1 5.5 0'),
      ...eyes(28.5), nose(29.5), line('M28 39c2.5 1.8 5.5 1.8 8 0', 2, 'skin-2'),
    ],
  },
  // One pawn more is enough.
  karin: {
    ground: 'ground-2',
    layers: [
      body('cloth-blue', 21), neck('skin-1'), head('skin-1', 11.6, 12, 46.5),
      shape('M18.5 33c-2-15 4-22.5 13.5-22.5S47.5 18 45.5 33c-2-1.5-2.5-5-2.5-8-2-3-5-5.5-11-9-6 3.5-9 6-11 9 0 3-.5 6.5-2.5 8z', 'hair-gold'),
      shape('M44 32c4 2 4.5 5 2.5 7.5 2.5 2 2.5 5 .5 7 2 2.5 1.5 5.5-.5 7.5l2 5-5-1.5c-2-2.5-2-5 0-7-2-2.5-1.5-5 .5-7-2-3-2-8 0-11.5z', 'hair-gold'),
      line('M46.5 39.5l-2.5 1M47 46.5l-3 .5M46.5 54l-2.5-.5', 1.3),
      ...brows('M24 26c1.5-1 3.5-1.2 5-.6', 'M35 25.4c1.5-.6 3.5-.4 5 .6'),
      ...eyes(30, 4.9, 1.6), nose(31.5), line('M28.5 40c2.2.8 5 .6 7-.4', 1.8),
      shape('M24.5 49c3-2 12-2 15 0l-.5 6c-4 2-10 2-14 0z', 'white'),
    ],
  },
  // Plays for the crowd, and for mate.
  mateo: {
    ground: 'ground-3',
    layers: [
      shape('M17 44c-4-19 1-33 15-33s19 14 15 33l-6 2H23z', 'hair-brown'),
      body('cloth-blue', 24), neck('skin-3'), head('skin-3', 12.6, 13, 45.5),
      shape('M19.6 30c.8 3.5 2.4 5.3 4.9 6 2.5-1.7 5-1.9 7.5-1.2 2.5-.7 5-.5 7.5 1.2 2.5-.7 4.1-2.5 4.9-6 .8 10-4.6 16.5-12.4 16.5S18.8 40 19.6 30z', 'hair-brown'),
      shape('M18.5 30c-2-12 4-18 13-18 10 0 16 6 14 18-2-3-2.8-6-3-9-4-1-7-3-9-5-3 5-8 8-15 14z', 'hair-brown'),
      ...brows('M23.5 26.3c1.5-.8 4-.8 5.5.2', 'M35 24.2c2-1.6 4.5-1.4 6 .2'),
      ...eyes(29.5), nose(30.5), line('M28 39.2c2.5 1.8 6.5 1.3 8.5-1', 2, 'skin-1'),
      shape('M22 47.5c6 4 14 4 20 0l3.5 4.5c-8 5-19 5-27 0zM27 54l-2 10h7l-1-9z', 'cloth-red'),
    ],
  },
  // You will not see where the game was lost.
  noor: {
    ground: 'ground-1',
    layers: [
      body('cloth-violet', 24),
      shape('M15.5 50c-4-24 2-40.5 16.5-40.5S52.5 26 48.5 50c-9 5-24 5-33 0z', 'cloth-teal'),
      shape('M20.5 30c-.5-10 4-15 11.5-15s12 5 11.5 15c-.3 9-5 15-11.5 15s-11.2-6-11.5-15z', 'skin-3'),
      line('M19.5 25c2-8 7-11 12.5-11s10.5 3 12.5 11', 1.3),
      line('M43 41c-3 4-8 7-14 8M38 50c3 2 7 2.5 11 2', 1.4),
      ...brows('M24 26.5c1.5-1.2 3.5-1.3 5-.5', 'M35 26c1.5-.8 3.5-.7 5 .5'),
      ...eyes(30.2, 5, 1.8), line('M23.6 29.3l-1.2-.8M40.4 29.3l1.2-.8', 1.4),
      nose(31), line('M28.5 39c2 1.5 5 1.5 7 0', 1.8),
    ],
  },
  // The house itself: half day, half night, and crowned.
  tabiya: {
    ground: 'ground-4',
    layers: [
      shape('M9 66c0-13 9-18 23-18s23 5 23 18z', 'ink'),
      flat('M32 48.9c-12.5 0-21.4 4.3-22 17.1h22z', 'white'),
      shape('M26.5 38v10.5c2.5 3.5 8.5 3.5 11 0V38z', 'white'), flat('M32 38h5v10c-1.5 1.8-3.5 2.4-5 2.4z', 'ink'),
      head('white', 13, 14, 45), flat('M32 14.5c9 .5 12.6 5 12.6 12 0 9-2.6 17.5-12.6 17.9z', 'ink'),
      shape('M17.5 20L14 7.5l8.5 5L26 4.5l6 7 6-7 3.5 8 8.5-5L46.5 20c-9-3.5-20-3.5-29 0z', 'cloth-ochre'),
      flat(circle(32, 15.2, 1.7), 'cloth-red'),
      flat(circle(26.8, 30, 1.8), 'ink'), flat(circle(37.2, 30, 1.8), 'white'),
      line('M24 26.2c1.5-1 3.5-1 5-.3', 1.9), line('M35 25.9c1.5-.7 3.5-.7 5 .3', 1.9, 'white'),
      line('M32 30c-.8 2-1.8 3.4-1.6 4.3', 1.3),
      line('M27.5 38.5c1.5 1.2 3 1.6 4.5 1.6', 1.9), line('M32 40.1c1.5 0 3-.4 4.5-1.6', 1.9, 'white'),
      line('M32 14v30', 1),
    ],
  },
};
