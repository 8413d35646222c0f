// One position with what the rules say about it, and the line that led to it.
import type { Color } from '$lib/protocol';
import { readDests, type Dests, type Line, type Reading, type Reason, type Rules } from '$lib/rules';
import { readPlacement, sideToMove, type Placement } from '$lib/table/placement';

export type State = 'mate' | 'stalemate' | 'check' | 'play';

export class Spot {
  readonly men: Placement;
  readonly turn: Color;
  readonly dests: Dests;
  readonly check: string | null;
  readonly fen: string;
  readonly #line: Line;

  /** Throws an Error with a sentence where the FEN is no playable position, or a move of the line is illegal. */
  constructor(
    readonly rules: Rules,
    readonly start: string,
    readonly played: readonly string[] = [],
  ) {
    this.#line = new rules.Line(start, false);
    for (const uci of played) this.#line.play(uci);
    const fen = this.#line.fen(played.length);
    this.fen = fen;
    this.men = readPlacement(fen);
    this.turn = sideToMove(fen);
    this.dests = readDests(this.#line.dests());
    this.check = this.#line.check(played.length) ?? null;
  }

  get state(): State {
    if (this.dests.size === 0) return this.check ? 'mate' : 'stalemate';
    return this.check ? 'check' : 'play';
  }

  /** All legal moves in UCI, a promotion in each of its four ways. */
  get moves(): string[] {
    const all: string[] = [];
    for (const [from, targets] of this.dests) {
      for (const to of targets) {
        if (this.#line.promotes(from, to)) for (const role of 'qrbn') all.push(`${from}${to}${role}`);
        else all.push(`${from}${to}`);
      }
    }
    return all;
  }

  why(from: string, to: string, promotion?: string): Reason | undefined {
    return this.#line.why(from, to, promotion);
  }

  /** Why a move in UCI is illegal; undefined when it is legal. */
  whyNot(uci: string): Reason | undefined {
    return this.why(uci.slice(0, 2), uci.slice(2, 4), uci[4]);
  }

  promotes(from: string, to: string): boolean {
    return this.#line.promotes(from, to);
  }

  san(uci: string): string {
    return this.#line.san(uci);
  }

  read(text: string): Reading {
    return this.#line.read(text);
  }

  /** The position after a legal move; throws when it is not legal. */
  after(uci: string): Spot {
    // Not from its FEN, which does not tell a double step that nobody can answer en passant.
    return new Spot(this.rules, this.start, [...this.played, uci]);
  }

  afterAll(ucis: readonly string[]): Spot {
    return ucis.length === 0 ? this : new Spot(this.rules, this.start, [...this.played, ...ucis]);
  }

  /** The same men with the other side to move; null where that is no position (its king could be taken). */
  passed(): Spot | null {
    if (this.check) return null;
    const fields = this.fen.split(' ');
    fields[1] = fields[1] === 'w' ? 'b' : 'w';
    fields[3] = '-';
    return new Spot(this.rules, fields.join(' '));
  }
}

/** The man that a move takes stands here; null where it takes none. */
export function taken(spot: Spot, uci: string): string | null {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const man = spot.men.get(from);
  const target = spot.men.get(to);
  if (target) return target.color === spot.turn ? null : to;
  if (man?.role === 'pawn' && from[0] !== to[0]) return `${to[0]}${from[1]}`;
  return null;
}

export const castles = (spot: Spot, uci: string): boolean =>
  spot.men.get(uci.slice(0, 2))?.role === 'king' &&
  Math.abs(uci.charCodeAt(0) - uci.charCodeAt(2)) === 2;
