// The finished games of this device and those of the account are brought together: each game is in both afterwards.
import { account } from '../account.svelte';
import { archived, dropGame, keepGame } from '../account-api';
import { loadRules, type Rules } from '../rules';
import { recall, remember } from '../storage';
import { openArchive, type ArchivedGame } from './archive';
import { writePgn } from './pgn';

/** Which games were in both the last time: one of them that is missing there was deleted there. */
interface Together {
  of: string;
  ids: string[];
}

const KEY = 'archive.together';

/** Whether anything has changed on this device. Without an account nothing does. */
export async function syncArchive(): Promise<boolean> {
  const me = account.me;
  if (!me) return false;
  const archive = await openArchive();
  const [here, there] = await Promise.all([archive.list(), archived<ArchivedGame>()]);
  const before = recall<Together>(KEY, { of: '', ids: [] });
  const plan = compare(here, there, before.of === me.id ? before.ids : []);
  await Promise.all(plan.add.map((game) => archive.put(game)));
  await Promise.all(plan.remove.map((id) => archive.delete(id)));
  const given = plan.give.length > 0 ? await give(plan.give) : [];
  remember(KEY, { of: me.id, ids: [...there.map(({ id }) => id), ...given] });
  return plan.add.length + plan.remove.length > 0;
}

/** What a device does so that both have the same. */
export function compare(
  here: readonly ArchivedGame[], there: readonly ArchivedGame[], together: readonly string[],
): { add: ArchivedGame[]; remove: string[]; give: ArchivedGame[] } {
  const [own, others] = [here, there].map((games) => new Set(games.map(({ id }) => id))) as [Set<string>, Set<string>];
  const alone = here.filter(({ id }) => !others.has(id));
  return {
    add: there.filter(({ id }) => !own.has(id)),
    remove: alone.filter(({ id }) => together.includes(id)).map(({ id }) => id),
    give: alone.filter(({ id }) => !together.includes(id)),
  };
}

/** A game that is deleted here is deleted in the account. */
export async function dropArchived(id: string): Promise<void> {
  if (account.me) await dropGame(id);
}

/** Which games the account has taken. */
async function give(games: readonly ArchivedGame[]): Promise<string[]> {
  const rules = await loadRules();
  if (!rules) return [];
  const taken: string[] = [];
  // One after the other: there may be many, and nobody waits for them.
  for (const game of games) {
    const done = await keepGame(game.id, game.endedAt, pgnOf(game, rules), game).then(() => true, () => false);
    if (done) taken.push(game.id);
  }
  return taken;
}

function pgnOf(game: ArchivedGame, rules: Rules): string {
  const line = new rules.Line(game.startFen, game.chess960);
  const sans = game.moves.map((uci) => {
    const san = line.san(uci);
    line.play(uci);
    return san;
  });
  line.free?.();
  return writePgn(game, sans);
}

