// English texts of accounts and of the header that every page has. Part of `en` (en.ts).

export const account = {
  'site.navigation': 'Pages',
  'site.play': 'Play',
  'site.lobby': 'Lobby',
  'site.watch': 'Watch',
  'site.games': 'Games',

  'account.sign_in': 'Sign in',
  'account.menu': 'Account of {name}',
  'account.own': 'Account',
  'account.profile': 'Profile',
  'account.host': 'The house',
  'account.sign_out': 'Sign out',
  'account.signed_out': 'You are signed out.',

  'account.not_needed': 'You need no account to play: open a table and send the link. An account keeps your name, your games, your rating and your settings, and opens your seats on every device.',
  'account.new': 'New account',
  'account.sign_up': 'Make the account',
  'account.name': 'Name',
  'account.name_hint': '2 to 20 letters, digits, underscores or hyphens. Everyone sees it.',
  'account.name_or_address': 'Name or mail address',
  'account.password': 'Password',
  'account.password_hint': 'At least 8 characters. Nobody can read it back, not even the host.',
} as const;
