// English texts of the page that the foot of a mail leads to.

export const mail = {
  'mail.title': 'Mails from here',
  'mail.loading': 'One moment …',
  'mail.unknown': 'This link is not known here. Use the one at the foot of the newest mail.',
  'mail.address': 'Mails to {address}',
  'mail.now.each': 'You get a mail at each move.',
  'mail.now.daily': 'You get one mail a day about all your games.',
  'mail.now.none': 'You get no mails about games.',
  'mail.now.game_stopped': 'You get no mails about this game.',
  'mail.now.stopped': 'Nothing is sent to this address.',
  'mail.choose.each': 'A mail at each move',
  'mail.choose.daily': 'One mail a day',
  'mail.choose.none': 'No mails about games',
  'mail.stop_game': 'No mails about this game',
  'mail.stop': 'Never write to this address again',
  'mail.resume': 'Write to me again',
} as const;
