// Games against the computer live in the browser only; their page is written in advance, to be there offline. What goes
// on is known before the page is drawn, so that nothing is pushed down by it.
import { runningGames } from '$lib/computer/running';
import type { PageLoad } from './$types';

export const ssr = false;
export const prerender = true;

export const load: PageLoad = async ({ url }) => ({
  running: url.searchParams.has('table') ? [] : await runningGames(),
});
