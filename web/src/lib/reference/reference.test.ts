// The rules reference is true: each rule of play stands in it once, each picture is a position, each move to try is
// judged by the real rules as the page says, and each link arrives.
import { beforeAll, describe, expect, it } from 'vitest';
import { realRules } from '$lib/rules-for-tests';
import { GUIDES, loadGuide } from '$lib/learn/guides';
import { DIFFERENCES } from '$lib/learn/pages/differences';
import { topic as history } from '$lib/learn/pages/history';
import { topic as values } from '$lib/learn/pages/values';
import { anchor, pieces } from '$lib/learn/prose';
import { Follower, type Line, type Rules } from '$lib/rules';
import { articleAddress, places } from './articles';
import { ENTRIES, loadAll } from './index';
import { NO_BOARD } from './no-board';
import { NOT_PLAY } from './not-play';
import type { Picture, Statement, Topic } from './types';
import { VERDICTS } from './verdicts';
import { WORDS } from './words';

let rules: Rules;
let topics: Topic[];
/** The pages of the reference, the guides and the other pages to read: all that has boards. */
let pages: Topic[];
let statements: { topic: Topic; statement: Statement }[];
let everywhere: { topic: Topic; statement: Statement }[];

beforeAll(async () => {
  rules = await realRules();
  topics = await loadAll();
  const guides = await Promise.all(GUIDES.map(({ id }) => loadGuide(id)));
  pages = [...topics, ...guides.filter((guide) => guide !== null), values, history];
  const each = (list: Topic[]) => list.flatMap((topic) => topic.statements.map((statement) => ({ topic, statement })));
  statements = each(topics);
  everywhere = each(pages);
});

const lineOf = (picture: Picture): Line | null =>
  new Follower(rules).follow(
    picture.from?.fen ?? picture.fen, picture.chess960 ?? false, picture.from?.moves ?? [],
  );

function given(line: Line): string {
  const check = line.check(line.ply());
  const over = new Follower(rules).dests(line).size === 0;
  if (over) return check ? 'mate' : 'stalemate';
  return check ? 'check' : 'nothing';
}

describe('the rules reference', () => {
  it('has a page for each entry, under the same name and title', () => {
    expect(topics.map((topic) => topic.id)).toEqual(ENTRIES.map((entry) => entry.id));
    expect(topics.map((topic) => topic.title)).toEqual(ENTRIES.map((entry) => entry.title));
  });

  it('tells each statement once, or says why it is no rule of play', () => {
    const told = [...statements.flatMap(({ statement }) => statement.numbers ?? []), ...Object.keys(NOT_PLAY)];
    const all = Array.from({ length: 239 }, (_, index) => `R${String(index + 1).padStart(3, '0')}`);
    expect([...told].sort()).toEqual(all);
  });

  it('has names that are unique within a page', () => {
    for (const topic of pages) {
      const keys = topic.statements.map((statement) => statement.key);
      expect(new Set(keys).size, topic.id).toBe(keys.length);
    }
  });

  it('shows a board with every rule, or says why a board can show nothing of it', () => {
    const without = statements
      .filter(({ statement }) => !statement.picture)
      .map(({ topic, statement }) => `${topic.id}#${statement.key}`);
    expect(without.sort()).toEqual(Object.keys(NO_BOARD).sort());
    const ofMoves = statements
      .filter(({ statement }) => statement.articles?.some((article) => /^(2|3)\./.test(article)))
      .map(({ topic, statement }) => `${topic.id}#${statement.key}`);
    expect(without.filter((name) => ofMoves.includes(name))).toEqual([]);
  });

  it('shows positions that can be played, as they came about', () => {
    for (const { topic, statement } of everywhere) {
      if (!statement.picture) continue;
      const line = lineOf(statement.picture);
      const at = `${topic.id}#${statement.key}`;
      expect(line, at).not.toBeNull();
      if (statement.picture.from) expect(statement.picture.fen, at).toBe(line?.fen(line.ply()));
    }
  });

  it('marks with dots only where a man may really go', () => {
    for (const { topic, statement } of everywhere) {
      const line = statement.picture?.dots && lineOf(statement.picture);
      if (!line) continue;
      const targets = new Set([...new Follower(rules).dests(line).values()].flat());
      for (const dot of statement.picture?.dots ?? []) {
        expect(targets.has(dot), `${topic.id}#${statement.key}: ${dot}`).toBe(true);
      }
    }
  });

  it('judges every move to try as the rules do', () => {
    for (const { topic, statement } of everywhere) {
      for (const { move, verdict, gives } of statement.picture?.tries ?? []) {
        const at = `${topic.id}#${statement.key} ${move}`;
        const line = statement.picture && lineOf(statement.picture);
        const reason = line?.why(move.slice(0, 2), move.slice(2, 4), move[4]);
        expect(reason?.code ?? 'legal', at).toBe(verdict);
        if (verdict !== 'legal') expect(VERDICTS, at).toHaveProperty(verdict);
        if (!gives) continue;
        line?.play(move);
        expect(line && given(line), at).toBe(gives);
      }
    }
  });

  it('has a place for every article that the rules name', () => {
    const ids = new Set(statements.map(({ topic, statement }) => `${topic.id}#${statement.key}`));
    for (const place of places()) {
      const [page, part] = place.split('#');
      expect(part ? ids.has(place) : topics.some((topic) => topic.id === page), place).toBe(true);
    }
    expect(articleAddress('3.8.2.2')).toBe('/rules/castling#attacked');
    expect(articleAddress('9.6.1')).toBe('/rules/draws#automatic');
    expect(articleAddress('FIDE')).toBeNull();
  });

  it('links to words and pages that are there', () => {
    const named = new Set(WORDS.map(({ word }) => anchor(word)));
    const ids = new Set(statements.map(({ topic, statement }) => `/rules/${topic.id}#${statement.key}`));
    const known = new Set([
      ...ids, ...topics.map(({ id }) => `/rules/${id}`), ...GUIDES.map(({ id }) => `/learn/guides/${id}`),
      ...DIFFERENCES.map(({ code }) => `/learn/differences#${code}`), '/rules/playground', '/learn/differences',
      '/learn/values', '/learn/history', '/puzzles', '/analysis', '/computer', '/letter',
    ]);
    const texts = [
      ...everywhere.flatMap(({ topic, statement }) =>
        [...statement.text, ...(statement.points ?? [])].map((text) => ({ at: `/rules/${topic.id}`, text })),
      ),
      ...[...WORDS, ...DIFFERENCES].map(({ text }) => ({ at: '/rules/words', text })),
    ];
    for (const { at, text } of texts) {
      for (const piece of pieces(text)) {
        if (piece.type === 'word') expect(named.has(anchor(piece.word)), `${at}: ${piece.text}`).toBe(true);
        if (piece.type !== 'link') continue;
        const href = piece.href.startsWith('#') ? `${at}${piece.href}` : piece.href;
        expect(known.has(href), `${at}: ${href}`).toBe(true);
      }
    }
  });

  it('tells of every contradiction of the sources', () => {
    expect(DIFFERENCES.map(({ code }) => code)).toEqual(Array.from({ length: 24 }, (_, index) => `X${index + 1}`));
  });
});
