// The arbiter in the browser, as the page uses it: the server's own code in a worker, one worker for each table.
// What is asked and answered stands in bench.ts.
import type { Refusal } from '../protocol';
import type { Answer, Call } from './bench';

/** The judge of one table. Its promises fail when it cannot be had, or breaks down. */
export interface Arbiter {
  ask(call: Call): Promise<Answer>;
  /** A game as PGN; empty if there was no such game. */
  pgn(number: number, site: string): Promise<string>;
  /** It is not needed any more. */
  close(): void;
}

type Ask = Call | { type: 'pgn'; number: number; site: string };

export interface ToBench {
  number: number;
  /** Where the WebAssembly module lies. */
  module: string;
  ask: Ask;
}

export type FromBench = { number: number; answer: unknown } | { number: number; fault: string };

/** A refusal that stands in the message of an error; null for every other error. */
export function refusalIn(error: unknown): Refusal | null {
  try {
    return (JSON.parse((error as Error).message) as { refusal: Refusal }).refusal ?? null;
  } catch {
    return null;
  }
}

// Named here and not in the worker: what the pages name is kept on the device (service-worker.ts).
const modules = import.meta.glob<string>('../wasm-table/tabiya_wasm_bg.wasm', {
  query: '?url', import: 'default', eager: true,
});

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Fetches the package while somebody still chooses, after all that the page itself needs: then the board is there at
    once. Whoever opens a table hears if it cannot be had. */
export function prepareArbiter(): void {
  const module = Object.values(modules)[0];
  if (module) void fetch(module, { priority: 'low' }).then((answer) => answer.arrayBuffer()).catch(() => undefined);
}

export class WorkerArbiter implements Arbiter {
  #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #number = 0;
  #waiting = new Map<number, Waiting>();

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<FromBench>) => {
      const waiting = this.#waiting.get(data.number);
      this.#waiting.delete(data.number);
      if ('answer' in data) waiting?.resolve(data.answer);
      else waiting?.reject(new Error(data.fault));
    };
    this.#worker.onerror = (event) => this.#fail(event.message);
  }

  ask(call: Call): Promise<Answer> {
    return this.#ask(call) as Promise<Answer>;
  }

  pgn(number: number, site: string): Promise<string> {
    return this.#ask({ type: 'pgn', number, site }) as Promise<string>;
  }

  close(): void {
    this.#worker.terminate();
    this.#fail('closed');
  }

  #ask(ask: Ask): Promise<unknown> {
    const module = Object.values(modules)[0];
    if (module === undefined) return Promise.reject(new Error('the package has not been built'));
    this.#number += 1;
    const number = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      const message: ToBench = { number, module, ask };
      this.#worker.postMessage(message);
    });
  }

  #fail(why: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(why));
  }
}
