// The overview of the lessons: built in advance.
import { loadAll } from '$lib/lessons';
import type { PageLoad } from './$types';

export const prerender = true;

export const load: PageLoad = async () => ({ lessons: await loadAll() });
