// English texts of the opponents, of the archive of games, and of the analysis of one. Part of `en` (en.ts).

export const analysis = {
  'home.computer': 'Play the computer',

  'opponent.choose': 'Opponent',
  'opponent.rating': 'rating',
  'opponent.line': '{name} · {rating}',
} as const;
