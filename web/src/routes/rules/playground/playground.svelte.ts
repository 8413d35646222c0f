// The state of the playground: the position that is set up or tried, what is known about it, the line that is shown.
import { Trial } from '$lib/learn/trial.svelte';
import { readPlacement, sideToMove, writePlacement, type Placement } from '$lib/table/placement';
import { loadRules, type Rules } from '$lib/rules';
import { Prospects, type Answer, type Found, type Step } from '$lib/prospects/prospects';
import type { Color } from '$lib/protocol';

/** While somebody is putting men on the board, not every picture is asked about. */
const CALM_MS = 250;

export class Playground {
  /** What stands in the field; it need not be a position. */
  text = $state('');
  found = $state.raw<Found | null>(null);
  /** What is wrong with the position. */
  fault = $state('');
  missing = $state(false);
  /** The answer belongs to an earlier position. */
  asking = $state(false);
  /** What is wrong with the position, one thing after another. */
  readonly faults = $derived.by(() => (this.fault ? this.fault.split('; ') : []));
  /** Moves are tried on the position; null while it is set up. */
  trial = $state.raw<Trial | null>(null);
  /** Whose line is on the board, and how many of its moves. */
  shown = $state.raw<{ color: Color; ply: number } | null>(null);

  #prospects = new Prospects((answer) => this.#learn(answer));
  #calm: ReturnType<typeof setTimeout> | undefined;
  #rules = $state.raw<Rules | null>(null);

  constructor(fen: string) {
    this.text = fen;
  }

  /** The rules come late; without them there is only the worker's answer. */
  async begin(): Promise<void> {
    this.#rules = await loadRules();
  }

  /** The legal moves of the position that was understood: how many, and whether its king is in check. */
  readonly legal = $derived.by((): { count: number; check: boolean; turn: Color } | null => {
    const fen = this.found?.fen;
    if (!this.#rules || !fen) return null;
    const line = new this.#rules.Line(fen, false);
    const dests = Object.entries(line.dests() as Record<string, string[]>);
    const men = readPlacement(fen);
    const turn = sideToMove(fen);
    const last = turn === 'white' ? '8' : '1';
    // A pawn has four moves to each square of its last rank.
    const count = dests.reduce(
      (sum, [from, squares]) =>
        sum + squares.reduce((all, to) => all + (men.get(from)?.role === 'pawn' && to[1] === last ? 4 : 1), 0),
      0,
    );
    const check = line.check(0) !== undefined;
    line.free?.();
    return { count, check, turn };
  });

  readonly canTry = $derived.by(() => this.#rules !== null && this.found !== null && !this.fault && !this.asking);

  /** Moves are tried from here on, or the position that they led to is set up further. */
  setTrying(trying: boolean): void {
    if (!trying) {
      this.trial = null;
      return;
    }
    if (!this.#rules || !this.found || !this.canTry) return;
    this.shown = null;
    this.trial = new Trial(this.#rules, { fen: this.found.fen, moves: [], chess960: false });
  }

  /** After a move of the trial: the same questions about where it led. */
  follow(): void {
    const fen = this.trial?.scene.fen;
    if (!fen || fen === this.text) return;
    this.text = fen;
    this.asking = true;
    clearTimeout(this.#calm);
    this.#prospects.ask(fen);
  }

  /** Which castlings the text allows: letters of FEN. */
  readonly castling = $derived.by(() => (this.text.split(' ')[2] ?? '-').replace('-', ''));

  /** Which castlings the places of kings and rooks admit. */
  readonly castlingPossible = $derived.by((): string => {
    const men = readPlacement(this.text);
    const is = (square: string, color: Color, role: string): boolean => {
      const man = men.get(square);
      return man?.color === color && man.role === role;
    };
    const corners = [['K', 'white', 'h1'], ['Q', 'white', 'a1'], ['k', 'black', 'h8'], ['q', 'black', 'a8']] as const;
    return corners
      .filter(([, color, corner]) => is(color === 'white' ? 'e1' : 'e8', color, 'king') && is(corner, color, 'rook'))
      .map(([sign]) => sign)
      .join('');
  });

  setCastling(sign: string, may: boolean): void {
    const signs = [...'KQkq'].filter((one) => (one === sign ? may : this.castling.includes(one))).join('');
    const [men = '', turn = 'w'] = this.text.split(' ');
    this.set(`${men} ${turn} ${signs || '-'} -`);
  }

  readonly line = $derived.by((): readonly Step[] => {
    const prospect = this.shown && this.found?.[this.shown.color];
    return prospect && prospect.type === 'mate' ? prospect.line : [];
  });

  readonly step = $derived.by((): Step | null => this.line[(this.shown?.ply ?? 0) - 1] ?? null);

  /** The picture on the board. */
  readonly fen = $derived.by(() => this.step?.fen ?? this.text);

  readonly turn = $derived.by((): Color => sideToMove(this.text));

  /** Neither side can ever mate. */
  readonly dead = $derived.by(() => this.found?.white.type === 'no_mate' && this.found.black.type === 'no_mate');

  /** Another position. Castling and en passant belong to the old one unless they are in the text. */
  set(text: string): void {
    this.text = text;
    this.shown = null;
    this.trial = null;
    this.asking = true;
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => this.#prospects.ask(text), CALM_MS);
  }

  place(men: Placement): void {
    this.set(`${writePlacement(men)} ${this.turn === 'white' ? 'w' : 'b'} - -`);
  }

  setTurn(turn: Color): void {
    this.set(`${writePlacement(readPlacement(this.text))} ${turn === 'white' ? 'w' : 'b'} - -`);
  }

  show(color: Color): void {
    this.shown = { color, ply: 1 };
  }

  goTo(ply: number): void {
    if (this.shown) this.shown = { ...this.shown, ply: Math.min(Math.max(ply, 0), this.line.length) };
  }

  hide(): void {
    this.shown = null;
  }

  stop(): void {
    clearTimeout(this.#calm);
    this.#prospects.stop();
  }

  #learn(answer: Answer): void {
    this.asking = false;
    this.missing = answer.missing ?? false;
    this.fault = answer.fault ?? '';
    this.found = answer.found ?? null;
  }
}
