// Where a game for the analysis comes from: the archive of this device, or a PGN that somebody pasted.
import type { ArchivedGame } from '$lib/computer/archive';
import { outcomeOf, readPgn } from '$lib/computer/pgn';
import { t } from '$lib/messages';
import type { Rules } from '$lib/rules';
import { START_FEN } from '$lib/table/placement';

/** More than any game that was ever played. */
const MOST_MOVES = 1_200;

/** The game of a PGN. Throws an Error with a sentence that names the first thing that is wrong. */
export function gameOfPgn(text: string, rules: Rules): ArchivedGame {
  const { tags, moves } = readPgn(text);
  if (moves.length === 0) throw new Error(t('analysis.no_moves'));
  if (moves.length > MOST_MOVES) throw new Error(t('analysis.too_long'));
  const startFen = tags.FEN ?? START_FEN;
  const chess960 = /960|fischer/i.test(tags.Variant ?? '');
  const line = new rules.Line(startFen, chess960);
  const ucis: string[] = [];
  moves.forEach((word, index) => {
    const { uci, reason } = line.read(word);
    if (!uci) {
      const place = Math.floor(index / 2) + 1;
      throw new Error(t('analysis.no_move', { place, word, why: reason?.sentence ?? '' }).trim());
    }
    line.play(uci);
    ucis.push(uci);
  });
  const outcome = outcomeOf(tags.Result);
  const named = (name: string | undefined, otherwise: string): string =>
    name && name !== '?' ? name : otherwise;
  return {
    id: '',
    startedAt: 0,
    endedAt: 0,
    white: { name: named(tags.White, t('color.white')), level: null },
    black: { name: named(tags.Black, t('color.black')), level: null },
    you: null,
    settings: {
      rules: { preset: 'fide-online' }, clock: { type: 'untimed' }, owner_color: 'white', start: { type: 'standard' },
    },
    startFen: line.fen(0),
    chess960,
    moves: ucis,
    outcome,
    termination: 'agreement',
    sentence: named(tags.Event, ''),
  };
}
