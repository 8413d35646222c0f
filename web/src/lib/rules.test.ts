// The follower plays and takes back only what differs. The line here is a plain list that counts its work.
import { describe, expect, it } from 'vitest';
import { Follower, type Line, type Reading } from './rules';

let played = 0;

class FakeLine implements Line {
  moves: string[] = [];
  constructor(
    readonly start: string,
    readonly chess960: boolean,
  ) {}
  play(uci: string): void {
    if (uci === 'bad') throw new Error('no such move');
    played += 1;
    this.moves.push(uci);
  }
  truncate(ply: number): void {
    this.moves.length = ply;
  }
  ply = (): number => this.moves.length;
  fen = (ply: number): string => [this.start, ...this.moves.slice(0, ply)].join(' ');
  check = (): undefined => undefined;
  dests = (): unknown => ({ e2: ['e4'] });
  san = (uci: string): string => uci;
  why = (): undefined => undefined;
  read = (): Reading => ({});
  promotes = (): boolean => false;
}

describe('Follower', () => {
  it('plays only what is new and takes back what went', () => {
    const follower = new Follower({ Line: FakeLine });
    played = 0;
    expect(follower.follow('s', false, ['a', 'b'])?.fen(2)).toBe('s a b');
    expect(follower.follow('s', false, ['a', 'b', 'c'])?.ply()).toBe(3);
    expect(played).toBe(3);
    expect(follower.follow('s', false, ['a', 'x'])?.fen(2)).toBe('s a x');
    expect(played).toBe(4);
  });

  it('begins again for another game, and says null rather than a wrong line', () => {
    const follower = new Follower({ Line: FakeLine });
    follower.follow('s', false, ['a']);
    expect(follower.follow('t', true, [])?.fen(0)).toBe('t');
    expect(follower.follow('t', true, ['bad'])).toBeNull();
    expect(follower.follow('t', true, ['a'])?.ply()).toBe(1);
  });

  it('reads destinations', () => {
    const follower = new Follower({ Line: FakeLine });
    const line = follower.follow('s', false, []);
    expect(line && follower.dests(line).get('e2')).toEqual(['e4']);
  });
});
