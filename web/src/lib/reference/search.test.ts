// The search over the reference: words in titles before words in texts, articles by their numbers, nothing for nonsense.
import { describe, expect, it } from 'vitest';
import { anchor, pieces, plain } from '$lib/learn/prose';
import { articleAddress } from './articles';
import { loadAll } from './index';
import { makeIndex, search } from './search';
import { WORDS } from './words';

const index = makeIndex(await loadAll(), WORDS, 'Words');
const titles = (question: string): string[] => search(index, question).map(({ title }) => title);

describe('search', () => {
  it('puts titles before texts', () => {
    expect(titles('stalemate')[0]).toBe('Stalemate draws');
    expect(titles('repetition')[0]).toBe('Repetition: the same position for the third time');
    expect(titles('underpromotion')).toContain('When less is more');
    expect(titles('increment').slice(0, 2).sort()).toEqual(['Increment', 'increment']);
  });

  it('knows the words that people use', () => {
    const first: Record<string, string> = {
      threefold: '/rules/draws#repetition', '50 moves': '/rules/draws#fifty', 'insufficient material': '/rules/draws#material',
      'draw offer': '/rules/draws#agreement', timeout: '/rules/ending#flag', premove: '/rules/online#premove',
      castle: '/rules/castling#how', bronstein: '/rules/clock#kinds', queening: '/rules/promotion#must',
    };
    for (const [question, href] of Object.entries(first)) {
      expect(search(index, question)[0]?.href, question).toBe(href);
    }
  });

  it('finds an article and what is below it', () => {
    expect(titles('3.7.3.2')).toEqual(['Only at once']);
    expect(titles('Art. 3.8.2.2').length).toBeGreaterThan(4);
    expect(titles('R097')).toEqual(['The rook may be attacked, and may pass an attacked square']);
  });

  it('wants every word, whatever the accents and the case', () => {
    expect(titles('TOUCH j’adoube')).toContain('“I adjust”');
    expect(titles('castling teleport')).toEqual([]);
    expect(titles('  ')).toEqual([]);
  });
});

describe('the markup of texts', () => {
  it('is read into pieces and left out of plain text', () => {
    const text = 'A **bold** [[pin|pinned]] man, see [check](/rules/check).';
    expect(pieces(text).map(({ type }) => type)).toEqual(['text', 'strong', 'text', 'word', 'text', 'link', 'text']);
    expect(plain(text)).toBe('A bold pinned man, see check.');
    expect(anchor('En passant')).toBe('en-passant');
  });
});

describe('articles', () => {
  it('lead to the nearest place that tells them', () => {
    expect(articleAddress('4.3.1')).toBe('/rules/touch-move');
    expect(articleAddress('7.5.5')).toBe('/rules/illegal-moves#penalties');
    expect(articleAddress('Online 5.2')).toBe('/rules/online');
    expect(articleAddress('99')).toBeNull();
  });
});
