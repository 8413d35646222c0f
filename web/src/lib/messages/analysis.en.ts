// English texts of the opponents and of the archive of games. Part of `en` (en.ts). The board for analysis has its own
// (analysis-board.en.ts).

export const analysis = {
  'home.computer': 'Play the computer',

  'opponent.choose': 'Opponent',
  'opponent.rating': 'rating',
  'opponent.line': '{name} · {rating}',

  'games.title': 'Your games',
  'games.passing': 'This browser keeps nothing: the games are gone when the page is closed.',
  'games.all': 'All {count} games',
  'games.delete': 'Delete this game',
  'games.delete_confirm': 'The game is deleted from this device. Press once more to delete it.',
  'games.delete_yes': 'Yes, delete',
  'games.deleted': 'The game was deleted.',
} as const;
