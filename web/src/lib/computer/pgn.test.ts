// PGN: what is written can be read again, and what people paste is read past its ornaments.
import { describe, expect, it } from 'vitest';
import type { ArchivedGame } from './archive';
import { outcomeOf, readPgn, resultOf, scoreOf, writePgn } from './pgn';

const GAME: ArchivedGame = {
  id: 'a',
  startedAt: new Date(2026, 10, 3, 12).getTime(),
  endedAt: new Date(2026, 10, 3, 13).getTime(),
  white: { name: 'Ana "the fox"', level: null },
  black: { name: 'Pip', level: 'pip' },
  you: 'white',
  settings: {
    rules: { preset: 'fide-online' }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
  },
  startFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  chess960: false,
  moves: [],
  outcome: { type: 'draw' },
  termination: 'agreement',
  sentence: 'Draw by agreement.',
};

describe('writing', () => {
  it('has the seven tags, the computer’s rating, numbers and the result', () => {
    const pgn = writePgn(GAME, ['e4', 'e5', 'Nf3']);
    expect(pgn).toBe(
      [
        '[Event "Casual game"]', '[Site "Tabiya"]', '[Date "2026.11.03"]', '[Round "-"]',
        '[White "Ana \\"the fox\\""]', '[Black "Pip"]', '[Result "1/2-1/2"]', '[BlackElo "400"]',
        '[BlackType "program"]', '', '1. e4 e5 2. Nf3 1/2-1/2', '',
      ].join('\n'),
    );
  });

  it('says from which position, and numbers from there', () => {
    const startFen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 30';
    const pgn = writePgn({ ...GAME, startFen, chess960: true }, ['Kd7', 'e4', 'Kd6']);
    expect(pgn).toContain('[Variant "Chess960"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]');
    expect(pgn).toContain('\n30... Kd7 31. e4 Kd6 1/2-1/2\n');
  });

  it('keeps lines short', () => {
    const pgn = writePgn(GAME, Array.from({ length: 120 }, () => 'Nf3'));
    for (const line of pgn.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(readPgn(pgn).moves).toHaveLength(120);
  });
});

describe('reading', () => {
  it('reads what was written', () => {
    const { tags, moves } = readPgn(writePgn(GAME, ['e4', 'e5', 'Nf3']));
    expect(moves).toEqual(['e4', 'e5', 'Nf3']);
    expect(tags.White).toBe('Ana "the fox"');
    expect(outcomeOf(tags.Result)).toEqual({ type: 'draw' });
  });

  it('goes past comments, variations, signs and numbers', () => {
    const text =
      '\uFEFF1.e4! {best by test (they say)} e5 $1 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 ; the rest\n3.Bb5 a6?! 1-0 [Event "next"] 1. d4';
    expect(readPgn(text).moves).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
  });

  it('finds nothing in nothing', () => {
    expect(readPgn('').moves).toEqual([]);
    expect(readPgn('[White "Ana"]\n\n*').moves).toEqual([]);
  });
});

describe('results', () => {
  it('are written for programs and for people', () => {
    expect(resultOf(null)).toBe('*');
    expect(resultOf({ type: 'win', color: 'black' })).toBe('0-1');
    expect(outcomeOf('1-0')).toEqual({ type: 'win', color: 'white' });
    expect(outcomeOf('*')).toBeNull();
    expect(scoreOf({ type: 'draw' })).toBe('½ : ½');
    expect(scoreOf({ type: 'win', color: 'white' })).toBe('1 : 0');
  });
});
