// Why a move of the reference is not legal, in a few words that need no position: for paper and for readers without
// scripts. The live board says more, by the rules themselves.
export const VERDICTS: Readonly<Record<string, string>> = {
  empty_square: 'nothing stands there',
  opponents_man: 'that man belongs to the other side',
  own_man_on_target: 'an own man stands there',
  king_capture: 'a king is never taken',
  wrong_geometry: 'this man does not move that way',
  blocked: 'another man is in the way',
  pawn_blocked: 'another man is in the way',
  pawn_captures_straight: 'a pawn does not take straight ahead',
  pawn_diagonal_without_capture: 'a pawn goes diagonally only to take',
  double_step_not_first: 'two squares only from the first rank of the pawns',
  en_passant_expired: 'too late: only right after the double step',
  en_passant_exposes_king: 'with both pawns gone the king would be attacked',
  king_into_attack: 'the king would step into attack',
  exposes_king: 'the man shields its king',
  check_not_answered: 'the king would still be in check',
  castling_right_lost: 'the king or that rook has moved before',
  castling_without_rook: 'there is no rook to castle with',
  castling_blocked: 'a man stands between king and rook',
  castling_in_check: 'the king is in check',
  castling_through_attack: 'the king would cross an attacked square',
  castling_into_check: 'the king would arrive on an attacked square',
  promotion_required: 'the pawn must become another man',
  promotion_role: 'a pawn becomes a queen, rook, bishop or knight only',
  not_a_promotion: 'only a pawn on the last rank becomes another man',
};

const ROLES: Readonly<Record<string, string>> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** "e7–e8, queen" for "e7e8q". */
export function moveInSquares(uci: string): string {
  const became = ROLES[uci[4] ?? ''];
  return `${uci.slice(0, 2)}–${uci.slice(2, 4)}${became ? `, ${became}` : ''}`;
}
