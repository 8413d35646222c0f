// The HTTP part of the host's page.
import { get, post, send } from '$lib/api';
import type { Rating } from '$lib/people-api';
import type { Seat } from '$lib/protocol';

export interface Ban {
  id: string;
  kind: 'person' | 'network' | 'address';
  whom: string;
  reason: string;
  made: number;
  until: number | null;
}

export interface User {
  id: string;
  name: string | null;
  address: string | null;
  role: 'member' | 'admin';
  created: number;
  seen: number;
  games: number;
  closed: boolean;
  ratings: Rating[];
  ban: Ban | null;
}

export interface Report {
  id: string;
  made: number;
  reporter: string | null;
  person: string | null;
  table: string | null;
  seat: Seat | null;
  reason: 'chat' | 'name' | 'cheating' | 'stalling' | 'other';
  text: string;
  said: string[];
}

export interface Rules {
  sign_up: 'open' | 'invitation' | 'closed';
  quiet: boolean;
  refused_words: string[];
}

export interface Invitation {
  id: string;
  note: string;
  created: number;
  expires: number;
  uses_left: number;
}

export interface Health {
  version: string;
  up_ms: number;
  accounts: number;
  games: number;
  tables: number;
  running: number;
  tables_in_memory: number;
  connections: number;
  computer_tables: number;
  bytes: number;
  disk_free: number | null;
  mail: { waiting: number; given_up: number };
}

export interface Page<T> {
  items: T[];
  next: number | null;
}

const at = (rest: string): string => `/api/admin/${rest}`;
const one = (kind: string, id: string, rest = ''): string => at(`${kind}/${encodeURIComponent(id)}${rest}`);
const before = (next: number | null): string => (next === null ? '' : `&before=${next}`);

export const users = (search: string, next: number | null): Promise<Page<User>> =>
  get(at(`users?search=${encodeURIComponent(search)}${before(next)}`));
export const setRole = (id: string, role: User['role']): Promise<void> => send('POST', one('users', id, '/role'), { role });

export const bans = (): Promise<Page<Ban>> => get(at('bans'));
export const ban = (whom: string, reason: string, days: number | null): Promise<Ban> =>
  post(at('bans'), { whom, reason, days });
export const lift = (id: string): Promise<void> => send('DELETE', one('bans', id));

export const reports = (next: number | null): Promise<Page<Report>> => get(at(`reports?closed=false${before(next)}`));
export const closeReport = (id: string, note: string): Promise<void> =>
  send('POST', one('reports', id, '/close'), { note });

export const rules = (): Promise<Rules> => get(at('rules'));
export const setRules = (wish: Rules): Promise<void> => send('PATCH', at('rules'), wish);

export const invitations = (): Promise<Page<Invitation>> => get(at('invitations'));
export const invite = (note: string, days: number, uses: number): Promise<{ link: string; invitation: Invitation }> =>
  post(at('invitations'), { note, days, uses });
export const revoke = (id: string): Promise<void> => send('DELETE', one('invitations', id));

export const mailTest = (address: string): Promise<unknown> => post(at('mail-test'), { address });
export const health = (): Promise<Health> => get(at('health'));
export const BACKUP = at('backup');
