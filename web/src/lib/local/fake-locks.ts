// The locks of one browser, for tests: granted in order, stolen, asked for in vain and too late.

interface Request {
  grant: () => void;
  isGranted: boolean;
  fail: (error: Error) => void;
}

/** The locks of one browser, as far as they are asked for here. */
export class FakeLocks {
  readonly #queues = new Map<string, Request[]>();
  forbidden = false;
  /** Signals come too early for it to hear them. */
  deaf = false;
  /** The next request comes only when this promise is kept: another page asks from another process. */
  late: Promise<void> | null = null;

  async request(name: string, how: { signal?: AbortSignal; steal?: boolean }, use: () => Promise<void>): Promise<void> {
    const { late } = this;
    this.late = null;
    if (late) await late;
    return this.#ask(name, how, use);
  }

  #ask(
    name: string, { signal, steal }: { signal?: AbortSignal; steal?: boolean }, use: () => Promise<void>,
  ): Promise<void> {
    if (this.forbidden) return Promise.reject(new DOMException('no', 'SecurityError'));
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const index = queue.indexOf(request);
        if (index >= 0) queue.splice(index, 1);
        const [next] = queue;
        if (next && !next.isGranted) next.grant();
      };
      const request: Request = {
        isGranted: false,
        fail: reject,
        grant: () => {
          request.isGranted = true;
          void Promise.resolve().then(use).then(resolve).then(leave);
        },
      };
      signal?.addEventListener('abort', () => {
        if (request.isGranted || this.deaf) return;
        leave();
        reject(new DOMException('aborted', 'AbortError'));
      });
      if (steal) {
        const [holder] = queue;
        if (holder?.isGranted) {
          queue.shift();
          holder.fail(new DOMException('stolen', 'AbortError'));
        }
        queue.unshift(request);
        request.grant();
        return;
      }
      queue.push(request);
      if (queue.length === 1) request.grant();
    });
  }
}
