// How near a draw is, in words: who may claim, how many moves are left, and what a wrong claim was.
import { describe, expect, it } from 'vitest';
import type { ClaimView, Preset, Switches, TableEvent, View } from '../protocol';
import { claimSentence, costOf, counters, left, mayClaimNow } from './claims';
import { PRESETS } from '../settings';

const view = (claims: Partial<ClaimView>, preset: Preset, turn: 'white' | 'black' = 'white', switches: Switches = {}): View =>
  ({
    you: 'owner', phase: 'playing', can: ['claim'],
    settings: { rules: { preset, switches }, owner_color: 'white' },
    seats: { owner: { name: null, color: 'white' }, guest: { name: 'Bo', color: 'black' } },
    game: {
      white: 'owner', turn,
      claims: { occurrences: 1, moves_without_progress: 0, repetition: false, fifty: false, ...claims },
    },
  }) as unknown as View;

describe('counters', () => {
  it('say nothing while everything is far', () => expect(counters(view({}, 'fide-online'))).toEqual([]));

  it.each<[Partial<ClaimView>, Preset, string[]]>([
    [{ occurrences: 2 }, 'fide-online', ['Second time that this position stands.']],
    [{ occurrences: 3, repetition: true }, 'claims', ['Third time: you may claim.']],
    [{ occurrences: 4, repetition: true }, 'claims', ['Fourth time: you may claim.']],
    [{ moves_without_progress: 96 }, 'claims', ['Move 48 of 50 without capture or pawn move.']],
    [{ moves_without_progress: 97 }, 'fide-online', ['Move 48 of 50 without capture or pawn move.']],
    [{ moves_without_progress: 39 }, 'claims', []],
    [
      { moves_without_progress: 104, fifty: true, occurrences: 2 }, 'claims',
      ['Second time that this position stands.', 'Move 52 without capture or pawn move: you may claim.'],
    ],
  ])('%o under %s', (claims, preset, lines) => expect(counters(view(claims, preset))).toEqual(lines));

  it('name who may claim: the side to move, or either', () => {
    const third = { occurrences: 3, repetition: true };
    const byMover = { claim_by: 'mover' } as const;
    expect(counters(view(third, 'claims', 'black', byMover))).toEqual(['Third time: Bo may claim.']);
    expect(counters(view(third, 'claims', 'white', byMover))).toEqual(['Third time: you may claim.']);
    expect(counters(view(third, 'claims', 'black'))).toEqual(['Third time: you may claim.']);
  });

  it('tell all in the panel, and nothing where the table does not count', () => {
    expect(counters(view({ moves_without_progress: 7 }, 'claims'), true)).toEqual([
      'The position stands for the first time.', 'Move 3 of 50 without capture or pawn move.',
    ]);
    const silent = view({}, 'fide-standard');
    if (silent.game) silent.game.claims = null;
    expect(counters(silent, true)).toEqual([]);
  });
});

it('a claim is at hand when it would be right and may be made', () => {
  expect(mayClaimNow(view({ repetition: true }, 'claims'))).toBe(true);
  expect(mayClaimNow(view({}, 'claims'))).toBe(false);
  expect(mayClaimNow({ ...view({ fifty: true }, 'claims'), can: [] })).toBe(false);
});

describe('what a wrong claim costs', () => {
  it.each<[Preset, boolean, string]>([
    ['fide-standard', true, 'A wrong claim gives your opponent 2 min and stands as an offer of a draw.'],
    ['fide-blitz', true, 'A wrong claim gives your opponent 1 min and stands as an offer of a draw.'],
    ['fide-standard', false, 'A wrong claim stands as an offer of a draw.'],
    ['claims', true, 'A wrong claim stands as an offer of a draw.'],
  ])('%s, timed %s', (preset, timed, sentence) => expect(costOf(PRESETS[preset], timed)).toBe(sentence));

  it('nothing at all where nobody offers', () => {
    expect(costOf({ ...PRESETS.claims, offers: false }, true)).toBe('');
  });
});

describe('an answered claim', () => {
  const claimed = (more: object): Extract<TableEvent, { type: 'draw_claimed' }> =>
    ({ type: 'draw_claimed', by: 'white', what: 'repetition', right: false, penalty_ms: 120_000, plies: [0, 4], ...more });

  it('is explained with its penalty', () => {
    expect(claimSentence(claimed({}), view({}, 'fide-standard'))).toBe(
      'You claimed a draw by repetition. It is wrong: the position stood only twice. Black gets 2 min.',
    );
    expect(claimSentence(claimed({ by: 'black', what: 'fifty', plies: [], penalty_ms: 0 }), view({}, 'claims'))).toBe(
      'Bo claimed a draw by the 50 moves. It is wrong.',
    );
  });

  it('says the announced move, and leaves the end to the end', () => {
    const intended = { uci: 'g1f3', san: 'Nf3' };
    expect(claimSentence(claimed({ intended, right: true, penalty_ms: 0 }), view({}, 'fide-standard'))).toBe(
      'You claimed a draw by repetition. Announced: knight f3.',
    );
  });
});

it.each([
  [604_800_000, '7 d 0 h'], [90_000_000, '1 d 1 h'], [5_400_000, '1 h 30 min'], [125_000, '2 min 5 s'],
  [4_001, '5 s'], [-5, '0 s'],
])('%i ms are left as %s', (ms, text) => expect(left(ms)).toBe(text));
