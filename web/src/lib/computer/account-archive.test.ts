// What of the archive goes to the account, and what comes from it.
import { describe, expect, it } from 'vitest';
import { compare } from './account-archive';
import type { ArchivedGame } from './archive';

const games = (...ids: string[]): ArchivedGame[] => ids.map((id) => ({ id }) as ArchivedGame);

describe('the games of a device and of an account', () => {
  it('are brought together both ways', () => {
    const plan = compare(games('a', 'b'), games('b', 'c'), []);
    expect(plan).toEqual({ add: games('c'), remove: [], give: games('a') });
  });

  it('that were together and are missing there were deleted there', () => {
    const plan = compare(games('a', 'b'), games('b'), ['a', 'b']);
    expect(plan).toEqual({ add: [], remove: ['a'], give: [] });
  });
});
