// Whole games to play, as half-moves in UCI and SAN side by side.

export interface HalfMove {
  uci: string;
  san: string;
}

function game(text: string): HalfMove[] {
  return text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [uci = '', san = ''] = pair.split('=>');
      return { uci, san };
    });
}

/** En passant, castling to both sides, a promotion to a knight, and mate after 25 moves. */
export const EVERY_KIND_OF_MOVE = game(`
  e2e4=>e4 d7d5=>d5 e4e5=>e5 f7f5=>f5 e5f6=>exf6 b8c6=>Nc6
  f6g7=>fxg7 c8f5=>Bf5 g1f3=>Nf3 d8d6=>Qd6 f1e2=>Be2 e8c8=>O-O-O
  e1g1=>O-O e7e6=>e6 g7h8n=>gxh8=N d6h2=>Qxh2+ g1h2=>Kxh2 f5c2=>Bxc2
  d1c2=>Qxc2 f8d6=>Bd6+ h2h3=>Kh3 g8f6=>Nf6 h8f7=>Nf7 b7b5=>b5
  c2c6=>Qxc6 d6g3=>Bg3 f2g3=>fxg3 f6g4=>Ng4 h3g4=>Kxg4 h7h5=>h5+
  g4h5=>Kxh5 d8h8=>Rh8+ f7h8=>Nxh8 a7a5=>a5 c6e6=>Qxe6+ c8b8=>Kb8
  e2b5=>Bxb5 c7c6=>c6 e6c6=>Qxc6 a5a4=>a4 c6d5=>Qxd5 b8c8=>Kc8
  b5a4=>Bxa4 c8b8=>Kb8 f1e1=>Re1 b8c8=>Kc8 e1e7=>Re7 c8b8=>Kb8
  d5b7=>Qb7#
`);

/** The shortest mate. */
export const FOOLS_MATE = game(`
  f2f3=>f3 e7e5=>e5 g2g4=>g4 d8h4=>Qh4#
`);
