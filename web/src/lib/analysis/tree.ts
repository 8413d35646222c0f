// A game with variations, as the board for analysis edits it. A tree never changes: every edit makes another one, which
// shares what has stayed, so that undoing is going back to the tree before. No rules of chess here: who adds a move has
// asked them. Reading and writing PGN is in pgn.ts.

export type MarkColor = 'G' | 'R' | 'Y' | 'B';

/** An arrow, or a marked square, which has no `to`. */
export interface Mark {
  color: MarkColor;
  from: string;
  to?: string;
}

/** What somebody's engine has thought, seen from White. */
export interface Judgment {
  cp?: number;
  mate?: number;
  depth?: number;
}

/** What is written about a move, or about the start. */
export interface Notes {
  /** Comments between the bracket of a variation and its first move. */
  before?: readonly string[];
  comments?: readonly string[];
  /** Numeric glyphs: 1 is "!", 2 is "?". */
  nags?: readonly number[];
  clockMs?: number;
  elapsedMs?: number;
  eval?: Judgment;
  marks?: readonly Mark[];
}

export interface Node {
  /** Its place in the tree; 0 is the start. It keeps it as long as it is there. */
  id: number;
  parent: number | null;
  /** The main continuation first. */
  children: readonly number[];
  /** Null for a null move, and for the start. */
  uci: string | null;
  san: string;
  /** The position after it. */
  fen: string;
  notes: Notes;
}

export interface GameTree {
  tags: readonly (readonly [string, string])[];
  /** "1-0" and so on; null where it is missing. */
  marker: string | null;
  startFen: string;
  chess960: boolean;
  /** By their ids. What was deleted leaves its place empty. */
  nodes: readonly (Node | null)[];
}

/** A move to be added, and the position after it. */
export interface Played {
  uci: string | null;
  san: string;
  fen: string;
}

export const ROOT = 0;

export function emptyTree(startFen: string, chess960 = false): GameTree {
  const root: Node = { id: ROOT, parent: null, children: [], uci: null, san: '', fen: startFen, notes: {} };
  return { tags: [], marker: '*', startFen, chess960, nodes: [root] };
}

/** A node; the start where there is no such node. */
export function nodeAt(tree: GameTree, id: number): Node {
  const node = tree.nodes[id] ?? tree.nodes[ROOT];
  if (!node) throw new Error('a tree without a start');
  return node;
}

export const has = (tree: GameTree, id: number): boolean => Boolean(tree.nodes[id]);

export const tagOf = (tree: GameTree, name: string): string | undefined => tree.tags.find(([known]) => known === name)?.[1];

/** The moves from the start to a node, itself included; the start is none. */
export function lineTo(tree: GameTree, id: number): Node[] {
  const line: Node[] = [];
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) line.push(node);
  return line.reverse();
}

/** The main continuations of a node to the end. */
export function lineFrom(tree: GameTree, id: number): Node[] {
  const line: Node[] = [];
  for (let next = nodeAt(tree, id).children[0]; next !== undefined; next = nodeAt(tree, next).children[0]) {
    line.push(nodeAt(tree, next));
  }
  return line;
}

export const mainLine = (tree: GameTree): Node[] => lineFrom(tree, ROOT);

/** Whether a node is the main continuation of all before it. */
export function isMain(tree: GameTree, id: number): boolean {
  return lineTo(tree, id).every((node) => node.parent !== null && nodeAt(tree, node.parent).children[0] === node.id);
}

/** The other moves that could be played instead, with the node itself, in their order. */
export function besides(tree: GameTree, id: number): readonly number[] {
  const { parent } = nodeAt(tree, id);
  return parent === null ? [id] : nodeAt(tree, parent).children;
}

export const plyOf = (tree: GameTree, id: number): number => lineTo(tree, id).length;

/** "14." or "14…" for the move that leads to a node. */
export function numberOf(tree: GameTree, id: number): string {
  const { parent } = nodeAt(tree, id);
  return parent === null ? '' : numberAfter(nodeAt(tree, parent).fen);
}

/** "14." or "14…" for a move in a position. */
export function numberAfter(fen: string): string {
  const fields = fen.split(' ');
  return `${Number(fields[5]) || 1}${fields[1] === 'b' ? '…' : '.'}`;
}

/** "14. Nd5", "14… Nf6"; nothing for the start. */
export const nameOf = (tree: GameTree, id: number): string => {
  const number = numberOf(tree, id);
  return number && `${number} ${nodeAt(tree, id).san}`;
};

/** How many moves there are, variations and all. */
export const sizeOf = (tree: GameTree): number => tree.nodes.reduce((sum, node) => sum + (node ? 1 : 0), 0) - 1;

// ---- edits ------------------------------------------------------------------

function withNodes(tree: GameTree, ...changed: readonly Node[]): GameTree {
  const nodes = tree.nodes.slice();
  for (const node of changed) nodes[node.id] = node;
  return { ...tree, nodes };
}

/** Adds a move behind a node: the first as the main continuation, each further one as the last variation. One that is
 *  there already is not added again. Answers the tree and the node of the move. */
export function addMove(tree: GameTree, at: number, move: Played): { tree: GameTree; id: number } {
  const parent = nodeAt(tree, at);
  const known = parent.children.find((child) => nodeAt(tree, child).uci === move.uci);
  if (known !== undefined) return { tree, id: known };
  const id = tree.nodes.length;
  const node: Node = { id, parent: parent.id, children: [], notes: {}, ...move };
  return { tree: withNodes(tree, { ...parent, children: [...parent.children, id] }, node), id };
}

/** Adds moves one behind the other. */
export function addLine(tree: GameTree, at: number, moves: readonly Played[]): { tree: GameTree; id: number } {
  let grown = { tree, id: at };
  for (const move of moves) grown = addMove(grown.tree, grown.id, move);
  return grown;
}

/** Takes away a move and all that follows it. */
export function deleteFrom(tree: GameTree, id: number): GameTree {
  const { parent } = nodeAt(tree, id);
  if (parent === null || !has(tree, id)) return tree;
  const above = nodeAt(tree, parent);
  const nodes = tree.nodes.slice();
  nodes[parent] = { ...above, children: above.children.filter((child) => child !== id) };
  const open = [id];
  for (let gone = open.pop(); gone !== undefined; gone = open.pop()) {
    open.push(...nodeAt(tree, gone).children);
    nodes[gone] = null;
  }
  return { ...tree, nodes };
}

/** Takes away all that follows a node. */
export const deleteAfter = (tree: GameTree, id: number): GameTree =>
  nodeAt(tree, id).children.reduce((left, child) => deleteFrom(left, child), tree);

/** Takes away what stands beside the main line. */
export function deleteVariations(tree: GameTree): GameTree {
  return [nodeAt(tree, ROOT), ...mainLine(tree)].reduce(
    (left, node) => node.children.slice(1).reduce((rest, child) => deleteFrom(rest, child), left),
    tree,
  );
}

function reordered(tree: GameTree, id: number, order: (children: readonly number[]) => readonly number[]): GameTree {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return tree;
  const above = nodeAt(tree, parent);
  return withNodes(tree, { ...above, children: order(above.children) });
}

/** The node of the line at which it leaves a better one, seen from its end; null on the main line. */
export function headOf(tree: GameTree, id: number): number | null {
  const line = lineTo(tree, id).reverse();
  return line.find((node) => besides(tree, node.id)[0] !== node.id)?.id ?? null;
}

/** The line of a node moves up by one beside the others where it begins. On the main line nothing changes. */
export function promote(tree: GameTree, id: number): GameTree {
  const head = headOf(tree, id);
  if (head === null) return tree;
  return reordered(tree, head, (children) => {
    const place = children.indexOf(head);
    const next = children.filter((child) => child !== head);
    next.splice(place - 1, 0, head);
    return next;
  });
}

/** The line to a node becomes the main line. */
export function promoteToMain(tree: GameTree, id: number): GameTree {
  return lineTo(tree, id).reduce(
    (changed, node) => reordered(changed, node.id, (children) => [node.id, ...children.filter((child) => child !== node.id)]),
    tree,
  );
}

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** Writes something about a move: what is `undefined` or an empty list is taken away. */
export function annotate(tree: GameTree, id: number, notes: Partial<{ [K in keyof Notes]: Notes[K] | undefined }>): GameTree {
  const node = nodeAt(tree, id);
  const entries = Object.entries({ ...node.notes, ...notes }).filter(([, value]) => !isEmpty(value));
  return withNodes(tree, { ...node, notes: Object.fromEntries(entries) as Notes });
}

/** Sets a tag; an empty value takes it away. */
export function setTag(tree: GameTree, name: string, value: string): GameTree {
  const there = tree.tags.some(([known]) => known === name);
  if (value === '') return { ...tree, tags: tree.tags.filter(([known]) => known !== name) };
  const tags = there
    ? tree.tags.map((tag) => (tag[0] === name ? ([name, value] as const) : tag))
    : [...tree.tags, [name, value] as const];
  return { ...tree, tags };
}

/** Adds a mark, changes its color, or takes it away when it is there in this color. */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  const same = marks.some(({ from, to, color }) => from === mark.from && to === mark.to && color === mark.color);
  return same ? others : [...others, mark];
}
