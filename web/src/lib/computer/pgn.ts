// Games as PGN: written for taking away, read from what somebody pastes. The moves themselves are judged by the rules;
// here are only the signs around them.
import { points } from '../table/score';
import type { Outcome } from '../protocol';
import { sideToMove, START_FEN } from '../table/placement';
import type { ArchivedGame, ArchivedPlayer } from './archive';
import { levelOf } from './levels';

const WIDTH = 80;

export function resultOf(outcome: Outcome | null): string {
  if (!outcome) return '*';
  if (outcome.type === 'draw') return '1/2-1/2';
  return outcome.color === 'white' ? '1-0' : '0-1';
}

/** "1 : 0", "½ : ½", for people. */
export function scoreOf(outcome: Outcome | null): string {
  if (!outcome) return '';
  const white = outcome.type === 'draw' ? 0.5 : outcome.color === 'white' ? 1 : 0;
  return `${points(white)} : ${points(1 - white)}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

export function dateOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}.${twoDigits(date.getMonth() + 1)}.${twoDigits(date.getDate())}`;
}

function ratingTag(color: string, player: ArchivedPlayer): string[] {
  const level = levelOf(player.level);
  return level ? [tag(`${color}Elo`, String(level.rating)), tag(`${color}Type`, 'program')] : [];
}

const tag = (name: string, value: string): string =>
  `[${name} "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"]`;

/** The game with its moves in algebraic notation. */
export function writePgn(game: ArchivedGame, sans: readonly string[]): string {
  const result = resultOf(game.outcome);
  const tags = [
    tag('Event', 'Casual game'),
    tag('Site', 'Tabiya'),
    tag('Date', dateOf(game.startedAt)),
    tag('Round', '-'),
    tag('White', game.white.name),
    tag('Black', game.black.name),
    tag('Result', result),
    ...ratingTag('White', game.white),
    ...ratingTag('Black', game.black),
    ...(game.chess960 ? [tag('Variant', 'Chess960')] : []),
    ...(game.startFen === START_FEN ? [] : [tag('SetUp', '1'), tag('FEN', game.startFen)]),
  ];
  return `${tags.join('\n')}\n\n${wrapped([...numbered(game.startFen, sans), result])}\n`;
}

function numbered(startFen: string, sans: readonly string[]): string[] {
  const first = Number(startFen.split(' ')[5]) || 1;
  const black = sideToMove(startFen) === 'black' ? 1 : 0;
  return sans.flatMap((san, index) => {
    const half = index + black;
    const number = first + Math.floor(half / 2);
    if (half % 2 === 0) return [`${number}.`, san];
    return index === 0 ? [`${number}...`, san] : [san];
  });
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

export interface ReadPgn {
  tags: Readonly<Record<string, string>>;
  /** The moves of the main line as they were written. */
  moves: readonly string[];
}

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
/** A comment, a variation's brackets, a NAG, a number with its dots, a result, or a word. */
const TOKEN = /\{[^}]*\}|;[^\n]*|\(|\)|\$\d+|\d+\.+|(?:1-0|0-1|1\/2-1\/2|\*)(?=\s|$)|[^\s(){};]+/g;
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)$/;

/** The tags and the main line of the first game of a text; the rules will say whether the moves are moves. */
export function readPgn(text: string): ReadPgn {
  const tags: Record<string, string> = {};
  let rest = text.replace(/^\uFEFF/, '');
  for (let found = TAG.exec(rest); found; found = TAG.exec(rest)) {
    const [whole, name = '', value = ''] = found;
    tags[name] = value.replace(/\\(.)/g, '$1');
    rest = rest.slice(whole.length);
  }
  const moves: string[] = [];
  let depth = 0;
  for (const [token] of rest.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth = Math.max(0, depth - 1);
    else if (depth > 0 || /^[{;$]/.test(token) || /^\d+\.+$/.test(token)) continue;
    else if (RESULT.test(token)) break;
    else {
      // "12.e4" and "e4!?" are one word each.
      const bare = token.replace(/^\d+\.+/, '').replace(/[!?]+$/, '');
      if (bare) moves.push(bare);
    }
  }
  return { tags, moves };
}

/** What a result tag says. */
export function outcomeOf(result: string | undefined): Outcome | null {
  if (result === '1-0') return { type: 'win', color: 'white' };
  if (result === '0-1') return { type: 'win', color: 'black' };
  return result === '1/2-1/2' ? { type: 'draw' } : null;
}
