// The catalogue: values go into their places, and what it lacks falls back to the server's sentence.
import { describe, expect, it } from 'vitest';
import type { NoMateReason } from '../protocol';
import { endingSentence, lookUp, prospectSentence, refusalSentence, t } from '.';
import { fill } from './catalogue';

describe('messages', () => {
  it('puts values into braces', () => {
    expect(t('clock.fischer', { minutes: 10, seconds: 5 })).toBe('10 min + 5 s');
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });

  it('knows which keys it has', () => {
    expect(lookUp('role.queen')).toBe('queen');
    expect(lookUp('role.wizard')).toBeUndefined();
  });

  it('keeps the sentence of the server for an unknown code', () => {
    const refusal = { code: 'from_the_future', message: 'Not on a Sunday.', params: {} };
    expect(refusalSentence(refusal)).toBe('Not on a Sunday.');
  });

  it('says why, refined by the kind of man, and never with a gap', () => {
    const params = { man: 'knight on g1', to: 'g4' };
    const refusal = { code: 'wrong_geometry', message: 'from the server', params };
    expect(refusalSentence(refusal)).toMatch(/^The knight on g1 cannot reach g4: a knight goes/);
    expect(refusalSentence({ ...refusal, params: {} })).toBe('from the server');
  });

  it('says every ending by its termination, with the color that won', () => {
    const article = null;
    const message = 'fallback';
    expect(
      endingSentence({
        outcome: { type: 'win', color: 'black' }, termination: 'checkmate', article, message, prospects: [],
      }),
    ).toBe('Black won: White is checkmated.');
    // Why a flag fall is a draw depends on the rules of the table: the server says it.
    expect(
      endingSentence({ outcome: { type: 'draw' }, termination: 'time_forfeit', article, message, prospects: [] }),
    ).toBe('fallback');
  });

  it('says the points of a ruling that no outcome tells', () => {
    const ending = { outcome: null, termination: 'ruling', article: '11.8', message: 'fallback', prospects: [] } as const;
    expect(endingSentence({ ...ending, prospects: [], points: { white: 0, black: 1 } })).toBe(
      'Ended by decision of the arbiter: White 0, Black ½.',
    );
  });

  it('says why a side could not have mated, and leaves no gap', () => {
    const said = (reason: NoMateReason): string => prospectSentence({ type: 'no_mate', color: 'black', reason });
    expect(said({ by: 'material', class: 'bare_king' })).toBe('Black has only a king and can never mate.');
    expect(said({ by: 'closed_set', positions: 7 })).toMatch(/none of the 7 positions/);
    expect(said({ by: 'closed_set', positions: 1 })).not.toMatch(/positions/);
    const reasons: NoMateReason[] = [
      { by: 'material', class: 'knight_against_queens' },
      { by: 'material', class: 'bishops_of_one_color' },
      { by: 'locked' },
    ];
    for (const reason of reasons) expect(said(reason)).toMatch(/^Black cannot mate: [^{}]+\.$/);
    expect(prospectSentence({ type: 'mate', color: 'white', line: ['a1a8'] })).toBe('');
    expect(prospectSentence({ type: 'undecided', color: 'white' })).toMatch(/^Whether White/);
  });
});
