// Puzzles are solved in the browser only; their pages are written in advance, to be there offline. The set, the rules and
// what was done before are there before a page is drawn, so that nothing is pushed down by them.
import { loadLibrary } from '$lib/puzzles/library';
import { dayOf } from '$lib/puzzles/daily';
import { own } from '$lib/puzzles/own.svelte';
import { dueOn } from '$lib/puzzles/progress';
import { loadRules } from '$lib/rules';
import type { LayoutLoad } from './$types';

export const ssr = false;
export const prerender = true;

/** So many of the host's puzzles that are due are fetched at once. */
const MOST_FETCHED = 20;

export const load: LayoutLoad = async ({ fetch }) => {
  const [library, rules] = await Promise.all([loadLibrary(fetch), loadRules(), own.load()]);
  // What was missed comes again, of the host's too.
  const away = dueOn(own.now, dayOf(Date.now())).filter((id) => library?.imported && !library.get(id)).slice(0, MOST_FETCHED);
  await Promise.all(away.map((id) => library?.find(id, fetch)));
  return { library, rules };
};
