// A game as it is replayed: what the list of moves and the keys of replay need of a desk.
import type { Desk } from './desk.svelte';

export type Replayed = Pick<
  Desk,
  'moves' | 'listing' | 'played' | 'afterword' | 'live' | 'ply' | 'canReplay' | 'goTo' | 'step' | 'goLive' | 'flip'
> & { readonly drafts: { readonly current: unknown } };
