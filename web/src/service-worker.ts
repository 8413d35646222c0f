/// <reference types="@sveltejs/kit" />
/// <reference no-default-lib="true" />
/// <reference lib="esnext" />
/// <reference lib="webworker" />
// Keeps the whole application on the device, so that it opens without a network. Answers of the API and sockets are
// never kept. A new version waits until it is asked for or no page of the old one is open, and what an old page may
// still load stays.
import { build, files, prerendered, version } from '$service-worker';

const worker = self as unknown as ServiceWorkerGlobalScope;

const PREFIX = 'tabiya-';
const CACHE = `${PREFIX}${version}`;
/** The page that draws every address which is not a page of its own. */
const APPLICATION = '/200.html';
const KEPT = new Set([...build, ...files, ...prerendered, APPLICATION]);
/** A cache in which the version in use is written down: the next one keeps its files. */
const NOTES = 'notes';
const IN_USE = '/in-use';
/** A network that does not answer a page for so long counts as none. */
const PATIENCE_MS = 4_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(keepAll());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'update') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/api/') || pathname === '/healthz') return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname));
  else if (KEPT.has(pathname) || pathname.startsWith('/_app/')) event.respondWith(file(request, pathname));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache: all of one version.
  await cache.addAll([...KEPT].map((path) => new Request(path, { cache: 'reload' })));
}

/** Only the version that was in use until now stays beside this one, not what waited and was overtaken. */
async function forgetOld(): Promise<void> {
  const notes = await caches.open(NOTES);
  const before = await (await notes.match(IN_USE))?.text();
  if (before) {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== before);
    await Promise.all(old.map((name) => caches.delete(name)));
  }
  await notes.put(IN_USE, new Response(CACHE));
}

/** A page comes from the server while it answers: it alone knows the newest. */
async function page(request: Request, pathname: string): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(KEPT.has(pathname) ? pathname : APPLICATION);
  if (!kept) return fetch(request);
  const impatience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await Promise.race([fetch(request), whenAborted(impatience)]);
    return response.status < 500 ? response : kept;
  } catch {
    return kept;
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** A file comes from the device; one of an older version, too. */
async function file(request: Request, pathname: string): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(pathname);
  return kept ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
