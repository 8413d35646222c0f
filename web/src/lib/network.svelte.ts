// Whether there is a network, and whether a new version of the application waits to be used.

/** How often a page that stays open asks for a new version. */
const ASK_EVERY_MS = 3_600_000;

class Network {
  online = $state(true);
  /** A new version is on the device and waits. */
  updateReady = $state(false);
  #registration: ServiceWorkerRegistration | null = null;
  #asked = 0;

  /** Once, when the application begins. */
  begin(): void {
    const look = (): void => {
      this.online = navigator.onLine;
    };
    look();
    addEventListener('online', look);
    addEventListener('offline', look);
    // Only where the connection is secure, and not while somebody works on the application itself.
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
    navigator.serviceWorker.register('/service-worker.js').then(
      (registration) => this.#follow(registration),
      (error: unknown) => console.error('not kept on this device', error),
    );
    document.addEventListener('visibilitychange', () => this.#askAgain());
  }

  /** Goes over to the new version; this page is loaded again. */
  update(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.#registration?.waiting?.postMessage('update');
  }

  #follow(registration: ServiceWorkerRegistration | undefined): void {
    // A browser that is told to refuse workers may answer with nothing.
    if (!registration) return;
    this.#registration = registration;
    this.#asked = Date.now();
    // The very first version is used at once: there is nothing it would take the place of.
    const look = (): void => {
      this.updateReady = registration.waiting !== null && navigator.serviceWorker.controller !== null;
    };
    look();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    );
  }

  #askAgain(): void {
    if (document.visibilityState !== 'visible' || Date.now() - this.#asked < ASK_EVERY_MS) return;
    this.#asked = Date.now();
    // Not reached: the next time will do.
    this.#registration?.update().catch(() => undefined);
  }
}

export const network = new Network();
