// What puzzles are about: the keys of the themes, in the groups in which they are offered. Their names and what each means
// stand in messages/puzzles.en.ts.
import { puzzles as texts } from '../messages/puzzles.en';
import type { Puzzle } from './puzzle';

export const GROUPS = {
  mates: ['mateIn1', 'mateIn2', 'mateIn3', 'mateIn4', 'mateIn5', 'backRankMate', 'smotheredMate'],
  motifs: [
    'fork', 'pin', 'skewer', 'discoveredAttack', 'doubleCheck', 'hangingPiece', 'trappedPiece', 'promotion',
    'underPromotion', 'enPassant',
  ],
  ideas: [
    'deflection', 'attraction', 'interference', 'intermezzo', 'sacrifice', 'quietMove', 'defensiveMove', 'clearance',
    'xRayAttack', 'zugzwang', 'capturingDefender', 'advancedPawn', 'exposedKing', 'kingsideAttack', 'queensideAttack',
    'stalemateTrick',
  ],
  phases: [
    'opening', 'middlegame', 'endgame', 'pawnEndgame', 'knightEndgame', 'bishopEndgame', 'rookEndgame', 'queenEndgame',
    'queenRookEndgame',
  ],
  goals: ['crushing', 'advantage', 'equality'],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof GROUPS;
export type Theme = (typeof GROUPS)[Group][number];

const ALL: ReadonlySet<string> = new Set(Object.values(GROUPS).flat());
/** What one trains: not in which part of a game it was, nor by how much one is ahead after it. */
const TRAINED: ReadonlySet<string> = new Set([...GROUPS.mates, ...GROUPS.motifs, ...GROUPS.ideas]);

export const isTheme = (key: string): key is Theme => ALL.has(key);

export const nameOfTheme = (theme: Theme): string => texts[`theme.${theme}`];
export const meaningOfTheme = (theme: Theme): string => texts[`theme.${theme}.is`];

/** The themes of a puzzle that can be named. */
export const themesOf = (puzzle: Pick<Puzzle, 'themes'>): Theme[] => puzzle.themes.filter(isTheme);

/** The themes of a puzzle that are skills of their own. */
export const skillsOf = (puzzle: Pick<Puzzle, 'themes'>): string[] => puzzle.themes.filter((key) => TRAINED.has(key));
