// How near a game is to a draw by repetition or by moves, in words, and what an answered claim was.
import { t } from '../messages';
import type { ClaimView, RuleSwitches, TableEvent, View } from '../protocol';
import { switchesOf } from '../settings';
import { span } from '../settings/span';
import { nameOf, seatOf } from './any-table';
import { colorName, moveInWords } from './words';

/** Fewer moves of a side without capture or pawn move than this are not worth a word. */
const NEAR_MOVES = 20;

/** Who may claim now, as the reader would say it: himself, or a name. */
export interface Claimant {
  mine: boolean;
  name: string;
}

/** The state of repetition in one sentence; empty at the first time. */
function repetitionLine(claims: ClaimView, rules: RuleSwitches, { mine, name }: Claimant): string {
  const times = claims.occurrences;
  if (claims.repetition && rules.repetition_claim !== null) {
    const word = times >= 4 ? 'fourth' : 'third';
    return mine ? t(`claims.${word}`) : t(`claims.${word}_theirs`, { name });
  }
  if (times < 2) return '';
  return t(`claims.stood.${Math.min(times, 4) as 2 | 3 | 4}`);
}

/** The state of the fifty moves in one sentence; empty while it is far. */
function movesLine(claims: ClaimView, rules: RuleSwitches, { mine, name }: Claimant, near: number): string {
  const count = Math.floor(claims.moves_without_progress / 2);
  if (claims.fifty && rules.moves_claim !== null) {
    return mine ? t('claims.fifty', { count }) : t('claims.fifty_theirs', { count, name });
  }
  if (count < near) return '';
  const limit = rules.moves_claim !== null && count < rules.moves_claim ? rules.moves_claim : rules.moves_auto;
  return t('claims.moves', { count, limit });
}

/** "Third time: you may claim. Move 48 of 50 without capture or pawn move."; `all`: also what is far. */
export function counters(view: View, all = false): string[] {
  const { game } = view;
  const claims = game?.claims;
  if (!game || !claims) return [];
  const rules = switchesOf(view.settings.rules);
  const seat = seatOf(view, game.turn);
  const mine = view.you !== 'spectator' && (rules.claim_by === 'either' || seat === view.you);
  const claimant = { mine, name: nameOf(view, seat) };
  const lines = [repetitionLine(claims, rules, claimant), movesLine(claims, rules, claimant, all ? 0 : NEAR_MOVES)];
  if (all && !lines[0]) lines[0] = t('claims.stood.1');
  return lines.filter(Boolean);
}

/** A claim would succeed with the board as it stands, and the reader may make it. */
export function mayClaimNow(view: View): boolean {
  const claims = view.game?.claims;
  return claims !== null && claims !== undefined && (claims.repetition || claims.fifty) && view.can.includes('claim');
}

/** What a wrong claim costs, in one sentence; empty where it costs nothing. */
export function costOf(rules: RuleSwitches, timed: boolean): string {
  const time = span(rules.wrong_claim_ms);
  if (rules.wrong_claim_ms === 0 || !timed) return rules.offers ? t('claims.wrong_offer') : '';
  return t(rules.offers ? 'claims.costs_offer' : 'claims.costs', { time });
}

type Claimed = Extract<TableEvent, { type: 'draw_claimed' }>;

/** "Ana claimed a draw by repetition. It is wrong: the position stood only twice. Black gets 2 min." */
export function claimSentence(event: Claimed, view: View): string {
  const { by, what, intended, right, penalty_ms, plies } = event;
  const seat = seatOf(view, by);
  const kind = what === 'fifty' ? 'claims.fifty_moves' : 'claims.repetition';
  let claim = view.you === seat ? t(`${kind}_mine`) : t(kind, { name: nameOf(view, seat) });
  if (intended) claim = t('claims.with', { claim, move: moveInWords(intended.san) });
  // How the game ended is the next sentence.
  if (right) return claim;
  const times = plies.length;
  const counted = what === 'repetition' && (times === 1 || times === 2);
  claim = counted ? t(`claims.wrong_times.${times}`, { claim }) : t('claims.wrong', { claim });
  if (penalty_ms === 0) return claim;
  return t('claims.penalty', { claim, color: colorName(by === 'white' ? 'black' : 'white'), time: span(penalty_ms) });
}

/** "6 d 4 h", "3 h 12 min", "2 min 5 s": what is left of a long time. */
export function left(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return t('left.days', { days, hours: hours % 24 });
  if (hours > 0) return t('left.hours', { hours, minutes: minutes % 60 });
  return minutes > 0 ? t('left.minutes', { minutes, seconds: seconds % 60 }) : t('left.seconds', { seconds });
}
