// Conduct at the board: what tables ask, what a press would do, what a touched man binds to.
import { describe, expect, it } from 'vitest';
import type { Color, Due, GameView, Settings, Switches } from '../protocol';
import {
  afterPutting, boundSquares, conductOf, demandedTargets, dueDests, firstUnpressed, isTournament, leftUnpromoted,
  originOf, pressState,
} from './conduct';
import { readPlacement, START_FEN } from './placement';

const rules = (preset: Settings['rules']['preset'], switches?: Switches): Settings => ({
  rules: { preset, switches }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
});
const due = (...moves: string[]): Due => ({ moves, article: '4.3.1', message: 'm' });

describe('conductOf', () => {
  it('is strict over the board and easy online', () => {
    for (const preset of ['fide-standard', 'fide-rapid', 'fide-blitz'] as const) {
      expect(conductOf(rules(preset))).toEqual({ touch: true, press: true, penalise: true });
    }
    expect(isTournament(conductOf(rules('fide-online')))).toBe(false);
  });

  it('follows each switch by itself', () => {
    expect(conductOf(rules('claims', { touch_move: true }))).toEqual({ touch: true, press: false, penalise: false });
    expect(conductOf(rules('fide-blitz', { completion: 'on_release', illegal: 'reject' })))
      .toEqual({ touch: true, press: false, penalise: false });
  });
});

describe('pressState', () => {
  const game = (turn: Color, toPress: Color | null, standing = false) =>
    ({ turn, to_press: toPress, standing: standing ? { uci: 'g1g5', placement: '' } : null }) as GameView;

  it('knows when a move waits, when there is none, and whose clock runs', () => {
    expect(pressState(game('white', null), 'white')).toBe('unmade');
    expect(pressState(game('white', null), 'black')).toBe('theirs');
    expect(pressState(game('black', 'white'), 'white')).toBe('made');
    expect(pressState(game('black', 'white'), 'black')).toBe('theirs');
    // Black has answered before White pressed.
    expect(pressState(game('white', 'white'), 'white')).toBe('made');
    expect(pressState(game('white', 'white'), 'black')).toBe('wait');
  });

  it('tells nobody whether the move that stands is legal', () => {
    expect(pressState(game('white', null, true), 'white')).toBe('made');
    expect(pressState(game('white', null, true), 'black')).toBe('theirs');
  });

  it('counts which moves are not completed', () => {
    expect(firstUnpressed(game('white', null), 4)).toBeNull();
    expect(firstUnpressed(game('black', 'white'), 5)).toBe(5);
    expect(firstUnpressed(game('white', 'white'), 6)).toBe(5);
  });
});

describe('what is due', () => {
  it('is shown by man', () => {
    expect([...dueDests(due('g1f3', 'g1h3', 'b7b8q', 'b7b8n'))]).toEqual([['g1', ['f3', 'h3']], ['b7', ['b8']]]);
  });

  it('binds the touched men that matter', () => {
    expect(boundSquares(due('e4d5'), ['a1', 'e4', 'd5'])).toEqual(['e4', 'd5']);
    expect(boundSquares(due('g1f3'), [])).toEqual(['g1']);
  });

  it('names the targets only where not every move of the man will do', () => {
    const legal = new Map([['g1', ['f3', 'h3']], ['e4', ['e5', 'd5']]]);
    expect(demandedTargets(due('g1f3', 'g1h3'), legal)).toEqual([]);
    expect(demandedTargets(due('e4d5'), legal)).toEqual(['d5']);
    expect(demandedTargets(due('e4d5', 'c4d5'), legal)).toEqual(['d5']);
  });
});

describe('an illegal move that stands', () => {
  it('is put right from where the man was', () => {
    expect(originOf('g5', 'g1g5')).toBe('g1');
    expect(originOf('b1', 'g1g5')).toBe('b1');
    expect(originOf('g5', null)).toBe('g5');
  });

  it('shows the man where it was put', () => {
    expect(afterPutting(readPlacement(START_FEN), 'g1g5')).toBe('rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R');
    expect(afterPutting(readPlacement(START_FEN), 'd1d8')).toContain('rnbQkbnr');
  });

  it('knows a pawn that should be another man', () => {
    expect(leftUnpromoted({ role: 'pawn', color: 'white' }, 'b8')).toBe(true);
    expect(leftUnpromoted({ role: 'pawn', color: 'black' }, 'b8')).toBe(false);
    expect(leftUnpromoted({ role: 'rook', color: 'white' }, 'b8')).toBe(false);
    expect(leftUnpromoted(undefined, 'b8')).toBe(false);
  });
});
