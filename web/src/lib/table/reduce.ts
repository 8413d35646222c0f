// How a table's state follows from what the server sends: pure functions, no socket and no screen.
// The list of moves is kept from events, exactly as docs/protocol.md says; all else is the last view.
import type { Color, MoveRecord, RecordedEvent, ServerMessage, TableEvent, View } from '../protocol';
import { sideToMove } from './placement';

export interface TableState {
  view: View;
  /** The moves of the game that is on the board. */
  moves: readonly MoveRecord[];
  /** The last event that is counted in. */
  seq: number;
}

export type Step =
  | { kind: 'state'; state: TableState; fresh: readonly TableEvent[] }
  /** An event is missing between what we have and what came: ask for the rest. */
  | { kind: 'gap' }
  | { kind: 'nothing' };

/** The list of moves after one more event of a game in which `first` made the first half-move. */
export function foldMoves(
  moves: readonly MoveRecord[],
  event: TableEvent,
  first: Color = 'white',
): readonly MoveRecord[] {
  switch (event.type) {
    case 'game_started':
      return [];
    case 'move_played':
    case 'move_made': {
      const { uci, san, spent_ms, clock_ms } = event;
      return [...moves.slice(0, event.ply - 1), { uci, san, spent_ms, clock_ms }];
    }
    case 'clock_pressed':
    case 'move_completed': {
      // The other side may have made its reply before the clock was pressed.
      const index = moves.findLastIndex((_, at) => (at % 2 === 0) === (event.by === first));
      const made = moves[index];
      if (!made) return moves;
      return moves.with(index, { ...made, spent_ms: event.spent_ms, clock_ms: event.clock_ms });
    }
    case 'takeback_accepted':
    case 'moves_restored':
      return moves.slice(0, Math.max(0, moves.length - event.plies));
    default:
      return moves;
  }
}

function follow(state: TableState, events: readonly RecordedEvent[], view: View): Step {
  const fresh = events.filter((event) => event.seq > state.seq);
  if (fresh[0] && fresh[0].seq !== state.seq + 1) return { kind: 'gap' };
  // Of several games only the last one counts: its moves are the ones that are kept.
  const first = view.game ? sideToMove(view.game.start_fen) : 'white';
  const moves = fresh.reduce((list, recorded) => foldMoves(list, recorded.event, first), state.moves);
  const seq = fresh.at(-1)?.seq ?? state.seq;
  if (view.seq > seq) return { kind: 'gap' };
  if (view.seq < state.seq) return { kind: 'nothing' };
  return { kind: 'state', state: { view, moves, seq }, fresh: fresh.map((item) => item.event) };
}

/** The state after a message of the server; `state` is null before the first hello. */
export function reduce(state: TableState | null, message: ServerMessage): Step {
  if (message.hello) {
    const { view } = message.hello;
    return { kind: 'state', state: { view, moves: view.moves ?? [], seq: view.seq }, fresh: [] };
  }
  if (!message.view) return { kind: 'nothing' };
  if (!state) return { kind: 'gap' };
  return follow(state, message.events ?? [], message.view);
}
