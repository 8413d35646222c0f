// What a printed diagram shows, as data, and the same in words for whoever does not see it.
import { t } from '$lib/messages';
import type { Color } from '$lib/protocol';
import { FILES, RANKS, readPlacement, sideToMove, START_FEN, type Placement, type Role } from '$lib/table/placement';
import { texts } from './learn.en';

/** A position with what is drawn on it. Squares are named like "e4", arrows like "e1g1". */
export interface DiagramData {
  fen: string;
  /** What is to be seen, in a few words: the name of the picture for whoever does not see it. */
  alt: string;
  /** The color at the bottom; White unless said. */
  bottom?: Color;
  /** Squares with a ring around them. */
  rings?: readonly string[];
  /** Squares to which a man may go. */
  dots?: readonly string[];
  /** Squares that are forbidden. */
  crosses?: readonly string[];
  arrows?: readonly string[];
  /** No man stands there: the board itself is what is shown. */
  bare?: boolean;
}

const ORDER: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

function side(men: Placement, color: Color): string {
  const parts = ORDER.flatMap((role) => {
    const squares = [...men].filter(([, man]) => man.color === color && man.role === role).map(([square]) => square);
    if (squares.length === 0) return [];
    return [`${t(`role.${role}`)} ${squares.sort().join(', ')}`];
  });
  return parts.join('; ');
}

/** Where the men stand and who is to move, in words. */
export function positionInWords(fen: string): string {
  const turn = t(sideToMove(fen) === 'white' ? 'turn.white' : 'turn.black');
  if (fen.split(' ')[0] === START_FEN.split(' ')[0]) return texts('diagram.start', { turn });
  const men = readPlacement(fen);
  if (men.size === 0) return texts('diagram.empty');
  const colors = (['white', 'black'] as const).flatMap((color) => {
    const list = side(men, color);
    return list ? [texts('diagram.side', { color: t(`color.${color}`), list })] : [];
  });
  return `${colors.join(' ')} ${turn}.`;
}

/** The marks of a diagram in words. */
export function marksInWords(data: Pick<DiagramData, 'rings' | 'dots' | 'crosses' | 'arrows'>): string {
  const arrows = (data.arrows ?? []).map((arrow) =>
    texts('diagram.arrow', { from: arrow.slice(0, 2), to: arrow.slice(2, 4) }),
  );
  const list = (squares: readonly string[] | undefined, key: 'diagram.rings' | 'diagram.dots' | 'diagram.crosses') =>
    squares?.length ? [texts(key, { squares: squares.join(', ') })] : [];
  return [
    ...list(data.rings, 'diagram.rings'),
    ...list(data.dots, 'diagram.dots'),
    ...list(data.crosses, 'diagram.crosses'),
    ...(arrows.length ? [texts('diagram.arrows', { list: arrows.join(', ') })] : []),
  ].join(' ');
}

/** Column and row of a square from the upper left corner, as the board is turned. */
export function place(square: string, bottom: Color): { x: number; y: number } {
  const file = FILES.indexOf(square[0] as (typeof FILES)[number]);
  const rank = RANKS.indexOf(square[1] as (typeof RANKS)[number]);
  return bottom === 'white' ? { x: file, y: 7 - rank } : { x: 7 - file, y: rank };
}
