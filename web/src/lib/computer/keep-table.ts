// A finished game at a table of the server against its computer goes into the archive of this device, as games in the
// browser do. Whoever has an account finds it among the games of the account: there the table itself is kept.
import { account } from '../account.svelte';
import { endingSentence, t } from '../messages';
import type { View } from '../protocol';
import type { TableState } from '../table/reduce';
import { archiveId, keepGame, openArchive, type Archive, type ArchivedGame } from './archive';
import { levelOf } from './levels';

/** The game that is over, as the archive keeps it; null if it is not one for the archive. */
export function archived({ view, moves }: TableState, at: number): ArchivedGame | null {
  const { game, phase, seats } = view;
  const { computer } = seats.guest;
  if (phase !== 'over' || !game?.ending || computer === undefined || view.you !== 'owner') return null;
  const id = archiveId(view.table, game.number, game.ending.termination);
  const you = seats.owner.color;
  if (id === null || you === null) return null;
  const person = { name: seats.owner.name ?? t('name.you'), level: null };
  const other = { name: nameOfComputer(view), level: levelOf(computer)?.id ?? null };
  const spent = moves.reduce((sum, move) => sum + move.spent_ms, 0);
  return {
    id,
    startedAt: at - spent,
    endedAt: at,
    white: you === 'white' ? person : other,
    black: you === 'white' ? other : person,
    you,
    settings: view.settings,
    startFen: game.start_fen,
    chess960: game.chess960,
    moves: moves.map((move) => move.uci),
    outcome: game.ending.outcome,
    termination: game.ending.termination,
    sentence: endingSentence(game.ending),
  };
}

/** How a computer of this or another engine is called. */
export const nameOfComputer = ({ seats }: View): string =>
  levelOf(seats.guest.computer)?.name ?? seats.guest.name ?? '';

/** Keeps the game once. */
export async function keepTable(
  state: TableState, at: number, hasAccount = account.me !== null, open: () => Promise<Archive> = openArchive,
): Promise<void> {
  const game = hasAccount ? null : archived(state, at);
  if (game) await keepGame(game, open);
}
