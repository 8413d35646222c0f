// What is said at a tournament table: alike for legal and illegal moves, and what a touch means.
import { describe, expect, it } from 'vitest';
import type { TournamentEvent, View } from '../protocol';
import { conductSentence, isConduct, seenMove } from './conduct-words';
import { readPlacement, START_FEN } from './placement';

const view = (you: View['you'], due: string | null = null): View =>
  ({
    you,
    seats: { owner: { color: 'white' }, guest: { color: 'black' } },
    game: { start_fen: START_FEN, due: due && { moves: [], article: '4.3.1', message: due } },
  }) as unknown as View;
const say = (event: TournamentEvent, you: View['you'] = 'guest', due: string | null = null): string =>
  conductSentence(event, view(you, due), START_FEN);
const record = { san: 'Nf3', spent_ms: 0, clock_ms: null };

describe('conductSentence', () => {
  it('tells a made move and an illegal one in the same words', () => {
    expect(say({ type: 'move_made', ply: 1, uci: 'g1f3', ...record }))
      .toBe('White: knight from g1 to f3. Clock not pressed yet.');
    expect(say({ type: 'illegal_made', by: 'white', uci: 'g1g5' }))
      .toBe('White: knight from g1 to g5. Clock not pressed yet.');
    expect(say({ type: 'illegal_made', by: 'white', uci: 'g1g5' }, 'owner'))
      .toBe('Made, not pressed yet: knight from g1 to g5.');
  });

  it('tells a capture as what is seen', () => {
    expect(seenMove('d1d7', readPlacement(START_FEN))).toBe('queen from d1 takes d7');
  });

  it('says what a touch means to who touched, and that it happened to others', () => {
    const touch: TournamentEvent = { type: 'touched', by: 'white', square: 'g1' };
    expect(say(touch)).toBe('White touches the knight on g1.');
    expect(say(touch, 'owner', 'The knight must move.')).toBe('The knight must move.');
    expect(say({ ...touch, square: 'a1' }, 'owner')).toMatch(/rook on a1 has no legal move/);
    expect(say({ ...touch, square: 'e7' }, 'owner')).toMatch(/pawn on e7 cannot be taken/);
  });

  it('announces adjusting, pressing and what is put right', () => {
    expect(say({ type: 'adjusting', by: 'white' })).toBe('White: I adjust.');
    expect(say({ type: 'clock_pressed', by: 'white', spent_ms: 1, clock_ms: 1 })).toBe('White has pressed the clock.');
    expect(say({ type: 'illegal_retracted', by: 'white' })).toMatch(/put the illegal move right/);
  });

  it('knows its events', () => {
    expect(isConduct({ type: 'adjusted', by: 'white' })).toBe(true);
    expect(isConduct({ type: 'resumed' })).toBe(false);
  });
});
