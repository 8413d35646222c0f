// The link against a socket of our own making: it comes back with `since` and repeats what was not answered.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '../protocol';
import { Link, type Connection } from './link';

class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { id?: string; do?: unknown; ping?: number }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id?: string });
  }
  close(): void {
    this.drop();
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  commands(): { id?: string; do?: unknown }[] {
    return this.sent.filter((message) => message.do);
  }
}

const last = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('no socket');
  return socket;
};

let seq: number | null;
let connections: Connection[];
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  seq = null;
  connections = [];
  link = new Link({
    url: (since) => `ws://x?since=${since}`,
    since: () => seq,
    onMessage: () => undefined,
    onConnection: (connection) => connections.push(connection),
  });
  link.open();
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('Link', () => {
  it('repeats an unanswered command under the same id after a break, and asks for the rest', async () => {
    last().accept();
    const answer = link.send({ type: 'move', uci: 'e2e4', ply: 0 });
    const [first] = last().commands();
    seq = 7;
    last().drop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(last().url).toBe('ws://x?since=7');
    last().accept();
    expect(last().commands()).toEqual([first]);
    last().say({ answer: { id: first?.id ?? '', seq: 8 } });
    expect(await answer).toBeNull();
    last().drop();
    await vi.advanceTimersByTimeAsync(1_000);
    last().accept();
    expect(last().commands()).toEqual([]);
    expect(connections).toEqual([
      'connected', 'reconnecting', 'connected', 'reconnecting', 'connected',
    ]);
  });

  it('hands on a refusal', async () => {
    last().accept();
    const answer = link.send({ type: 'start' });
    const refusal = { code: 'c', article: null, message: 'm', squares: [], params: {} };
    last().say({ answer: { id: last().commands()[0]?.id ?? '', refusal } });
    expect(await answer).toEqual(refusal);
  });

  it('gives up on a socket that has gone silent', async () => {
    last().accept();
    await vi.advanceTimersByTimeAsync(10);
    expect(last().sent.some((message) => message.ping !== undefined)).toBe(true);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('waits longer after each failure', async () => {
    last().drop();
    await vi.advanceTimersByTimeAsync(300);
    expect(FakeSocket.all).toHaveLength(2);
    last().drop();
    await vi.advanceTimersByTimeAsync(300);
    expect(FakeSocket.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(400);
    expect(FakeSocket.all).toHaveLength(3);
  });
});
