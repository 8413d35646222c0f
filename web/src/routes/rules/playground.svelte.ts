// The state of the playground: the position that is tried, what is known about it, and the line that is shown.
import { readPlacement, sideToMove, writePlacement, type Placement } from '$lib/table/placement';
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
  /** Whose line is on the board, and how many of its moves. */
  shown = $state.raw<{ color: Color; ply: number } | null>(null);

  #prospects = new Prospects((answer) => this.#learn(answer));
  #calm: ReturnType<typeof setTimeout> | undefined;

  constructor(fen: string) {
    this.text = fen;
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
