// The real binary as a child process, on a port and a data folder of its own.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const BINARY = process.env.TABIYA_BINARY ?? resolve('../target/release/tabiya');

export class Server {
  readonly url: string;
  /** The maildir in which replies to mails are found. */
  readonly replies: string;
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    private readonly port: number,
    readonly folder: string,
  ) {
    this.url = `http://localhost:${port}`;
    this.replies = join(folder, 'replies');
  }

  static async start(): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'tabiya-e2e-'));
    const server = new Server(await freePort(), folder);
    await server.run();
    return server;
  }

  /** Starts the process (again) on the same port and data, and waits until it answers. */
  async run(): Promise<void> {
    const child = spawn(BINARY, ['--port', String(this.port), '--data', this.folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // All visitors come from one address here, faster than people do.
      env: {
        ...process.env,
        TABIYA_OPENS_PER_MINUTE: '0',
        TABIYA_JOINS_PER_MINUTE: '0',
        TABIYA_SIGN_UPS: '0',
        TABIYA_REQUESTS_PER_MINUTE: '0',
        TABIYA_MAIL_REPLY: 'chess+*@example.org',
        TABIYA_MAIL_IN: `maildir:${this.replies}`,
      },
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    const deadline = Date.now() + 15_000;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${BINARY} did not start:\n${this.#output}`);
      }
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }

  /** What a host does from the command line, beside the running service. */
  async admin(...words: string[]): Promise<void> {
    await promisify(execFile)(BINARY, ['admin', '--data', this.folder, ...words]);
  }

  /** The process dies without a chance to say goodbye, as in a power cut. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    // A stop that takes longer than this is a fault of its own.
    const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(patience);
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/healthz`)).ok;
    } catch {
      return false;
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
