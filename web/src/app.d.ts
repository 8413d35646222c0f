// Types of SvelteKit's own that this application fills in: none at present.
declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace App {}
}
export {};
