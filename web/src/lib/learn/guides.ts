// The guides in their order, and how their content is had: one file a guide, loaded with its page.
import type { Topic } from '$lib/reference/types';

export const GUIDES: readonly { id: string; title: string; summary: string }[] = [
  { id: 'how-to-win', title: 'How to win', summary: 'Opening habits, tactics, endings: a first plan for every part of the game.' },
  { id: 'four-checks', title: 'Four checks before each move', summary: 'Four questions that save games.' },
  { id: 'notation', title: 'Reading and writing games', summary: 'Notation step by step, with a whole game.' },
  { id: 'clocks', title: 'Clocks and time controls', summary: 'What 10+5 means, and which clock to choose.' },
  { id: 'by-mail', title: 'Playing by mail', summary: 'Days for a move, and how to enjoy them.' },
  { id: 'manners', title: 'Tournament manners', summary: 'What to expect at your first tournament.' },
];

/** Pages to read that are no guides. */
export const READINGS: readonly { href: string; title: string; summary: string }[] = [
  { href: '/learn/values', title: 'What the pieces are worth', summary: 'Nine, five, three, three, one, and where that misleads.' },
  { href: '/learn/history', title: 'A little history', summary: 'From chaturanga to the game of today.' },
  { href: '/learn/differences', title: 'Rules compared', summary: 'Over the board, online, among friends, and here.' },
  { href: '/rules', title: 'The rules of chess', summary: 'Every rule in plain words, with boards to try.' },
];

const files = import.meta.glob<{ topic: Topic }>('./guides/*.ts');

export async function loadGuide(id: string): Promise<Topic | null> {
  const load = files[`./guides/${id}.ts`];
  return load ? (await load()).topic : null;
}
