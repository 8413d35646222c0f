// The keys of the board for analysis. What they do is said to the reader by Keys.svelte, in the same order.
import { announcer } from '$lib/announcer.svelte';
import { nodeAt } from '$lib/analysis/tree';
import { worth } from '$lib/analysis/worth';
import { t } from '$lib/analysis/words';
import type { Workshop } from './workshop.svelte';

/** Where the page puts the focus when a key asks for it. */
export interface Places {
  type: () => void;
  comment: () => void;
  name: () => void;
  help: () => void;
}

type Act = (shop: Workshop, places: Places) => void;

const PLAIN: Readonly<Record<string, Act>> = {
  ArrowLeft: ({ study }) => study.back(),
  ArrowRight: ({ study }) => study.forward(),
  ArrowUp: ({ study }) => study.beside(-1),
  ArrowDown: ({ study }) => study.beside(1),
  Home: ({ study }) => study.first(),
  End: ({ study }) => study.last(),
  f: ({ study }) => study.flip(),
  t: (_, places) => places.type(),
  c: (_, places) => places.comment(),
  n: (_, places) => places.name(),
  b: (shop) => playBest(shop),
  e: ({ lines }) => lines.toggle(),
  '-': ({ lines }) => lines.setCount(lines.count - 1),
  '+': ({ lines }) => lines.setCount(lines.count + 1),
  v: (shop) => sayWorth(shop),
  m: (shop) => goToMistake(shop, 1),
  M: (shop) => goToMistake(shop, -1),
  p: ({ study }) => study.raise(),
  P: ({ study }) => study.makeMain(),
  Delete: ({ study }) => study.remove(),
  x: ({ study }) => foldHere(study),
  '?': (_, places) => places.help(),
};

export function analysisKey(event: KeyboardEvent, shop: Workshop, places: Places): void {
  if (event.altKey || event.defaultPrevented) return;
  if (event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox], [type=radio]), textarea, select')) return;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const undo = key === 'z' && !event.shiftKey;
    const redo = key === 'y' || (key.toLowerCase() === 'z' && event.shiftKey);
    if (!undo && !redo) return;
    if (undo) shop.study.undo();
    else shop.study.redo();
    event.preventDefault();
    return;
  }
  const act = PLAIN[key];
  if (!act) return;
  event.preventDefault();
  act(shop, places);
}

function playBest({ study, lines }: Workshop): void {
  const best = lines.found?.lines[0]?.moves[0];
  if (best) study.play(best);
  else announcer.say(t('engine.silent'));
}

/** The evaluation in words, for whoever does not see it. */
export function sayWorth({ study, lines }: Workshop): void {
  const best = lines.found?.lines[0];
  const [move] = best ? study.written(study.node, best.moves.slice(0, 1)) : [];
  if (!best || !lines.found || !move) announcer.say(t('engine.silent'));
  else announcer.say(t('engine.say', { worth: worth(best.score, lines.found.turn), move: move.san }));
}

/** To the position before the next mistake, where something better could be played. */
export function goToMistake(shop: Workshop, by: 1 | -1): void {
  const { study, review } = shop;
  const ply = study.path.length + 1;
  const next = review.nextMistake(ply, by);
  if (!next) {
    announcer.say(t('review.no_mistakes'));
    return;
  }
  shop.tab = 'review';
  study.goTo(nodeAt(study.tree, next.id).parent ?? 0);
}

function foldHere(study: Workshop['study']): void {
  const heads = study.path.filter(({ id, parent }) => parent !== null && nodeAt(study.tree, parent).children[0] !== id);
  const head = heads.at(-1);
  if (head) study.fold(head.id);
}
