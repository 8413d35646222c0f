// Which window of this browser plays at a table of this device: one at a time, the others look on and hear of what
// happens. A window that wants to play asks the other for the table; one that does not answer loses it.

/** The window that plays. */
export interface Holder {
  /** The sequence number of the last event that this window knows of. */
  known(): number;
  /** Another window wants to play: nothing is done here any more, and all is stored when the promise is kept. */
  giveUp(): Promise<void>;
  /** Another window has begun to play. */
  lost(): void;
}

/** The right to play at a table. */
export interface Hold {
  release(): void;
}

export interface Windows {
  /** The right to play; null while another window has it. With `take` that one is asked to give it up. */
  hold(table: string, holder: Holder, take: boolean): Promise<Hold | null>;
  /** Tells the others that something was stored. */
  tell(table: string, seq: number): void;
  /** Looks on: hears of what was stored by others, and that nobody plays any more. */
  look(table: string, onnews: () => void, onfree: () => void): () => void;
}

type Message =
  | { type: 'who' }
  | { type: 'mine' }
  | { type: 'give' }
  | { type: 'stored'; seq: number };

/** So long nobody need answer: a page that is read again gives up its locks a moment later. */
const PATIENCE_MS = 1_500;

const nameOf = (table: string): string => `tabiya-table-${table}`;

/** Only pages of a secure address have locks. */
const locks = (): LockManager | null => (globalThis.navigator as Navigator | undefined)?.locks ?? null;

/** Where there are no locks, or the browser forbids them, nobody is kept out. */
const FREE: Hold = { release: () => undefined };

/** A lock that is kept until it is released; null when it is not granted before `signal`. That the signal was given is
    not left to the lock to say: a browser that is still asking whether there may be locks at all misses it, and its
    promise is never kept. What is granted after that is given back. */
function lock(name: string, how: { signal: AbortSignal } | { steal: true }, onlost: () => void): Promise<Hold | null> {
  const manager = locks();
  if (!manager) return Promise.resolve(FREE);
  return new Promise((resolve) => {
    let granted = false;
    const signal = 'signal' in how ? how.signal : null;
    signal?.addEventListener('abort', () => resolve(null));
    const kept = manager.request(name, how, () => {
      if (signal?.aborted) return Promise.resolve();
      granted = true;
      return new Promise<void>((release) => resolve({ release }));
    });
    kept.catch((error: Error) => {
      if (granted) onlost();
      else resolve(error.name === 'AbortError' ? null : FREE);
    });
  });
}

export class BrowserWindows implements Windows {
  async hold(table: string, holder: Holder, take: boolean): Promise<Hold | null> {
    const channel = new BroadcastChannel(nameOf(table));
    const post = (message: Message): void => channel.postMessage(message);
    const waiting = new AbortController();
    let held: Hold | null = null;
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'mine' && !take) waiting.abort();
      if (!held) return;
      if (data.type === 'who') post({ type: 'mine' });
      // Where there are no locks, whoever comes later plays on.
      else if (data.type === 'stored' && data.seq > holder.known()) lose();
      else if (data.type === 'give') void holder.giveUp().then(release);
    };
    const release = (): void => {
      held?.release();
      held = null;
      channel.close();
    };
    const lose = (): void => {
      release();
      holder.lost();
    };
    post({ type: take ? 'give' : 'who' });
    const patience = setTimeout(() => waiting.abort(), PATIENCE_MS);
    held = await lock(nameOf(table), { signal: waiting.signal }, lose);
    clearTimeout(patience);
    if (!held && take) held = await lock(nameOf(table), { steal: true }, lose);
    if (held) return { release };
    channel.close();
    return null;
  }

  tell(table: string, seq: number): void {
    const channel = new BroadcastChannel(nameOf(table));
    channel.postMessage({ type: 'stored', seq } satisfies Message);
    channel.close();
  }

  look(table: string, onnews: () => void, onfree: () => void): () => void {
    const channel = new BroadcastChannel(nameOf(table));
    channel.onmessage = ({ data }: MessageEvent<Message>) => data.type === 'stored' && onnews();
    const waiting = new AbortController();
    // Without locks nobody knows, and whoever looks on says himself that he wants to play.
    if (locks()) {
      void lock(nameOf(table), { signal: waiting.signal }, () => undefined).then((free) => {
        free?.release();
        if (free && !waiting.signal.aborted) onfree();
      });
    }
    return () => {
      waiting.abort();
      channel.close();
    };
  }
}
