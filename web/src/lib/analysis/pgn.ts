// The door to the package that knows PGN with variations, openings, faults of a position and pictures: crates/wasm with
// the feature `analysis`. It is loaded when a board for analysis asks for it.
import { emptyTree, type GameTree, type Mark, type Node, type Notes } from './tree';

/** A place in a text and what is wrong there. */
export interface Fault {
  line: number;
  column: number;
  /** What stands there. */
  token: string;
  code: string;
  sentence: string;
}

/** A line that ends early, since it could not be read on. */
export interface Cut {
  /** The node behind which it ends. */
  after: number;
  fault: Fault;
}

export interface ReadGame {
  tree: GameTree;
  cuts: readonly Cut[];
  /** What was passed over. */
  oddities: readonly Fault[];
  skippedVariations: number;
}

/** A game of a file, by its tags. */
export interface ListedGame {
  tags: readonly (readonly [string, string])[];
}

/** One thing that is wrong with a position. */
export interface PositionFault {
  field: 'board' | 'turn' | 'castling' | 'ep_square' | 'halfmove_clock' | 'fullmove_number';
  code: string;
  sentence: string;
}

export interface Opening {
  eco: string;
  name: string;
}

interface Package {
  default: (source: { module_or_path: unknown }) => Promise<unknown>;
  readPgnList(bytes: Uint8Array): string;
  readPgnGame(bytes: Uint8Array, number: number): string;
  writePgn(tree: string): string;
  checkFen(fen: string, chess960: boolean): string;
  readFen(text: string, chess960: boolean): string;
  openingName(fen: string): string | undefined;
  pictureSvg(fen: string, chess960: boolean, blackBelow: boolean, marks: string): string;
}

interface ToldNode {
  parent: number | null;
  uci: string | null;
  san: string;
  fen: string;
  notes?: Notes;
}

interface Told {
  tags: [string, string][];
  marker: string | null;
  startFen: string;
  chess960: boolean;
  nodes: ToldNode[];
  cuts: Cut[];
  oddities: Fault[];
  skippedVariations: number;
}

/** The tree as the package tells it: nodes in one list, each behind the one that it follows. */
function treeOf({ tags, marker, startFen, chess960, nodes }: Told): GameTree {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, id) => {
    if (parent !== null) children[parent]?.push(id);
  });
  const made = nodes.map((node, id): Node => ({ ...node, id, children: children[id] ?? [], notes: node.notes ?? {} }));
  return { ...emptyTree(startFen, chess960), tags, marker, nodes: made };
}

/** The same back: what was deleted is left out, and siblings come in their order. */
function told(tree: GameTree): string {
  const places = new Map<number, number>();
  const nodes: Pick<ToldNode, 'parent' | 'uci' | 'notes'>[] = [];
  const open = [0];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = tree.nodes[id];
    if (!node) continue;
    places.set(id, nodes.length);
    const parent = node.parent === null ? null : (places.get(node.parent) ?? null);
    nodes.push({ parent, uci: node.uci, notes: node.notes });
    open.push(...[...node.children].reverse());
  }
  const { tags, marker, startFen, chess960 } = tree;
  return JSON.stringify({ tags, marker, startFen, chess960, nodes });
}

const parse = <T>(json: string): T => JSON.parse(json) as T;
const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === 'string' ? new TextEncoder().encode(text) : text);

/** What the package can do. Throws an Error with a sentence when it cannot do as told. */
export class Notation {
  readonly #names = new Map<string, Opening | null>();

  constructor(readonly code: Omit<Package, 'default'>) {}

  /** The games of a file, by their tags. */
  list(text: string | Uint8Array): ListedGame[] {
    return parse(this.code.readPgnList(bytesOf(text)));
  }

  /** One game of a file, by its number from 0. */
  read(text: string | Uint8Array, number = 0): ReadGame {
    const game = parse<Told>(this.code.readPgnGame(bytesOf(text), number));
    const { cuts, oddities, skippedVariations } = game;
    return { tree: treeOf(game), cuts, oddities, skippedVariations };
  }

  write(tree: GameTree): string {
    return this.code.writePgn(told(tree));
  }

  /** What is wrong with a position; nothing where it can be played. */
  faults(fen: string, chess960: boolean): PositionFault[] {
    return parse(this.code.checkFen(fen, chess960));
  }

  /** A FEN as people write it, in the form of the house. */
  fen(text: string, chess960: boolean): string {
    return this.code.readFen(text, chess960);
  }

  /** The opening that a position has the name of. */
  opening(fen: string): Opening | null {
    // However many half-moves and moves it took.
    const key = fen.split(' ').slice(0, 4).join(' ');
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const found = this.code.openingName(fen);
    const named = found === undefined ? null : parse<Opening>(found);
    this.#names.set(key, named);
    return named;
  }

  picture(fen: string, chess960: boolean, blackBelow: boolean, marks: readonly Mark[]): string {
    return this.code.pictureSvg(fen, chess960, blackBelow, JSON.stringify(marks));
  }
}

// Globs rather than imports: the application also builds where the package has not been made.
const packages = import.meta.glob<Package>('../wasm-analysis/tabiya_wasm.js');
const modules = import.meta.glob<string>('../wasm-analysis/tabiya_wasm_bg.wasm', {
  query: '?url', import: 'default', eager: true,
});

let loading: Promise<Notation> | null = null;

/** The package; fails when it cannot be had. The next attempt begins anew. */
export function loadNotation(): Promise<Notation> {
  loading ??= (async () => {
    const [load, url] = [Object.values(packages)[0], Object.values(modules)[0]];
    if (!load || url === undefined) throw new Error('the package has not been built');
    const code = await load();
    await code.default({ module_or_path: url });
    return new Notation(code);
  })();
  loading.catch(() => (loading = null));
  return loading;
}
