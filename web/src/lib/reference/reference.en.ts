// English texts of the rules reference around its content.
import { reader } from '$lib/messages/catalogue';

export const reference = {
  'rules.title': 'The rules of chess',
  'rules.lead': 'Every rule of the FIDE Laws of Chess in plain words, each with the article that it comes from and a board to try it on. Try what is not allowed as well: the board says why.',
  'rules.edition': 'The Laws meant here are FIDE’s of 1 January 2023, and for games on a screen the FIDE Online Chess Regulations. The words are ours; where a word and the Laws differ, the Laws hold.',
  'rules.all': 'All pages',
  'rules.more': 'Beside the rules',
  'rules.words': 'Words of chess',
  'rules.words_lead': 'What the words mean that these pages and chess players use.',
  'rules.words_also': 'also: {also}',
  'rules.playground': 'Playground: is this legal, is this dead, can this side still mate?',
  'rules.differences': 'FIDE, online and casual play compared',
  'rules.learn': 'Lessons and guides',
  'rules.search': 'Search the rules',
  'rules.search_hint': 'A word or the number of an article: castling, 3.7.3, clock',
  'rules.found': '{count} places',
  'rules.found_one': '1 place',
  'rules.found_none': 'Nothing was found. Try another word, or look through the pages below.',
  'rules.found_list': 'Found',
  'rules.online_article': 'FIDE Online Regulations {article}',
  'rules.guideline': 'Guidelines {article}',
} as const;

export const ref = reader(reference);
