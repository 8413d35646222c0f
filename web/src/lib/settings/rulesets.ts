// Rule sets in the browser: the nine presets with the value of every switch, as the arbiter has them
// (crates/arbiter/src/ruleset/preset.rs; a browser test compares them), and what differs from a preset.
import type { ClockSettings, Preset, RuleSettings, RuleSwitches, Settings, Switches } from '../protocol';

const OVER_THE_BOARD: RuleSwitches = {
  repetition_claim: 3,
  repetition_auto: 5,
  moves_claim: 50,
  moves_auto: 75,
  claim_by: 'mover',
  intended_claims: true,
  wrong_claim_ms: 120_000,
  dead: 'full',
  flag_exception: 'unwinnable',
  resign_when: 'any',
  resign_confirm: null,
  resign_exception: 'unwinnable',
  offers: true,
  offer_min_plies: 2,
  offers_per_move: null,
  offer_declined_by_move: true,
  offer_timeout_ms: null,
  touch_move: true,
  illegal: 'penalise',
  illegal_penalty_ms: 120_000,
  completion: 'on_press',
  promotion: 'ask',
  start: 'scheduled',
  first_move_limit_ms: null,
  lag_compensation: false,
  give_time: false,
  pause_when_hidden: false,
  away_claim_after_ms: null,
  away_result: 'as_flag',
  takeback: 'off',
  premove: false,
  claim_hints: false,
  rating: 'event',
  score: true,
  notify: null,
  input: 'board_and_typed',
};

const QUICK_OVER_THE_BOARD: RuleSwitches = {
  ...OVER_THE_BOARD,
  wrong_claim_ms: 60_000,
  illegal_penalty_ms: 60_000,
};

const ON_SCREEN: RuleSwitches = {
  ...OVER_THE_BOARD,
  resign_confirm: 'dialog',
  resign_exception: null,
  offer_min_plies: 0,
  touch_move: false,
  illegal: 'reject',
  illegal_penalty_ms: 60_000,
  completion: 'on_release',
  wrong_claim_ms: 0,
  start: 'on_start_command',
  claim_hints: true,
  rating: null,
  score: false,
  input: 'board',
};

const AUTOMATIC_DRAWS: RuleSwitches = {
  ...ON_SCREEN,
  repetition_claim: null,
  repetition_auto: 3,
  moves_claim: null,
  moves_auto: 50,
};

const BY_MATERIAL: RuleSwitches = { ...AUTOMATIC_DRAWS, dead: 'material' };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const PRESETS: Readonly<Record<Preset, RuleSwitches>> = {
  'fide-standard': OVER_THE_BOARD,
  'fide-rapid': QUICK_OVER_THE_BOARD,
  'fide-blitz': QUICK_OVER_THE_BOARD,
  'fide-online': {
    ...AUTOMATIC_DRAWS,
    offer_min_plies: 2,
    offers_per_move: 1,
    start: 'scheduled',
    away_claim_after_ms: MINUTE_MS,
    premove: true,
    rating: 'event',
    score: true,
    input: 'board_and_typed',
  },
  claims: { ...ON_SCREEN, claim_by: 'either', intended_claims: false, start: 'on_first_move' },
  table: {
    ...BY_MATERIAL,
    flag_exception: 'lone_king',
    resign_confirm: 'two_press',
    offers_per_move: 1,
    away_claim_after_ms: MINUTE_MS,
    score: true,
  },
  basic: BY_MATERIAL,
  letter: {
    ...BY_MATERIAL,
    resign_when: 'own_turn',
    offer_timeout_ms: 7 * DAY_MS,
    completion: 'on_submit',
    promotion: 'queen_if_unnamed',
    rating: 'elo',
    notify: 'email',
    input: 'board_and_typed',
  },
  studio: { ...BY_MATERIAL, offers_per_move: 1, start: 'on_first_move' },
};

/** The presets as they are offered, in three groups. */
export const PRESET_GROUPS = [
  { name: 'friendly', presets: ['fide-online', 'table'] },
  { name: 'tournament', presets: ['fide-standard', 'fide-rapid', 'fide-blitz'] },
  { name: 'book', presets: ['claims', 'basic', 'letter', 'studio'] },
] as const satisfies readonly { name: string; presets: readonly Preset[] }[];

const fischer = (minutes: number, seconds: number): ClockSettings => ({
  type: 'fischer', bank_ms: minutes * MINUTE_MS, increment_ms: seconds * 1_000,
});

/** The clock that a preset is usually played with. */
const USUAL_CLOCKS: Readonly<Record<Preset, ClockSettings>> = {
  'fide-standard': {
    type: 'stages',
    stages: [
      { moves: 40, bank_ms: 90 * MINUTE_MS, extra_ms: 30_000, extra: 'increment' },
      { bank_ms: 30 * MINUTE_MS, extra_ms: 30_000, extra: 'increment' },
    ],
  },
  'fide-rapid': fischer(15, 10),
  'fide-blitz': fischer(3, 2),
  'fide-online': fischer(10, 5),
  claims: { type: 'untimed' },
  table: { type: 'delay', bank_ms: 10 * MINUTE_MS, delay_ms: 10_000 },
  basic: { type: 'untimed' },
  letter: { type: 'days', days: 3 },
  studio: { type: 'untimed' },
};

/** What a friend's table has beyond its preset. */
const FRIENDLY: Switches = { takeback: 'by_agreement', give_time: true, lag_compensation: true };

/** What one begins with: FIDE online for friends. */
export const DEFAULT_SETTINGS: Settings = {
  rules: { preset: 'fide-online', switches: FRIENDLY },
  clock: USUAL_CLOCKS['fide-online'],
  owner_color: 'toss',
  start: { type: 'standard' },
};

/** A preset is chosen: its own switches, its usual clock; color and start stay. */
export function withPreset(settings: Settings, preset: Preset): Settings {
  const rules = preset === 'fide-online' ? DEFAULT_SETTINGS.rules : { preset };
  return { ...settings, rules, clock: USUAL_CLOCKS[preset] };
}

/** Every switch of a rule set. */
export const switchesOf = (rules: RuleSettings): RuleSwitches => ({ ...PRESETS[rules.preset], ...rules.switches });

/** The switches in which a rule set differs from its preset, in the order of the arbiter. */
export function changedSwitches(rules: RuleSettings): (keyof RuleSwitches)[] {
  const preset = PRESETS[rules.preset];
  const now = switchesOf(rules);
  return (Object.keys(preset) as (keyof RuleSwitches)[]).filter((name) => now[name] !== preset[name]);
}

/** The same settings with some switches changed; what equals the preset is left out. */
export function withSwitches(settings: Settings, changes: Switches): Settings {
  const { preset, switches: before } = settings.rules;
  const all = { preset, switches: { ...before, ...changes } };
  const now = switchesOf(all);
  const switches = Object.fromEntries(changedSwitches(all).map((name) => [name, now[name]])) as Switches;
  return { ...settings, rules: { preset, switches } };
}

/** Draws by repetition and by moves: at once, by a claim, or each as nobody has named it. */
export function drawsOf(rules: RuleSettings): 'automatic' | 'claimed' | 'mixed' {
  const { repetition_claim, repetition_auto, moves_claim, moves_auto } = switchesOf(rules);
  const found = [repetition_claim, repetition_auto, moves_claim, moves_auto];
  const is = (draws: 'automatic' | 'claimed'): boolean =>
    Object.values(DRAWS[draws]).every((value, index) => value === found[index]);
  if (is('automatic')) return 'automatic';
  return is('claimed') ? 'claimed' : 'mixed';
}

export const DRAWS = {
  automatic: { repetition_claim: null, repetition_auto: 3, moves_claim: null, moves_auto: 50 },
  claimed: { repetition_claim: 3, repetition_auto: 5, moves_claim: 50, moves_auto: 75 },
} as const satisfies Record<string, Switches>;

export const claimsOn = (rules: RuleSettings): boolean => {
  const { repetition_claim, moves_claim } = switchesOf(rules);
  return repetition_claim !== null || moves_claim !== null;
};
