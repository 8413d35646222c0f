// English texts about a computer in the guest's seat of a table of the server. For pages where one sits.
import { reader } from './catalogue';

export const seatComputer = {
  'choose': 'Or play the computer here',
  'seat': 'Seat the computer',
  'change': 'Change the level',
  'leave': 'Send the computer away',
  'free': 'The other seat is free now.',
  'take': 'Take the seat',
  'sits': '{name} sits here',
  'computer': 'computer',
  'rated': 'plays at about {rating}',
  'own_engine': 'An engine of this host.',
} as const;

/** The text of a key in the language of the page. */
export const tell = reader(seatComputer);
