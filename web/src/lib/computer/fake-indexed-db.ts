// As much of IndexedDB as the stores of the application ask for, in memory, for tests: stores with a key path or with
// keys of their own, and transactions that do all that they were asked or nothing. Values are copied as the browser
// copies them.

class FakeRequest<T> {
  result!: T;
  error: DOMException | null = null;
  onsuccess: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onupgradeneeded: (() => void) | null = null;
  onblocked: (() => void) | null = null;
}

class FakeStore {
  constructor(
    readonly rows: Map<string, unknown>,
    readonly keyPath: string | undefined,
    readonly transaction: FakeTransaction,
    readonly ask: <T>(work: () => T) => FakeRequest<T>,
  ) {}

  get = (key: string): FakeRequest<unknown> => this.ask(() => structuredClone(this.rows.get(key)));
  getAll = (): FakeRequest<unknown[]> => this.ask(() => [...this.rows.values()].map((row) => structuredClone(row)));
  delete = (key: string): FakeRequest<void> => this.ask(() => void this.rows.delete(key));

  put = (row: Record<string, unknown>, key?: number): FakeRequest<void> => {
    const copy = structuredClone(row);
    return this.ask(() => void this.rows.set(String(this.keyPath ? copy[this.keyPath] : key), copy));
  };
}

class FakeTransaction {
  error: DOMException | null = null;
  oncomplete: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly #work: (() => void)[] = [];

  constructor(readonly database: FakeDatabase, stores: string[], readonly mode: string) {
    for (const name of stores) if (!database.stores.has(name)) throw new Error(`no store ${name}`);
    queueMicrotask(() => this.#run());
  }

  objectStore(name: string): FakeStore {
    const store = this.database.stores.get(name);
    if (!store) throw new Error(`no store ${name}`);
    return new FakeStore(store.rows, store.keyPath, this, (work) => {
      const request = new FakeRequest<ReturnType<typeof work>>();
      this.#work.push(() => {
        request.result = work();
        request.onsuccess?.();
      });
      return request;
    });
  }

  #run(): void {
    if (this.mode === 'readwrite' && this.database.factory.full) {
      this.error = new DOMException('full', 'QuotaExceededError');
      this.onabort?.();
      return;
    }
    if (this.database.factory.silent) return;
    for (const work of this.#work) work();
    this.oncomplete?.();
  }
}

class FakeDatabase {
  readonly stores = new Map<string, { rows: Map<string, unknown>; keyPath: string | undefined }>();
  onversionchange: (() => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly factory: FakeIndexedDb) {}

  createObjectStore(name: string, { keyPath }: { keyPath?: string }): void {
    this.stores.set(name, { rows: new Map(), keyPath });
  }

  transaction(stores: string | string[], mode = 'readonly'): FakeTransaction {
    return new FakeTransaction(this, [stores].flat(), mode);
  }
}

export class FakeIndexedDb {
  /** Nothing more fits in. */
  full = false;
  /** The browser forbids it. */
  forbidden = false;
  /** Nobody is answered: the page is gone before it could be. */
  silent = false;
  readonly databases = new Map<string, FakeDatabase>();

  open(name: string): FakeRequest<FakeDatabase> {
    const request = new FakeRequest<FakeDatabase>();
    queueMicrotask(() => {
      if (this.forbidden) {
        request.onerror?.();
        return;
      }
      const known = this.databases.get(name);
      request.result = known ?? new FakeDatabase(this);
      this.databases.set(name, request.result);
      if (!known) request.onupgradeneeded?.();
      request.onsuccess?.();
    });
    return request;
  }

  /** As the archive is told what a browser has. */
  get factory(): IDBFactory {
    return this as unknown as IDBFactory;
  }
}
