// A whole game in a link, and links that bring one: base64url of deflated PGN, a FEN with underscores, moves in UCI.

/** Servers and chats cut what is longer. */
export const LONGEST_LINK = 8_000;

const packed = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const unpacked = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const source = new Blob([bytes as BlobPart]).stream();
  return new Uint8Array(await new Response(source.pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>)).arrayBuffer());
}

export const packPgn = async (pgn: string): Promise<string> =>
  packed(await through(new TextEncoder().encode(pgn), new CompressionStream('deflate-raw')));

/** The PGN of a link. Fails where it is none. */
export const unpackPgn = async (text: string): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true }).decode(await through(unpacked(text), new DecompressionStream('deflate-raw')));

/** A FEN in an address. */
export const fenInAddress = (fen: string): string => fen.replaceAll(' ', '_');

/** The link to a game with a position of it, of which others see a picture. */
export async function linkTo(origin: string, pgn: string, fen: string, ply: number): Promise<string> {
  const game = await packPgn(pgn);
  const place = ply > 0 ? `&ply=${ply}` : '';
  return `${origin}/analysis?game=${game}&fen=${encodeURIComponent(fenInAddress(fen))}${place}`;
}

/** What an address asks for. */
export interface Asked {
  /** A game: of the archive by its id, or packed. */
  game: string | null;
  /** An analysis of this device. */
  id: string | null;
  /** A game of the server: its table and its number there. */
  table: { id: string; number: number } | null;
  pgn: string | null;
  fen: string | null;
  moves: readonly string[];
  /** The half-move that is to be shown. */
  ply: number | null;
  chess960: boolean;
}

/** Reads an address: its query and its hash, which means the same. */
export function askedBy(url: URL): Asked {
  const hash = new URLSearchParams(url.hash.replace(/^#/, ''));
  const get = (name: string): string | null => hash.get(name) ?? url.searchParams.get(name);
  const ply = Number(get('ply') ?? Number.NaN);
  const table = hash.get('table');
  return {
    game: get('game'),
    id: hash.get('id'),
    table: table ? { id: table, number: Number(hash.get('number')) || 1 } : null,
    pgn: get('pgn'),
    fen: get('fen'),
    moves: (get('moves') ?? '').split(/[,\s]+/).filter(Boolean),
    ply: Number.isInteger(ply) && ply >= 0 ? ply : null,
    chess960: get('variant') === 'chess960',
  };
}
