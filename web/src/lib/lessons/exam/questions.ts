// The questions of the exam: positions and moves by chance, judged by the rules. The same seed gives the same exam.
// Not here: how it is shown (routes/learn/exam).
import { t } from '$lib/messages';
import { readDests, type Line, type Rules } from '$lib/rules';
import { readPlacement, sideToMove, START_FEN, type Man, type Role } from '$lib/table/placement';
import { manName } from '$lib/table/words';
import type { LessonId } from '..';
import { chance, type Chance } from '../run/chance';
import { Spot } from '../run/spot';
import type { QuizCase } from '../types';
import { learn } from '../words';
import { castlingScene, enPassantScene, promotionScene } from './scenes';

export type Subject = 'pieces' | 'pawns' | 'king' | 'check' | 'pins' | 'castling' | 'en_passant' | 'promotion';

/** How many questions of each, twenty in all, and the lesson that teaches it. */
export const SUBJECTS: readonly { subject: Subject; count: number; lesson: LessonId }[] = [
  { subject: 'pieces', count: 3, lesson: 'queen' },
  { subject: 'pawns', count: 3, lesson: 'pawn' },
  { subject: 'king', count: 2, lesson: 'king' },
  { subject: 'check', count: 3, lesson: 'check' },
  { subject: 'pins', count: 2, lesson: 'check' },
  { subject: 'castling', count: 3, lesson: 'castling' },
  { subject: 'en_passant', count: 2, lesson: 'en-passant' },
  { subject: 'promotion', count: 2, lesson: 'promotion' },
];

export const QUESTIONS = 20;

export interface Question extends QuizCase {
  subject: Subject;
}

/** A position, what was played in it first, and the move that is asked about. */
export interface Attempt {
  fen: string;
  before: readonly string[];
  move: string;
}

/** Reasons that a question of a subject is about. */
const CODES: Record<Subject, readonly string[]> = {
  pieces: ['wrong_geometry', 'blocked', 'own_man_on_target'],
  pawns: [
    'wrong_geometry', 'pawn_blocked', 'pawn_captures_straight', 'pawn_diagonal_without_capture', 'double_step_not_first',
  ],
  king: ['king_into_attack'],
  check: ['check_not_answered', 'king_into_attack'],
  pins: ['exposes_king'],
  castling: [
    'castling_right_lost', 'castling_blocked', 'castling_in_check', 'castling_through_attack', 'castling_into_check',
  ],
  en_passant: ['en_passant_expired', 'en_passant_exposes_king'],
  promotion: [
    'promotion_required', 'pawn_captures_straight', 'pawn_diagonal_without_capture', 'exposes_king', 'check_not_answered',
  ],
};

/** Twenty questions, as many to be answered with yes as with no, give or take. */
export function examQuestions(rules: Rules, seed: number): Question[] {
  const luck = chance(seed);
  const asked = new Set<string>();
  const questions = SUBJECTS.flatMap(({ subject, count }) => {
    // Of an odd number chance decides which answer comes once more.
    const first = luck.below(2) === 0;
    return Array.from({ length: count }, (_, index) =>
      question(rules, luck, subject, index % 2 === 0 ? first : !first, asked));
  });
  return luck.some(questions, questions.length);
}

function question(rules: Rules, luck: Chance, subject: Subject, legal: boolean, asked: Set<string>): Question {
  for (;;) {
    const attempt = SCENES[subject](rules, luck, legal);
    const name = attempt && `${attempt.fen} ${attempt.before.join()} ${attempt.move}`;
    if (!attempt || !name || asked.has(name)) continue;
    const spot = spotOf(rules, attempt);
    const reason = spot?.whyNot(attempt.move);
    if (!spot || (reason === undefined) !== legal) continue;
    if (reason && !CODES[subject].includes(reason.code)) continue;
    asked.add(name);
    return {
      subject, fen: attempt.fen, move: attempt.move, ask: askOf(spot, attempt), answer: legal ? 0 : 1,
      ...(attempt.before.length > 0 ? { before: attempt.before } : {}),
      say: legal ? learn('exam.legal', { move: spot.san(attempt.move) }) : '',
      claim: { legal: attempt.move, ...(reason ? { code: reason.code } : {}) },
    };
  }
}

function spotOf(rules: Rules, { fen, before }: Attempt): Spot | null {
  try {
    return new Spot(rules, fen, before);
  } catch {
    // Chance has put up what is no position: it is asked again.
    return null;
  }
}

function askOf(spot: Spot, { move, before }: Attempt): string {
  const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
  const man = spot.men.get(from);
  const color = t(`color.${spot.turn}`);
  if (man?.role === 'king' && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2) {
    const side = to.startsWith('g') ? 'exam.kingside' : 'exam.queenside';
    return learn(before.length > 0 ? side : `${side}_unmoved`, { color });
  }
  const name = man ? manName(man) : '';
  const last = man?.role === 'pawn' && /[18]$/.test(to);
  if (last) return learn(move[4] ? 'exam.promote' : 'exam.stay', { man: name, from, to });
  return learn('exam.ask', { man: name, from, to });
}

// ---- positions ------------------------------------------------------------------

type Scene = (rules: Rules, luck: Chance, legal: boolean) => Attempt | null;

const SCENES: Record<Subject, Scene> = {
  pieces: (rules, luck, legal) => fromGame(rules, luck, legal, 'pieces', ['knight', 'bishop', 'rook', 'queen'], false),
  pawns: (rules, luck, legal) => fromGame(rules, luck, legal, 'pawns', ['pawn'], false),
  king: (rules, luck, legal) => fromGame(rules, luck, legal, 'king', ['king'], false),
  check: (rules, luck, legal) =>
    fromGame(rules, luck, legal, 'check', ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'], true),
  pins: (rules, luck, legal) => fromGame(rules, luck, legal, 'pins', ['queen', 'rook', 'bishop', 'knight', 'pawn'], false),
  castling: (rules, luck, legal) => castlingScene(rules, luck, legal),
  en_passant: (_, luck, legal) => enPassantScene(luck, legal),
  promotion: (_, luck, legal) => promotionScene(luck, legal),
};

const SQUARES = [...'abcdefgh'].flatMap((file) => [...'12345678'].map((rank) => `${file}${rank}`));

/** A move from a game by chance: legal, or illegal for a reason of the subject. */
function fromGame(
  rules: Rules, luck: Chance, legal: boolean, subject: Subject, roles: readonly Role[], inCheck: boolean,
): Attempt | null {
  const line = new rules.Line(START_FEN, false);
  try {
    const wanted = 10 + luck.below(30);
    for (let ply = 0; ply < 120; ply += 1) {
      const moves = movesOf(line);
      if (moves.length === 0) return null;
      const check = line.check(ply) !== undefined;
      if (ply >= wanted && check === inCheck) {
        const move = legal ? legalMove(line, luck, subject, roles) : illegalMove(line, luck, subject, roles);
        if (move) return { fen: line.fen(ply), before: [], move };
      }
      line.play(luck.pick(moves));
    }
    return null;
  } finally {
    line.free?.();
  }
}

function movesOf(line: Line): string[] {
  const moves: string[] = [];
  for (const [from, targets] of readDests(line.dests())) {
    for (const to of targets) moves.push(line.promotes(from, to) ? `${from}${to}q` : `${from}${to}`);
  }
  return moves;
}

const own = (line: Line, roles: readonly Role[]): [string, Man][] => {
  const fen = line.fen(line.ply());
  const turn = sideToMove(fen);
  return [...readPlacement(fen)].filter(([, man]) => man.color === turn && roles.includes(man.role));
};

/** Castling and promotion are subjects of their own. */
const plainMove = (uci: string, man: Man): boolean =>
  uci.length === 4 && !(man.role === 'king' && Math.abs(uci.charCodeAt(0) - uci.charCodeAt(2)) === 2);

/** A legal move of such a man; of pins, one of a man beside the king or on its lines. */
function legalMove(line: Line, luck: Chance, subject: Subject, roles: readonly Role[]): string | null {
  const men = new Map(own(line, roles));
  const king = [...own(line, ['king'])][0]?.[0] ?? '';
  const near = (square: string): boolean =>
    Math.max(Math.abs(square.charCodeAt(0) - king.charCodeAt(0)), Math.abs(Number(square[1]) - Number(king[1]))) <= 2;
  const moves = movesOf(line).filter((uci) => {
    const man = men.get(uci.slice(0, 2));
    return man !== undefined && plainMove(uci, man) && (subject !== 'pins' || near(uci.slice(0, 2)));
  });
  return moves.length > 0 ? luck.pick(moves) : null;
}

function illegalMove(line: Line, luck: Chance, subject: Subject, roles: readonly Role[]): string | null {
  const tries = own(line, roles).flatMap(([from, man]) =>
    likely(from, man).map((to) => ({ uci: `${from}${to}`, code: line.why(from, to)?.code })));
  const fitting = tries.filter(({ code }) => code !== undefined && CODES[subject].includes(code));
  // What is interesting is rarer than a plain wrong direction: first chance chooses the reason, then the move.
  const codes = [...new Set(fitting.map(({ code }) => code))];
  if (codes.length === 0) return null;
  const code = luck.pick(codes);
  return luck.pick(fitting.filter((one) => one.code === code)).uci;
}

/** Squares that somebody might try with a man: not just anything. */
function likely(from: string, man: Man): string[] {
  const near = SQUARES.filter((to) => {
    const [x, y] = [Math.abs(to.charCodeAt(0) - from.charCodeAt(0)), Math.abs(Number(to[1]) - Number(from[1]))];
    if (x === 0 && y === 0) return false;
    switch (man.role) {
      case 'king': return Math.max(x, y) === 1;
      case 'knight': return x > 0 && y > 0 && x + y >= 2 && x + y <= 4;
      case 'pawn': return x <= 1 && y <= 2 && !/[18]$/.test(to);
      case 'rook': return x === 0 || y === 0 || x === y;
      case 'bishop': return x === y || x === 0;
      case 'queen': return x === 0 || y === 0 || x === y || x + y === 3;
    }
  });
  return near;
}
