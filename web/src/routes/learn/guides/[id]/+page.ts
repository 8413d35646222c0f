// A guide: built in advance with its content.
import { GUIDES, loadGuide } from '$lib/learn/guides';
import { error } from '@sveltejs/kit';
import type { EntryGenerator, PageLoad } from './$types';

export const prerender = true;

export const entries: EntryGenerator = () => GUIDES.map(({ id }) => ({ id }));

export const load: PageLoad = async ({ params }) => {
  const guide = await loadGuide(params.id);
  if (!guide) error(404);
  const at = GUIDES.findIndex(({ id }) => id === guide.id);
  return { guide, before: GUIDES[at - 1] ?? null, after: GUIDES[at + 1] ?? null };
};
