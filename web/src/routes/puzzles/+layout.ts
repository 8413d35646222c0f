// Puzzles are solved in the browser only; their pages are written in advance, to be there offline. The set, the rules and
// what was done before are there before a page is drawn, so that nothing is pushed down by them.
import { loadLibrary } from '$lib/puzzles/library';
import { own } from '$lib/puzzles/own.svelte';
import { loadRules } from '$lib/rules';
import type { LayoutLoad } from './$types';

export const ssr = false;
export const prerender = true;

export const load: LayoutLoad = async ({ fetch }) => {
  const [library, rules] = await Promise.all([loadLibrary(fetch), loadRules(), own.load()]);
  return { library, rules };
};
