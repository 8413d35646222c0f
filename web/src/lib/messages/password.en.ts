// English texts of the form for a new password. They come with that page only.

export const password = {
  'password.ends': 'All other devices are signed out, and private links to seats in your games open nothing any more; on your own devices you keep your seats.',
  'password.tokens': 'You have API tokens: {names}.',
  'password.revoke': 'Revoke them, too: wise where somebody else may have known the old password. Programs that use them stop working.',
  'password.revoked': 'The API tokens are revoked.',
} as const;
