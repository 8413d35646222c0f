// The HTTP part of the protocol: opening a table, taking a seat, links and PGN. And how a socket is let go.
import { t } from './messages';
import type { Refusal, Seat, Settings, View, WireError } from './protocol';

/** A request that did not come through, with a sentence for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    throw new ApiError(0, 'network', t('error.network'));
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: WireError; refusal?: Refusal };
  const fault = body.refusal ?? body.error ?? { code: 'unexpected', message: response.statusText };
  const sentence = response.status === 429 ? t('error.too_many') : fault.message;
  throw new ApiError(response.status, fault.code, sentence);
}

/** Asks for something in JSON. */
export const get = async <Answer>(path: string): Promise<Answer> =>
  (await (await request(path, { method: 'GET' })).json()) as Answer;

export async function patch<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return (await (await request(path, { method: 'PATCH', headers, body: JSON.stringify(body) })).json()) as Answer;
}

/** A request whose answer is only that it was done. */
export async function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<void> {
  const content = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  await request(path, { method, ...(body === undefined ? {} : content) });
}

export async function post<Answer>(path: string, body?: unknown, init: RequestInit = {}): Promise<Answer> {
  const response = await request(path, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  return (await response.json()) as Answer;
}

const at = (table: string, rest = ''): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

/** An empty name is no name. */
const named = (name: string): { name?: string } => (name.trim() ? { name: name.trim() } : {});

export const openTable = (settings: Settings, name: string): Promise<{ table: string }> =>
  post('/api/tables', { settings, ...named(name) });

export const joinTable = (table: string, name: string, token: string): Promise<{ seat: Seat }> =>
  post(at(table, '/join'), { ...named(name), token });

export const takeSeat = (table: string, token: string): Promise<{ seat: Seat }> =>
  post(at(table, '/seat'), { token });

export const newSeatLink = (table: string): Promise<{ seat_link: string }> =>
  post(at(table, '/links'));

/** How strong a computer of the server plays. */
export interface Strength {
  level: string;
  name: string;
}

export interface ComputerOffer {
  /** What the engine calls itself; null where there is none. */
  engine: string | null;
  chess960: boolean;
  /** The weakest first. */
  levels: Strength[];
}

export const computerOffer = async (): Promise<ComputerOffer> =>
  (await (await request('/api/computer', { method: 'GET' })).json()) as ComputerOffer;

export const seatComputer = (table: string, level: string): Promise<{ seq: number }> =>
  post(at(table, '/computer'), { level });

export const lookAt = async (table: string): Promise<View> =>
  (await (await request(at(table), { method: 'GET' })).json()) as View;

export const pgnPath = (table: string, game: number): string => at(table, `/games/${game}.pgn`);

export const fetchPgn = async (table: string, game: number): Promise<string> =>
  (await request(pgnPath(table, game), { method: 'GET' })).text();

export const qrPath = (table: string): string => at(table, '/qr.svg');

export function socketUrl(table: string, since: number | null): string {
  const base = location.origin.replace(/^http/, 'ws');
  return `${base}${at(table, '/socket')}?v=1${since === null ? '' : `&since=${since}`}`;
}

/** Closes the socket; nothing that it does is heard. One that is still being opened is closed when it is open, since
    browsers call the other a failure. */
export function hangUp(socket: WebSocket): void {
  [socket.onmessage, socket.onclose, socket.onerror] = [null, null, null];
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
