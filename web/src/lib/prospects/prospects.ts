// Who can still mate in a position: asked of a worker, the last question only. Types and the way to ask; the
// search itself is the WASM package's.

export interface Step {
  uci: string;
  san: string;
  fen: string;
  check?: string;
}

export type Prospect =
  | { type: 'mate'; line: Step[] }
  | { type: 'no_mate'; sentence: string }
  | { type: 'undecided' };

export interface Found {
  /** The position as it was understood. */
  fen: string;
  white: Prospect;
  black: Prospect;
}

export interface Question {
  number: number;
  /** Where the WebAssembly module lies; undefined when it has not been built. */
  module: string | undefined;
  fen: string;
  chess960: boolean;
}

/** Of `found`, `fault` (what is wrong with the position) and `missing` (no worker to be had) one is there. */
export interface Answer {
  number: number;
  found?: Found;
  fault?: string;
  missing?: boolean;
}

// Named here and not in the worker: what the pages name is kept on the device (service-worker.ts).
const modules = import.meta.glob<string>('../wasm-prospects/tabiya_wasm_bg.wasm', {
  query: '?url', import: 'default', eager: true,
});
const module = Object.values(modules)[0];

export class Prospects {
  #worker: Worker | null = null;
  #number = 0;

  constructor(readonly onanswer: (answer: Answer) => void) {}

  /** Asks; the answer to an earlier question is not told any more. */
  ask(fen: string, chess960 = false): void {
    this.#number += 1;
    const number = this.#number;
    this.#worker ??= this.#start();
    const question: Question = { number, module, fen, chess960 };
    this.#worker.postMessage(question);
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number === this.#number) this.onanswer(data);
    };
    worker.onerror = () => this.onanswer({ number: this.#number, missing: true });
    return worker;
  }
}
