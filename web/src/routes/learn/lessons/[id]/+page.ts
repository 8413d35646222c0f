// A lesson: built in advance with its text, alive once the scripts are there.
import { error } from '@sveltejs/kit';
import { isLessonId, loadLesson, ORDER } from '$lib/lessons';
import { titleOf } from '$lib/lessons/titles';
import type { EntryGenerator, PageLoad } from './$types';

export const prerender = true;

export const entries: EntryGenerator = () => ORDER.map((id) => ({ id }));

export const load: PageLoad = async ({ params }) => {
  if (!isLessonId(params.id)) error(404);
  const number = ORDER.indexOf(params.id);
  const following = ORDER[number + 1];
  return { lesson: await loadLesson(params.id), number, following: following ? { id: following, title: titleOf(following) } : null };
};
