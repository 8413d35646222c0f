// Search over the reference, on the device: rules and words, best first.
import { anchor, plain } from '$lib/learn/prose';
import type { Topic } from './types';
import type { Word } from './words';

export interface Place {
  href: string;
  title: string;
  /** The page, or what kind of place it is. */
  where: string;
  excerpt: string;
}

interface Indexed extends Place {
  /** Lower case, for comparison. */
  head: string;
  body: string;
  articles: readonly string[];
}

const simple = (text: string): string => text.toLowerCase().replace(/[’']/g, '').normalize('NFD').replace(/\p{M}/gu, '');

export function makeIndex(topics: readonly Topic[], words: readonly Word[], wordsTitle: string): Indexed[] {
  const rules = topics.flatMap((topic) =>
    topic.statements.map((statement) => {
      const text = [...statement.text, ...(statement.points ?? [])].map(plain).join(' ');
      return {
        href: `/rules/${topic.id}#${statement.key}`,
        title: statement.title,
        where: topic.title,
        excerpt: plain(statement.text[0] ?? ''),
        head: simple(`${statement.title} ${statement.also ?? ''} ${topic.title}`),
        body: simple(text),
        articles: [...(statement.articles ?? []), ...(statement.numbers ?? [])].map(simple),
      };
    }),
  );
  const terms = words.map(({ word, also, text }) => ({
    href: `/rules/words#${anchor(word)}`,
    title: word,
    where: wordsTitle,
    excerpt: plain(text),
    head: simple(`${word} ${also ?? ''}`),
    body: simple(plain(text)),
    articles: [],
  }));
  return [...rules, ...terms];
}

function worth(place: Indexed, parts: readonly string[]): number {
  let sum = 0;
  for (const part of parts) {
    if (place.articles.some((article) => article === part || article.startsWith(`${part}.`))) sum += 8;
    else if (place.head.startsWith(part)) sum += 6;
    else if (place.head.includes(` ${part}`)) sum += 4;
    else if (place.body.includes(part)) sum += 1;
    else return 0;
  }
  return sum;
}

/** The places that have every word of the question, at most `most`. */
export function search(index: readonly Indexed[], question: string, most = 20): Place[] {
  const parts = simple(question).replace(/\b(art|article)\b\.?/g, '').split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  return index
    .map((place) => ({ place, value: worth(place, parts) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, most)
    .map(({ place }) => place);
}
