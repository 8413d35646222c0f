// English texts of chess by letter: one's games, invitations by address, prepared answers, notes, vacations. Part of `en`
// (en.ts).

export const letters = {
  'home.letter': 'A game by letter',
  'site.games': 'Games',
  'site.games_waiting': 'Games ({count})',

  'mail.panel': 'By letter',
  'mail.until_you': 'You have until {moment}: {time} left.',
  'mail.until_them': '{name} has until {moment}: {time} left.',
  'mail.no_limit': 'This game has no limit of time.',
  'mail.away': '{name} is on vacation until {time}: the own time stands.',
  'mail.offer': 'The draw offer becomes a draw by silence {moment}.',
  'mail.rules': 'The rules at a glance',
  'mail.games': 'All your games',

  'plan.title': 'Conditional moves',
  'plan.explained': 'Prepare answers: play a move of your opponent and then your own. As soon as your opponent plays it, your answer is played for you. Nobody else sees what you prepare.',
  'plan.not_now': 'Answers can be prepared while it is your opponent’s turn.',
  'plan.open': 'Prepare an answer',
  'plan.their': 'Play a move of {name}.',
  'plan.your': 'Now your answer.',
  'plan.board': 'Board to prepare answers on',
  'plan.add': 'Keep this line',
  'plan.back': 'Take back',
  'plan.done': 'Done',
  'plan.lines': 'Prepared',
  'plan.none': 'Nothing is prepared.',
  'plan.remove': 'Remove',
  'plan.kept': 'Kept: {line}',
  'plan.removed': 'Removed: {line}',
  'plan.count_one': '1 line',
  'plan.count': '{count} lines',

  'note.title': 'Notes to yourself',
  'note.label': 'Only you can read them',
  'note.saved': 'Saved',
  'note.saving': 'Saving …',
} as const;
