// The catalogue: values go into their places, and what it lacks falls back to the server's sentence.
import { describe, expect, it } from 'vitest';
import { endingSentence, fill, lookUp, refusalSentence, t } from '.';

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
        outcome: { type: 'win', color: 'black' }, termination: 'checkmate', article, message,
      }),
    ).toBe('Black won: White is checkmated.');
    // Why a flag fall is a draw depends on the rules of the table: the server says it.
    expect(
      endingSentence({ outcome: { type: 'draw' }, termination: 'time_forfeit', article, message }),
    ).toBe('fallback');
  });
});
