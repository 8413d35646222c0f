// The secret with which this browser is taking a seat. It is kept until the server has answered, so that a
// request whose answer was lost can be repeated and still means the same seat.
import { recall, remember } from './storage';

const KEY = 'joining';
/** The signs of a seat token: letters and digits without those that look alike. */
const SIGNS = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 24;

interface Joining {
  table: string;
  token: string;
}

export function joiningToken(table: string): string {
  const known = recall<Joining | null>(KEY, null);
  if (known?.table === table) return known.token;
  const token = randomToken();
  remember(KEY, { table, token });
  return token;
}

export const forgetJoining = (): void => remember(KEY, null);

function randomToken(): string {
  // Bytes of 224 and more are thrown away: 224 is 4 times 56, so every sign is equally likely.
  const signs: string[] = [];
  while (signs.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < 224 && signs.length < LENGTH) signs.push(SIGNS.charAt(byte % SIGNS.length));
    }
  }
  return signs.join('');
}
