// The link against a socket of our own making: it comes back with `since` and repeats what was not answered.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket, lastSocket as last } from './fake-socket';
import { Link, type Connection } from './link';

let seq: number | null;
let connections: Connection[];
let link: Link;
let kept: Map<string, string>;
let game: number;

const opened = (): Link => {
  const one = new Link({
    url: (since) => `ws://x?since=${since}`,
    since: () => seq,
    table: 't',
    game: () => game,
    onMessage: () => undefined,
    onConnection: (connection) => connections.push(connection),
  });
  one.open();
  return one;
};

beforeEach(() => {
  kept = new Map();
  game = 1;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  });
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  seq = null;
  connections = [];
  link = opened();
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

  it('repeats a move of a page that was closed before the answer, under its id, in the same game and nowhere else', () => {
    void link.send({ type: 'move', uci: 'e2e4', ply: 0 });
    void link.send({ type: 'resign' });
    link.close();
    link = opened();
    last().accept();
    const [move, ...more] = last().commands();
    expect(move?.do).toEqual({ type: 'move', uci: 'e2e4', ply: 0 });
    expect(more).toEqual([]);
    last().say({ answer: { id: move?.id ?? '', seq: 8 } });
    expect([...kept]).toEqual([]);

    void link.send({ type: 'move', uci: 'd2d4', ply: 2 });
    link.close();
    game = 2;
    link = opened();
    last().accept();
    expect(last().commands()).toEqual([]);
    expect([...kept]).toEqual([]);
  });

  it('that is closed while it is being opened is closed once it is open, and says nothing of it', () => {
    link.close();
    expect(last().readyState).toBe(0);
    last().accept();
    expect(last().readyState).toBe(3);
    expect(connections).toEqual([]);
  });

  it('hands on a refusal', async () => {
    last().accept();
    const answer = link.send({ type: 'start' });
    const refusal = { code: 'c', article: null, message: 'm', squares: [], params: {} };
    last().say({ answer: { id: last().commands()[0]?.id ?? '', refusal } });
    expect(await answer).toEqual(refusal);
  });

  it('sends a command again that came too fast, and gives up one that was not understood', async () => {
    last().accept();
    const fast = link.send({ type: 'start' });
    const odd = link.send({ type: 'abort' });
    const [start, abort] = last().commands();
    last().say({ error: { code: 'too_many', message: 'm', id: start?.id ?? '' } });
    last().say({ error: { code: 'bad_message', message: 'What?', id: abort?.id ?? '' } });
    expect(await odd).toMatchObject({ code: 'bad_message', message: 'What?' });
    expect(last().commands()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(last().commands()).toEqual([start, abort, start]);
    last().say({ answer: { id: start?.id ?? '', seq: 3 } });
    expect(await fast).toBeNull();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(last().commands()).toHaveLength(3);
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
