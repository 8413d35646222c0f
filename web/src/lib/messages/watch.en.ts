// English texts of the page of games to watch.

export const watch = {
  'watch.title': 'Watch',
  'watch.tv': 'The best game now',
  'watch.to_table': 'Watch at the table',
  'watch.games': 'Games that are being played',
  'watch.none': 'No game can be watched at the moment. Games of the lobby appear here; a table of friends only if its owner wants it.',
  'watch.board': 'Board of {white} against {black}',
  'watch.watchers_one': 'one watches',
  'watch.watchers': '{count} watch',
  'watch.next': 'The game is over; the next one follows.',
} as const;
