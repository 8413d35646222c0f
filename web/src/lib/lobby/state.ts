// What a page knows of the lobby, and how that follows from what the server sends. Pure.
import type { Challenge, Here, LiveGame, LobbyMessage, Notice, Seek } from './protocol';

export interface LobbyState {
  here: Here;
  /** The own seeks that wait. */
  mine: readonly string[];
  /** The oldest first. */
  seeks: readonly Seek[];
  online: readonly string[];
  games: readonly LiveGame[];
  /** The table that is on television. */
  tv: string | null;
  challenges: readonly Challenge[];
  notices: readonly Notice[];
}

export const NOBODY: LobbyState = {
  here: { people: 0, guests: 0 },
  mine: [],
  seeks: [],
  online: [],
  games: [],
  tv: null,
  challenges: [],
  notices: [],
};

const without = <T>(list: readonly T[], gone: readonly string[], key: (item: T) => string): T[] =>
  list.filter((item) => !gone.includes(key(item)));

/** The state after a message of the server. */
export function follow(state: LobbyState, message: LobbyMessage): LobbyState {
  // What the person is told comes again with every new connection, as far as it still holds.
  if (message.hello) return { ...state, challenges: [], notices: [] };
  if (message.state) {
    const { here, mine, seeks = [], online = [], games = [], tv } = message.state;
    return { ...state, here, mine, seeks, online, games, tv };
  }
  if (message.seeks) {
    const { added, gone } = message.seeks;
    const known = [...gone, ...added.map((seek) => seek.id)];
    return { ...state, seeks: [...without(state.seeks, known, (seek) => seek.id), ...added] };
  }
  if (message.online) {
    const { added, gone } = message.online;
    const names = [...without(state.online, [...gone, ...added], (name) => name), ...added];
    return { ...state, online: names.sort((a, b) => a.localeCompare(b)) };
  }
  if (message.games) {
    const { changed, gone } = message.games;
    const fresh = new Map(changed.map((game) => [game.table, game]));
    const kept = without(state.games, gone, (game) => game.table).map((game) => fresh.get(game.table) ?? game);
    const known = new Set(kept.map((game) => game.table));
    return { ...state, games: [...kept, ...changed.filter((game) => !known.has(game.table))] };
  }
  if (message.mine) return { ...state, mine: message.mine };
  if (message.here) return { ...state, here: message.here };
  if (message.tv !== undefined) return { ...state, tv: message.tv };
  if (message.challenges) return { ...state, challenges: message.challenges };
  const { notice, notice_gone: gone } = message;
  if (notice) {
    const same = (other: Notice): boolean =>
      other.type !== 'declined' && notice.type !== 'declined' && other.table === notice.table;
    return { ...state, notices: [...state.notices.filter((other) => !same(other)), notice] };
  }
  if (gone !== undefined) return { ...state, notices: state.notices.filter((other) => other.id !== gone) };
  return state;
}
