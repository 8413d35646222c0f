// A table as its parts on the screen use it, whoever keeps it: the server, or this browser for two at one device.
import { t } from '../messages';
import type { TablePeople } from '../people-api';
import type { Color, Command, CommandName, Refusal, Seat, TableEvent, View } from '../protocol';
import { otherSeat } from '../protocol';
import type { TableState } from './reduce';

export type Listener = (events: readonly TableEvent[], before: TableState, after: TableState) => void;

export interface AnyTable {
  readonly state: TableState | null;
  readonly view: View | null;
  /** The color that is moved and answered for here; null for spectators and before the first game. */
  readonly color: Color | null;
  /** The color that sits at the bottom when the board is not turned. */
  readonly bottom: Color;
  /** Both players sit at this device: nobody here is "you". */
  readonly shared: boolean;
  /** Another window of this browser plays here: this one looks on. */
  readonly looksOn?: boolean;
  /** The people at the table, as far as the server knows them. */
  readonly people?: TablePeople | null;
  /** Why the reader only watches although he came to play; empty: he does not. */
  readonly barred: string;
  /** Told of every refused command but moves, whose sender shows the refusal. */
  onrefused: (refusal: Refusal) => void;
  /** The time that the table's clocks run by. */
  now(): number;
  can(command: CommandName): boolean;
  listen(listener: Listener): () => void;
  /** Sends a command; a refusal is told and also handed back. */
  do(command: Command): Promise<Refusal | null>;
}

/** Which seat plays a color; before the first game, as the settings promise it. */
export function seatOf(view: View, color: Color): Seat {
  const promised = view.settings.owner_color === 'black' ? 'guest' : 'owner';
  const white = view.game?.white ?? promised;
  return color === 'white' ? white : otherSeat(white);
}

/** How the reader calls a seat: by its name, else by who sits there. `'_within'` a sentence that is small. */
export function nameOf(view: View, seat: Seat, place: '' | '_within' = ''): string {
  const { name } = view.seats[seat];
  if (name) return name;
  if (view.you === seat) return t(`name.you${place}`);
  if (view.you !== 'spectator') return t(`name.friend${place}`);
  return t(seat === 'owner' ? `name.opener${place}` : `name.guest${place}`);
}
