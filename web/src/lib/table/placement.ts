// Reading the picture on the board out of a FEN: which man stands where, and what is missing.
// No rules of chess: what may move where is asked of `rules.ts`.
import type { Color } from '../protocol';

export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
export interface Man {
  role: Role;
  color: Color;
}
export type Placement = ReadonlyMap<string, Man>;

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
export const PROMOTIONS = ['queen', 'knight', 'rook', 'bishop'] as const;
export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const ROLES: Record<string, Role> = {
  p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king',
};
const LETTERS: Record<Role, string> = {
  pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k',
};
const POINTS: Record<Role, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

/** The letter of a role in UCI: "q" for the queen. */
export const letter = (role: Role): string => LETTERS[role];

export function readPlacement(fen: string): Placement {
  const men = new Map<string, Man>();
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const sign of row) {
      const gap = Number(sign);
      if (gap > 0) {
        file += gap;
        continue;
      }
      const role = ROLES[sign.toLowerCase()];
      const square = `${FILES[file] ?? ''}${RANKS[7 - index] ?? ''}`;
      if (role && square.length === 2) {
        men.set(square, { role, color: sign === sign.toLowerCase() ? 'black' : 'white' });
      }
      file += 1;
    }
  });
  return men;
}

/** The first field of FEN. */
export function writePlacement(men: Placement): string {
  const rows = [...RANKS].reverse().map((rank) => {
    const signs = FILES.map((file) => {
      const man = men.get(`${file}${rank}`);
      const sign = man ? LETTERS[man.role] : '1';
      return man?.color === 'white' ? sign.toUpperCase() : sign;
    });
    return signs.join('').replace(/1+/g, (gap) => String(gap.length));
  });
  return rows.join('/');
}

export const sideToMove = (fen: string): Color => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** Looks like a pawn that goes to its last rank: without the rules, the reason to ask for a role. */
export function looksLikePromotion(men: Placement, from: string, to: string): boolean {
  const man = men.get(from);
  return man?.role === 'pawn' && to[1] === (man.color === 'white' ? '8' : '1');
}

export interface Material {
  /** What each color has taken, most valuable first. */
  taken: Record<Color, Role[]>;
  /** How many points White is ahead by. */
  balance: number;
}

const ORDER: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

function count(men: Placement, color: Color, role: Role): number {
  let total = 0;
  for (const man of men.values()) if (man.color === color && man.role === role) total += 1;
  return total;
}

/** What has left the board since the start. A promoted man counts as the pawn that it was. */
function lost(start: Placement, now: Placement, color: Color): Role[] {
  let promoted = 0;
  const gone: Role[] = [];
  for (const role of ORDER) {
    const missing = count(start, color, role) - count(now, color, role);
    if (role !== 'pawn' && missing < 0) promoted -= missing;
    const left = role === 'pawn' ? missing - promoted : missing;
    for (let i = 0; i < left; i += 1) gone.push(role);
  }
  return gone;
}

export function readMaterial(startFen: string, fen: string): Material {
  const start = readPlacement(startFen);
  const now = readPlacement(fen);
  let balance = 0;
  for (const man of now.values()) balance += (man.color === 'white' ? 1 : -1) * POINTS[man.role];
  return { taken: { white: lost(start, now, 'black'), black: lost(start, now, 'white') }, balance };
}
