// The one thing of Node that unit tests use: reading a WebAssembly module from the disk.
declare module 'node:fs' {
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>;
}
