// English texts of profiles and ratings. Part of `en` (en.ts).

export const people = {
  'class.blitz': 'Blitz',
  'class.rapid': 'Rapid',
  'class.standard': 'Standard',
  'class.correspondence': 'Correspondence',

  'rating.of': 'Rating {rating}',
  'rating.provisional': 'Rating {rating}, provisional: fewer than 5 rated games',
  'rating.change': 'Rating {before}, now {after}',
  'rating.counts': 'The next game counts for the {class} ratings of both.',
  'rating.why_owner_unknown': 'The game is casual: {owner} plays as a guest. Only games between two accounts count.',
  'rating.why_guest_unknown': 'The game is casual: {guest} plays as a guest. Only games between two accounts count.',
  'rating.why_guest_awaited': 'The game counts if your opponent has an account, too.',
  'rating.why_same_person': 'The game is casual: both seats are one person’s.',
  'rating.why_other_start': 'The game is casual: only games from the usual start position count.',
  'rating.why_too_short': 'The game did not count: both have to make a move.',
  'rating.rated': 'Rated',
  'rating.rated_hint': 'The result moves the ratings of both, if both play with an account.',
} as const;
