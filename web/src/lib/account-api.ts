// The HTTP part of accounts.
import { get, patch, post, send } from './api';
import type { Seat } from './protocol';
import { recall, remember } from './storage';

export interface Me {
  id: string;
  name: string | null;
  address: string | null;
  role: 'member' | 'admin';
  /** ms since the epoch. */
  created: number;
  /** Whether the account has a password. */
  password: boolean;
}

interface Answer {
  account: Me | null;
}

const PATH = '/api/account';
const part = (rest: string, id: string): string => `${PATH}/${rest}/${encodeURIComponent(id)}`;

export const me = async (): Promise<Me | null> => (await get<Answer>(PATH)).account;

/** An account is made with the invitation that was opened here, if one was. */
const INVITATION = 'invitation';
export const noteInvitation = (token: string): void => remember(INVITATION, token);

function invited(): { invitation?: string } {
  const invitation = recall<string | null>(INVITATION, null);
  return invitation ? { invitation } : {};
}

export const signUp = async (name: string, password: string): Promise<Me | null> =>
  (await post<Answer>(PATH, { name, password, ...invited() })).account;

export const signIn = async (name: string, password: string): Promise<Me | null> =>
  (await post<Answer>(`${PATH}/session`, { name, password })).account;

export const signOut = (): Promise<void> => send('DELETE', `${PATH}/session`);

/** An empty password is none. */
const confirmedBy = (password: string): { password?: string } => (password ? { password } : {});

export const changePassword = (old: string, next: string, revokeTokens: boolean): Promise<void> =>
  send('POST', `${PATH}/password`, { ...(old ? { old } : {}), new: next, revoke_tokens: revokeTokens });

export const mailLink = (address: string): Promise<void> => send('POST', `${PATH}/links`, { address });

export const confirmAddress = (address: string, password: string): Promise<void> =>
  send('POST', `${PATH}/address`, { address, ...confirmedBy(password) });

export interface MailedLink {
  address: string;
  /** The account whose address it shall become; null: it signs in. */
  becomes_of: string | null;
  /** The account that it signs in to; null where it makes one. */
  account: string | null;
}

export const lookAtLink = (token: string): Promise<MailedLink> => post(`${PATH}/links/look`, { token });

export const openLink = async (token: string, name: string): Promise<Me | null> =>
  (await post<Answer>(`${PATH}/links/open`, { token, ...(name ? { name, ...invited() } : {}) })).account;

export interface Session {
  id: string;
  device: string;
  created: number;
  used: number;
  this: boolean;
}

export const sessions = async (): Promise<Session[]> =>
  (await get<{ sessions: Session[] }>(`${PATH}/sessions`)).sessions;

export const endSession = (id: string): Promise<void> => send('DELETE', part('sessions', id));
export const endOtherSessions = (): Promise<void> => send('DELETE', `${PATH}/sessions`);

export const SCOPES = [
  'board:play',
  'challenge:read',
  'challenge:write',
  'preference:read',
  'preference:write',
  'email:read',
] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  created: number;
  used: number | null;
  expires: number;
  /** In the answer that has made it only. */
  token?: string;
}

export const tokens = async (): Promise<ApiToken[]> => (await get<{ tokens: ApiToken[] }>(`${PATH}/tokens`)).tokens;

export const makeToken = (name: string, scopes: Scope[], days: number): Promise<ApiToken> =>
  post(`${PATH}/tokens`, { name, scopes, days });

export const revokeToken = (id: string): Promise<void> => send('DELETE', part('tokens', id));

export interface Passkey {
  id: string;
  name: string;
  created: number;
  used: number | null;
}

export interface Asked<Options> {
  ceremony: string;
  options: Options;
}

export const passkeys = async (): Promise<Passkey[]> =>
  (await get<{ passkeys: Passkey[] }>(`${PATH}/passkeys`)).passkeys;

export const beginPasskey = (name: string, password: string): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>> =>
  post(`${PATH}/passkeys`, { name, ...confirmedBy(password) });

export const finishPasskey = (ceremony: string, credential: unknown): Promise<void> =>
  send('POST', `${PATH}/passkeys/finish`, { ceremony, credential });

export const renamePasskey = (id: string, name: string): Promise<void> => send('PATCH', part('passkeys', id), { name });
export const removePasskey = (id: string): Promise<void> => send('DELETE', part('passkeys', id));

export const askPasskey = (): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>> =>
  post(`${PATH}/session/passkey`);

export const showPasskey = async (ceremony: string, credential: unknown): Promise<Me | null> =>
  (await post<Answer>(`${PATH}/session/passkey/finish`, { ceremony, credential })).account;

export type Kept = Record<string, unknown>;

export const preferencesOf = (): Promise<Kept> => get(`${PATH}/preferences`);
export const changePreferences = (changes: Kept): Promise<Kept> => patch(`${PATH}/preferences`, changes);

export const claimTable = (table: string): Promise<{ seat: Seat }> =>
  post(`/api/tables/${encodeURIComponent(table)}/claim`);

export const archived = async <Game>(): Promise<Game[]> => (await get<{ games: Game[] }>(`${PATH}/archive`)).games;

export const keepGame = (id: string, ended: number, pgn: string, game: unknown): Promise<void> =>
  send('POST', `${PATH}/archive`, { id, ended, pgn, game });

export const dropGame = (id: string): Promise<void> => send('DELETE', part('archive', id));

export const EXPORT_PATH = `${PATH}/export`;

export const leave = (password: string): Promise<void> => send('DELETE', PATH, confirmedBy(password));
