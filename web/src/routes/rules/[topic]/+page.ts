// A page of the reference: built in advance for every topic, with its content.
import { ENTRIES, loadTopic } from '$lib/reference/index';
import { error } from '@sveltejs/kit';
import type { EntryGenerator, PageLoad } from './$types';

export const prerender = true;

export const entries: EntryGenerator = () => ENTRIES.map(({ id }) => ({ topic: id }));

export const load: PageLoad = async ({ params }) => {
  const topic = await loadTopic(params.topic);
  if (!topic) error(404);
  const at = ENTRIES.findIndex(({ id }) => id === topic.id);
  return { topic, before: ENTRIES[at - 1] ?? null, after: ENTRIES[at + 1] ?? null };
};
