// Moves and squares in words, for the ear: what the live region and the labels of the squares say.
import { t } from '../messages';
import type { Color } from '../protocol';
import type { Man, Role } from './placement';

const ROLE_OF_LETTER: Record<string, Role> = {
  N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king',
};

function bareMove(san: string): string {
  if (san.startsWith('O-O-O')) return t('say.castle_long');
  if (san.startsWith('O-O')) return t('say.castle_short');
  const parts = /^([NBRQK]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([NBRQ]))?/.exec(san);
  if (!parts) return san;
  const [, piece = '', origin = '', takes, square = '', promotion] = parts;
  const role = ROLE_OF_LETTER[piece] ?? 'pawn';
  const name = t(`role.${role}`);
  // What tells two like men apart is said after the man: "knight b d2", "pawn e takes d5".
  const man = origin ? `${name} ${origin}` : name;
  const move = t(takes ? 'say.capture' : 'say.step', { man, square });
  const became = promotion && ROLE_OF_LETTER[promotion];
  return became ? t('say.promotes', { move, role: t(`role.${became}`) }) : move;
}

/** "Nbxd2+" as "knight b takes d2, check". */
export function moveInWords(san: string): string {
  const move = bareMove(san);
  if (san.endsWith('#')) return t('say.mate', { move });
  return san.endsWith('+') ? t('say.check', { move }) : move;
}

export const colorName = (color: Color): string => t(`color.${color}`);

export const manName = (man: Man): string => t(`piece.${man.color}.${man.role}`);

export interface CellFacts {
  square: string;
  man: Man | undefined;
  /** Where the man may go; undefined when that is not known or not the reader's business. */
  targets: readonly string[] | undefined;
  selected: boolean;
  target: boolean;
  lastMove: boolean;
  check: boolean;
  premove: boolean;
  bound: boolean;
}

/** What a square of the accessible board says about itself. */
export function cellLabel(facts: CellFacts): string {
  const { square, man, targets } = facts;
  let cell = bareCell(square, man ?? null);
  if (facts.check) cell = t('board.cell_check', { cell });
  if (facts.selected) cell = t('board.cell_selected', { cell });
  if (facts.target) cell = t('board.cell_target', { cell });
  if (facts.premove) cell = t('board.cell_premove', { cell });
  if (facts.bound) cell = t('touch.cell', { cell });
  if (facts.lastMove) cell = t('board.cell_last', { cell });
  if (!targets) return cell;
  return targets.length > 0
    ? t('board.cell_moves', { cell, targets: targets.join(', ') })
    : t('board.cell_no_moves', { cell });
}

/** A square and what stands on it: "e4, white pawn". */
export const bareCell = (square: string, man: Man | null): string =>
  man ? t('board.cell_piece', { square, piece: manName(man) }) : t('board.cell_empty', { square });
