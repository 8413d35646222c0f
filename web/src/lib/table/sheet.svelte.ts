// One player's own score sheet of one game, kept by this browser: what he types is stored at every stroke.
import { loadRules, type Line } from '../rules';
import { recall, remember } from '../storage';
import { noteSheet, sheetKey } from './kept-sheets';
import { compareSheet, write, type Entries, type Verdict } from './sheet';

export class Sheet {
  entries = $state.raw<Entries>([]);
  readonly #key: string;

  constructor(table: string, game: number) {
    this.#key = sheetKey(table, game);
    const kept = recall<unknown>(this.#key, []);
    if (Array.isArray(kept)) this.entries = kept.map(String);
  }

  write(index: number, text: string): void {
    this.entries = write(this.entries, index, text);
    remember(this.#key, this.entries);
    noteSheet(this.#key);
  }
}

/** The sheet beside the game that was played: what differs. The rules read what is written in another manner. */
export async function verdictsOn(
  entries: Entries,
  game: { start_fen: string; chess960: boolean },
  played: readonly { uci: string; san: string }[],
): Promise<Verdict[]> {
  const rules = await loadRules();
  if (!rules) return compareSheet(entries, played);
  let line: Line | undefined;
  try {
    const following = new rules.Line(game.start_fen, game.chess960);
    line = following;
    return compareSheet(entries, played, (index, text) => {
      following.truncate(Math.min(index, following.ply()));
      for (const move of played.slice(following.ply(), index)) following.play(move.uci);
      return following.read(text).uci;
    });
  } finally {
    line?.free?.();
  }
}
