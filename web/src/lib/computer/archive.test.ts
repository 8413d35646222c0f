// The archive keeps what it is given and nothing else, in IndexedDB and without it.
import { describe, expect, it } from 'vitest';
import { openArchive, openIndexed, PassingArchive, type Archive, type ArchivedGame } from './archive';
import { FakeIndexedDb } from './fake-indexed-db';

const game = (id: string, endedAt: number, over: Partial<ArchivedGame> = {}): ArchivedGame => ({
  id,
  startedAt: endedAt - 60_000,
  endedAt,
  white: { name: 'Ana', level: null },
  black: { name: 'Pip', level: 'pip' },
  you: 'white',
  settings: {
    rules: { preset: 'fide-online' }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
  },
  startFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  chess960: false,
  moves: ['e2e4', 'e7e5'],
  outcome: { type: 'win', color: 'white' },
  termination: 'resignation',
  sentence: 'White won: Black resigned.',
  ...over,
});

async function indexed(fake: FakeIndexedDb): Promise<Archive> {
  const archive = await openIndexed(fake.factory, () => undefined);
  if (!archive) throw new Error('the archive did not open');
  return archive;
}

const kinds: [string, () => Promise<Archive>][] = [
  ['in IndexedDB', () => indexed(new FakeIndexedDb())],
  ['for the life of the page', () => Promise.resolve(new PassingArchive())],
];

describe.each(kinds)('an archive %s', (_, open) => {
  it('lists what was put in, the last first', async () => {
    const archive = await open();
    for (const entry of [game('a', 2_000), game('b', 3_000), game('c', 1_000)]) await archive.put(entry);
    expect((await archive.list()).map((entry) => entry.id)).toEqual(['b', 'a', 'c']);
    expect(await archive.get('a')).toEqual(game('a', 2_000));
    expect(await archive.get('z')).toBeNull();
  });

  it('keeps one game for an id, the later one', async () => {
    const archive = await open();
    await archive.put(game('a', 2_000));
    await archive.put(game('a', 2_000, { sentence: 'Draw.' }));
    expect((await archive.list()).map((entry) => entry.sentence)).toEqual(['Draw.']);
  });

  it('keeps what was found out beside the game, and forgets it with the game', async () => {
    const archive = await open();
    await archive.put(game('a', 2_000));
    await archive.put(game('b', 2_000));
    expect(await archive.finding('a')).toBeNull();
    await archive.keep('a', { turning: [3] });
    await archive.keep('b', { turning: [5] });
    await archive.delete('a');
    expect(await archive.get('a')).toBeNull();
    expect(await archive.finding('a')).toBeNull();
    expect(await archive.finding('b')).toEqual({ turning: [5] });
  });
});

describe('the archive in IndexedDB', () => {
  it('is there again when the page comes again', async () => {
    const fake = new FakeIndexedDb();
    await (await indexed(fake)).put(game('a', 2_000));
    const again = await indexed(fake);
    expect(again.lasts).toBe(true);
    expect(await again.get('a')).toEqual(game('a', 2_000));
  });

  it('says so when nothing more fits', async () => {
    const fake = new FakeIndexedDb();
    const archive = await indexed(fake);
    fake.full = true;
    await expect(archive.put(game('a', 2_000))).rejects.toThrow('full');
    fake.full = false;
    expect(await archive.list()).toEqual([]);
  });

  it('is none where the browser forbids it', async () => {
    const fake = new FakeIndexedDb();
    fake.forbidden = true;
    expect(await openIndexed(fake.factory, () => undefined)).toBeNull();
  });

  it('without one, games are kept while the page lives', async () => {
    const archive = await openArchive();
    expect(archive.lasts).toBe(false);
    await archive.put(game('a', 2_000));
    expect(await (await openArchive()).get('a')).toEqual(game('a', 2_000));
  });
});
