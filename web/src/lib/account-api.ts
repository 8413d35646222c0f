// The HTTP part of accounts.
import { get, post, send } from './api';

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

export const me = async (): Promise<Me | null> => (await get<Answer>('/api/account')).account;

export const signUp = async (name: string, password: string): Promise<Me | null> =>
  (await post<Answer>('/api/account', { name, password })).account;

export const signIn = async (name: string, password: string): Promise<Me | null> =>
  (await post<Answer>('/api/account/session', { name, password })).account;

export const signOut = (): Promise<void> => send('DELETE', '/api/account/session');
