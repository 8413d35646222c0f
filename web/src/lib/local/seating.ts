// How two people sit at one device, as this browser remembers it.
import { recall, remember } from '../storage';

export interface Seating {
  /** Beside each other before one screen, or with the device lying between them. */
  place: 'same_side' | 'face_to_face';
  /** Same side: the board turns to whoever is to move. */
  turning: boolean;
  /** Face to face: the men of the upper player stand on their heads for the other, and right for him. */
  facing: boolean;
}

/** A device that is held lies between two people; a screen stands before them. */
const usual = (): Seating => ({
  place: matchMedia('(pointer: coarse)').matches ? 'face_to_face' : 'same_side',
  turning: false,
  facing: true,
});

export const recallSeating = (): Seating => ({ ...usual(), ...recall<Partial<Seating>>('local.seating', {}) });

export const rememberSeating = (seating: Seating): void => remember('local.seating', seating);
