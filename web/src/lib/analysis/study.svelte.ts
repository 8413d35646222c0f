// A board for analysis: the game with its variations, the place in it that is shown, and what has been done, to be
// undone. Not here: the engine (lines.svelte.ts, review.svelte.ts), where games come from (sources.ts), where they are kept (store.ts).
import { announcer } from '../announcer.svelte';
import type { Color } from '../protocol';
import type { Line, Reason, Rules } from '../rules';
import { readPlacement, sideToMove, START_FEN, type Role, letter } from '../table/placement';
import { moveInWords } from '../table/words';
import { toggleGlyph } from './glyphs';
import * as edit from './tree';
import type { GameTree, Mark, Node } from './tree';
import { t } from './words';

/** So many edits can be undone. */
const MOST_UNDONE = 200;

interface Past {
  tree: GameTree;
  at: number;
}

/** A pawn that has arrived: what it becomes is being asked. */
export interface Promotion {
  from: string;
  to: string;
  color: Color;
}

export class Study {
  tree = $state.raw<GameTree>(edit.emptyTree(START_FEN));
  /** The node that is shown. */
  at = $state(0);
  flipped = $state(false);
  name = $state('');
  /** Variations that are folded away, by their first moves. */
  folded = $state.raw<ReadonlySet<number>>(new Set());
  promotion = $state.raw<Promotion | null>(null);
  /** Why the last attempt was no move, until something else happens. */
  refusal = $state.raw<Reason | null>(null);
  /** Asked before a move is played; it takes the move for itself by answering yes. */
  taking: ((uci: string) => boolean) | null = null;
  /** Counts what the board must show anew although its picture is the same. */
  revision = $state(0);

  readonly #undo: Past[] = [];
  readonly #redo: Past[] = [];
  #counted = $state(0);
  #line: { fen: string; line: Line } | null = null;

  constructor(
    readonly rules: Rules,
    /** How this analysis is kept. */
    readonly id: string,
    tree: GameTree,
    at = 0,
  ) {
    this.tree = tree;
    this.at = edit.has(tree, at) ? at : 0;
  }

  // ---- what is shown ----------------------------------------------------------

  readonly node = $derived.by((): Node => edit.nodeAt(this.tree, this.at));
  readonly path = $derived.by((): readonly Node[] => edit.lineTo(this.tree, this.at));
  readonly main = $derived.by((): readonly Node[] => edit.mainLine(this.tree));
  readonly fen = $derived.by((): string => this.node.fen);
  readonly turn = $derived.by((): Color => sideToMove(this.fen));
  readonly men = $derived.by(() => readPlacement(this.fen));
  readonly orientation = $derived.by((): Color => (this.flipped ? 'black' : 'white'));
  readonly marks = $derived.by((): readonly Mark[] => this.node.notes.marks ?? []);

  /** What the rules say of the position that is shown. */
  readonly scene = $derived.by(() => {
    const line = this.#at(this.node);
    const dests = line.dests() as Record<string, string[]>;
    const targets = new Map(Object.entries(dests));
    return { dests: targets, check: line.check(0) ?? null, over: targets.size === 0 };
  });

  readonly lastMove = $derived.by(() => landing(this.tree, this.node));

  /** A line that begins at a node; it is for asking, not for keeping. */
  #at(node: Node): Line {
    if (this.#line?.fen !== node.fen) {
      this.#line?.line.free?.();
      this.#line = { fen: node.fen, line: new this.rules.Line(node.fen, this.tree.chess960) };
    }
    const { line } = this.#line;
    line.truncate(0);
    return line;
  }

  /** Moves after a node as they are written, with the positions that they lead to; as far as they are legal. */
  written(node: Node, ucis: readonly string[]): edit.Played[] {
    const line = this.#at(node);
    const played: edit.Played[] = [];
    try {
      for (const uci of ucis) {
        const san = line.san(uci);
        line.play(uci);
        played.push({ uci, san, fen: line.fen(line.ply()) });
      }
    } catch {
      // A line of the engine can go on behind the end of the game.
    }
    line.truncate(0);
    return played;
  }

  // ---- the way through it -----------------------------------------------------

  goTo(id: number): void {
    this.refusal = null;
    this.promotion = null;
    this.at = edit.has(this.tree, id) ? id : 0;
    this.#unfold(this.at);
  }

  forward(): void {
    const next = this.node.children[0];
    if (next !== undefined) this.goTo(next);
  }

  back(): void {
    if (this.node.parent !== null) this.goTo(this.node.parent);
  }

  first(): void {
    this.goTo(edit.ROOT);
  }

  /** To the end of the line that is shown. */
  last(): void {
    this.goTo(edit.lineFrom(this.tree, this.at).at(-1)?.id ?? this.at);
  }

  /** To the next or previous move beside this one. */
  beside(by: number): void {
    const all = edit.besides(this.tree, this.at);
    const next = all[(all.indexOf(this.at) + by + all.length) % all.length];
    if (next !== undefined && next !== this.at) this.goTo(next);
  }

  /** The node on the main line after so many half-moves. */
  mainAt(ply: number): number {
    return ply < 1 ? edit.ROOT : (this.main[Math.min(ply, this.main.length) - 1]?.id ?? edit.ROOT);
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  /** A move that is looked at is never folded away. */
  #unfold(id: number): void {
    const line = new Set(edit.lineTo(this.tree, id).map((node) => node.id));
    const open = [...this.folded].filter((head) => !line.has(head));
    if (open.length !== this.folded.size) this.folded = new Set(open);
  }

  fold(head: number): void {
    const folded = new Set(this.folded);
    if (!folded.delete(head)) folded.add(head);
    this.folded = folded;
    if (folded.has(head) && this.path.some((node) => node.id === head)) {
      const { parent } = edit.nodeAt(this.tree, head);
      this.at = parent === null ? edit.ROOT : (edit.nodeAt(this.tree, parent).children[0] ?? parent);
    }
  }

  // ---- moves ------------------------------------------------------------------

  /** Somebody has put a man from one square on another. */
  attempt(from: string, to: string, role?: Role): void {
    this.refusal = null;
    const line = this.#at(this.node);
    if (!role && line.promotes(from, to)) {
      this.promotion = { from, to, color: this.turn };
      return;
    }
    const reason = line.why(from, to, role);
    if (reason) {
      this.#refuse(reason);
      return;
    }
    this.promotion = null;
    this.play(`${from}${to}${role ? letter(role) : ''}`);
  }

  promote(role: Role | null): void {
    const { promotion } = this;
    this.promotion = null;
    this.revision += 1;
    if (promotion && role) this.attempt(promotion.from, promotion.to, role);
  }

  /** A move by words. Answers whether it was one. */
  type(text: string): boolean {
    this.refusal = null;
    if (/^(--|null|pass)$/i.test(text.trim())) return this.#pass();
    const { uci, reason } = this.#at(this.node).read(text.trim());
    if (uci) this.play(uci);
    else if (reason) this.#refuse(reason);
    return uci !== undefined;
  }

  #refuse(reason: Reason): void {
    this.refusal = reason;
    this.revision += 1;
    announcer.interrupt(reason.sentence);
  }

  #pass(): boolean {
    if (this.scene.check !== null) {
      this.#refuse({ code: 'null_move', article: '1.4.1', squares: [this.scene.check], params: {}, sentence: t('move.no_pass') });
      return false;
    }
    const [board, turn, castling, , half, full] = this.fen.split(' ');
    const next = turn === 'b' ? 'w' : 'b';
    const number = Number(full) + (turn === 'b' ? 1 : 0);
    const fen = `${board} ${next} ${castling} - ${Number(half) + 1} ${number}`;
    this.follow([{ uci: null, san: '--', fen }]);
    return true;
  }

  /** Plays a legal move: into the line that is there, or as a variation. */
  play(uci: string): void {
    this.revision += 1;
    if (this.taking?.(uci)) return;
    const played = this.written(this.node, [uci]);
    if (played.length > 0) this.follow(played);
  }

  /** Puts moves into the tree behind the one that is shown, and shows the last of them. */
  follow(played: readonly edit.Played[], from = this.at): void {
    const { tree, id } = edit.addLine(this.tree, from, played);
    this.change(tree, id);
    const last = played.at(-1);
    if (last) announcer.say(moveInWords(last.san));
  }

  // ---- edits ------------------------------------------------------------------

  /** Another tree takes the place of this one; it can be undone. */
  change(tree: GameTree, at = this.at): void {
    if (tree !== this.tree) {
      this.#undo.push({ tree: this.tree, at: this.at });
      if (this.#undo.length > MOST_UNDONE) this.#undo.shift();
      this.#redo.length = 0;
      this.#counted += 1;
      this.tree = tree;
    }
    this.goTo(at);
  }

  readonly canUndo = $derived.by((): boolean => this.#counted >= 0 && this.#undo.length > 0);
  readonly canRedo = $derived.by((): boolean => this.#counted >= 0 && this.#redo.length > 0);

  undo(): void {
    this.#swap(this.#undo, this.#redo, 'edit.undone');
  }

  redo(): void {
    this.#swap(this.#redo, this.#undo, 'edit.redone');
  }

  #swap(from: Past[], to: Past[], said: 'edit.undone' | 'edit.redone'): void {
    const past = from.pop();
    if (!past) return;
    to.push({ tree: this.tree, at: this.at });
    this.#counted += 1;
    this.tree = past.tree;
    this.revision += 1;
    this.goTo(past.at);
    announcer.say(t(said));
  }

  remove(id = this.at): void {
    const node = edit.nodeAt(this.tree, id);
    if (node.parent === null) return;
    const gone = new Set([id]);
    const inside = this.path.some((other) => gone.has(other.id));
    this.change(edit.deleteFrom(this.tree, id), inside ? node.parent : this.at);
    announcer.say(t('edit.deleted', { move: node.san }));
  }

  removeAfter(): void {
    this.change(edit.deleteAfter(this.tree, this.at));
  }

  removeVariations(): void {
    const main = edit.isMain(this.tree, this.at);
    const on = main ? this.at : (this.path.filter((node) => edit.isMain(this.tree, node.id)).at(-1)?.id ?? edit.ROOT);
    this.change(edit.deleteVariations(this.tree), on);
  }

  raise(): void {
    this.change(edit.promote(this.tree, this.at));
  }

  makeMain(): void {
    this.change(edit.promoteToMain(this.tree, this.at));
  }

  note(notes: Parameters<typeof edit.annotate>[2], id = this.at): void {
    this.change(edit.annotate(this.tree, id, notes));
  }

  /** The comment behind the move; several of a file become one with paragraphs apart. */
  comment(text: string): void {
    const tidy = text.trim().replace(/\s+/g, ' ');
    const before = (this.node.notes.comments ?? []).join(' ');
    if (tidy !== before) this.note({ comments: tidy ? [tidy] : [] });
  }

  glyph(nag: number): void {
    if (this.node.parent === null) return;
    this.note({ nags: toggleGlyph(this.node.notes.nags ?? [], nag) });
  }

  draw(mark: Mark): void {
    this.note({ marks: edit.toggleMark(this.marks, mark) });
  }

  /** What was drawn on the board by hand. */
  drawn(marks: readonly Mark[]): void {
    this.note({ marks });
  }

  tag(name: string, value: string): void {
    this.change(edit.setTag(this.tree, name, value));
  }
}

/** Where a move came from and where it leads; the king that castles in Chess960 is written onto his rook. */
export function landing(tree: GameTree, { uci, san }: Pick<Node, 'uci' | 'san'>): { from: string; to: string } | null {
  if (!uci) return null;
  const to = uci.slice(2, 4);
  if (!tree.chess960 || !san.startsWith('O-O')) return { from: uci.slice(0, 2), to };
  return { from: uci.slice(0, 2), to: `${san.startsWith('O-O-O') ? 'c' : 'g'}${to[1]}` };
}

