// Where games for the analysis come from: an archived game, a text with games, a position, moves. Each becomes a tree.
import type { ArchivedGame } from '../computer/archive';
import { dateOf, resultOf } from '../computer/pgn';
import { levelOf } from '../computer/levels';
import type { Rules } from '../rules';
import { START_FEN } from '../table/placement';
import type { Fault, Notation, Opening, ReadGame } from './pgn';
import { addMove, emptyTree, mainLine, numberOf, tagOf, type GameTree } from './tree';
import { t } from './words';

/** Larger files are read by programs, not by pages. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** A line of moves from a position. Throws an Error with a sentence at the first that is none. */
export function treeOfMoves(rules: Rules, fen: string, chess960: boolean, ucis: readonly string[]): GameTree {
  const line = new rules.Line(fen, chess960);
  let tree = emptyTree(line.fen(0), chess960);
  let at = 0;
  ucis.forEach((uci, index) => {
    let san: string;
    try {
      san = line.san(uci);
      line.play(uci);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(t('open.no_move', { place: index + 1, move: uci, why }));
    }
    ({ tree, id: at } = addMove(tree, at, { uci, san, fen: line.fen(line.ply()) }));
  });
  line.free?.();
  return tree;
}

/** A game of the archive. */
export function treeOfArchived(game: ArchivedGame, rules: Rules): GameTree {
  const tree = treeOfMoves(rules, game.startFen, game.chess960, game.moves);
  const name = (player: ArchivedGame['white']): string => levelOf(player.level)?.name ?? player.name;
  const rated = (player: ArchivedGame['white'], tag: string): [string, string][] => {
    const level = levelOf(player.level);
    return level ? [[tag, String(level.rating)]] : [];
  };
  const marker = resultOf(game.outcome);
  return {
    ...tree,
    marker,
    tags: [
      ['Event', 'Casual game'], ['Site', 'Tabiya'], ['Date', dateOf(game.startedAt)], ['Round', '-'],
      ['White', name(game.white)], ['Black', name(game.black)], ['Result', marker],
      ...rated(game.white, 'WhiteElo'), ...rated(game.black, 'BlackElo'),
    ],
  };
}

/** "Line 3, column 5: “Ke3”. The king cannot …" */
export function placed({ line, column, token, sentence }: Fault): string {
  return token === '' ? t('open.fault_bare', { line, column, why: sentence }) : t('open.fault', { line, column, token, why: sentence });
}

/** Oddities that change nothing of what is shown. */
const HARMLESS: ReadonlySet<string> = new Set(['missing_marker', 'read_as_nag']);

/** What is odd about the text of a game that could be read: of its start position, what was left out and why. */
export function remarksOn({ oddities, tree }: Pick<ReadGame, 'oddities' | 'tree'>, notation: Notation): string[] {
  const start = tagOf(tree, 'FEN');
  const mended = start ? leftOut(notation, start, tree.startFen, tree.chess960) : [];
  const told = oddities.filter(({ code }) => !HARMLESS.has(code) && (code !== 'start_mended' || mended.length === 0));
  return [...mended, ...told.map(placed)];
}

/** Why a game of a text is none at all; null where there is something of it. */
export function refusalOf({ tree, cuts, oddities }: ReadGame): string | null {
  const [cut] = cuts;
  const hasMoves = mainLine(tree).length > 0;
  const isSetUp = tree.startFen !== START_FEN;
  if (hasMoves || (isSetUp && !cut)) return null;
  if (cut) return placed(cut.fault);
  const utf16 = oddities.find(({ code }) => code === 'utf_16');
  if (utf16) return placed(utf16);
  // Tags alone are a game that has not begun.
  if (tree.tags.length > 0) return null;
  const [first] = oddities;
  return first ? placed(first) : t('open.nothing');
}

/** A game that goes on at a table of a server: nobody is helped in it. */
export const isRunning = (tree: GameTree): boolean =>
  tagOf(tree, 'Termination') === 'unterminated' && /^https?:\/\/[^/]+\/t\/[\w-]+$/.test(tagOf(tree, 'Site') ?? '');

/** How a game is called in a list. */
export function nameOfGame(tags: readonly (readonly [string, string])[]): string {
  const tag = (name: string): string => {
    const value = tags.find(([known]) => known === name)?.[1] ?? '';
    return /^[?.\-\s]*$/.test(value) ? '' : value;
  };
  const [white, black] = [tag('White'), tag('Black')];
  if (white || black) return t('name.versus', { white: white || t('name.unknown'), black: black || t('name.unknown') });
  return tag('Event');
}

const isUsualStart = (tree: GameTree): boolean => tree.startFen === START_FEN && !tagOf(tree, 'FEN');

/** A name that somebody gives is cut behind so many characters. */
export const LONGEST_NAME = 120;

/** So many first half-moves call an analysis; behind so many no opening has its name. */
const NAMING = 6;
const NAMED_WITHIN = 50;

/** Whether nobody has given an analysis a name of its own. */
export const isUnnamed = (name: string): boolean => name === '' || name === t('name.start') || name === t('name.position');

/** "2026.11.30" or a part of it, as PGN has dates; nothing where no year is known. */
const dateOfGame = (tree: GameTree): string => (/^\d{4}(\.\d\d){0,2}/.exec(tagOf(tree, 'Date') ?? '')?.[0] ?? '').replaceAll('.', '-');

/** How an analysis is called, at its head and in a list: as somebody has called it, else by players, event, opening,
 *  date, or first moves. */
export function tellingName({ name, tree }: { name: string; tree: GameTree }, openingOf?: (fen: string) => Opening | null): string {
  if (!isUnnamed(name)) return name;
  const players = nameOfGame(tree.tags);
  if (players) return players;
  const line = mainLine(tree);
  if (openingOf && !tree.chess960) {
    for (const { fen } of line.slice(0, NAMED_WITHIN).reverse()) {
      const opening = openingOf(fen);
      if (opening) return opening.name;
    }
  }
  const date = dateOfGame(tree);
  if (date) return t('name.dated', { date });
  if (line.length === 0) return t(isUsualStart(tree) ? 'name.start' : 'name.position');
  const first = line.slice(0, NAMING).map(({ id, san }, index) => {
    const number = numberOf(tree, id);
    return index === 0 || number.endsWith('.') ? `${number} ${san}` : san;
  });
  const moves = `${first.join(' ')}${line.length > NAMING ? ' …' : ''}`;
  return tree.startFen === START_FEN ? moves : t('name.from_position', { moves });
}

/** What somebody has pasted. */
export type Pasted = { type: 'position'; fen: string } | { type: 'games'; text: string };

/** A line of eight ranks is a position; all else is read as games. */
export function pastedAs(text: string): Pasted {
  const tidy = text.trim();
  const isFen = /^["']?[pnbrqkPNBRQK1-8]+(\/[pnbrqkPNBRQK1-8]+){3,}/.test(tidy) && !tidy.includes('\n');
  return isFen ? { type: 'position', fen: tidy } : { type: 'games', text };
}

/** What a FEN claims and the position has not, and why: castling and en passant that cannot be. */
export function leftOut(notation: Notation, text: string, fen: string, chess960: boolean): string[] {
  const tidy = text.trim().replaceAll('_', ' ');
  const faults = notation.faults(tidy, chess960);
  const told = faults
    .filter(({ code }) => code === 'castling_rights' || code === 'ep_square')
    .map(({ sentence }) => sentence);
  const said = tidy.split(/\s+/)[3] ?? '-';
  const isUseless = /^[a-h][36]$/.test(said) && fen.split(' ')[3] === '-' && !faults.some(({ field }) => field === 'ep_square');
  return isUseless ? [...told, t('open.ep_useless', { square: said })] : told;
}

/** The position of a text and what was left out of it; throws every fault as sentences. */
export function positionOf(notation: Notation, text: string, chess960: boolean): { fen: string; mended: string[] } {
  try {
    const fen = notation.fen(text, chess960);
    return { fen, mended: leftOut(notation, text, fen, chess960) };
  } catch {
    const faults = notation.faults(text.replaceAll('_', ' '), chess960).map(({ sentence }) => sentence);
    throw new Error(faults.join(' '));
  }
}
