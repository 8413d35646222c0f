// Opens an analysis: one that is kept here, a game of the archive, a game or a position from a link, a text or a file.
import { fetchPgn } from '$lib/api';
import { openArchive, type ArchivedGame } from '$lib/computer/archive';
import { loadNotation, type ListedGame, type Notation } from '$lib/analysis/pgn';
import { unpackPgn, type Asked } from '$lib/analysis/share';
import { isRunning, MOST_BYTES, pastedAs, positionOf, refusalOf, treeOfArchived, treeOfMoves } from '$lib/analysis/sources';
import { newId, openAnalyses } from '$lib/analysis/store';
import { mainLine } from '$lib/analysis/tree';
import { t } from '$lib/analysis/words';
import type { Review } from '$lib/engine/questions';
import { loadRules, type Rules } from '$lib/rules';
import { START_FEN } from '$lib/table/placement';
import { Workshop } from './workshop.svelte';

export class Opener {
  async #rules(): Promise<Rules> {
    const rules = await loadRules();
    if (!rules) throw new Error(t('no_rules'));
    return rules;
  }

  #notation(): Promise<Notation> {
    return loadNotation().catch(() => Promise.reject(new Error(t('no_rules'))));
  }

  async board(): Promise<Workshop> {
    const rules = await this.#rules();
    return new Workshop(rules, newId(), treeOfMoves(rules, START_FEN, false, []));
  }

  async position(text: string, chess960: boolean, moves: readonly string[] = [], ply: number | null = null): Promise<Workshop> {
    const [rules, notation] = [await this.#rules(), await this.#notation()];
    let given: ReturnType<typeof positionOf>;
    try {
      given = positionOf(notation, text, chess960);
    } catch (error) {
      throw new Error(t('open.no_position', { why: error instanceof Error ? error.message : String(error) }));
    }
    const tree = treeOfMoves(rules, given.fen, chess960, moves);
    const line = mainLine(tree);
    const at = line[(ply ?? line.length) - 1]?.id ?? 0;
    const shop = new Workshop(rules, newId(), tree, at);
    shop.oddities = given.mended;
    return shop;
  }

  /** What an address asks for; a text where it brings one, null where it asks for nothing. */
  async byAddress(asked: Asked): Promise<Workshop | string | null> {
    if (asked.id) return this.#kept(asked.id);
    if (asked.game) return (await this.#archived(asked.game)) ?? this.#packed(asked.game);
    if (asked.table) return fetchPgn(asked.table.id, asked.table.number);
    if (asked.pgn) return asked.pgn;
    if (asked.fen || asked.moves.length > 0) {
      return this.position(asked.fen?.replaceAll('_', ' ') ?? START_FEN, asked.chess960, asked.moves, asked.ply);
    }
    return null;
  }

  async #kept(id: string): Promise<Workshop> {
    const saved = await (await openAnalyses()).get(id);
    if (!saved) throw new Error(t('open.no_saved'));
    return Workshop.of(await this.#rules(), saved);
  }

  async #archived(id: string): Promise<Workshop | null> {
    const archive = await openArchive();
    const game = await archive.get(id).catch(() => null);
    if (!game) return null;
    const own = `game-${id}`;
    const saved = await (await openAnalyses()).get(own).catch(() => null);
    const rules = await this.#rules();
    const shop = saved ? Workshop.of(rules, saved) : this.#ofArchive(game, own, rules);
    shop.review.onkeep = (told) => void archive.keep(id, told).catch(() => undefined);
    if (shop.review.stage !== 'idle') return shop;
    const found = (await archive.finding(id).catch(() => null)) as Review | null;
    if (found) shop.review.take({ moves: game.moves, told: found });
    else void shop.review.run();
    return shop;
  }

  #ofArchive(game: ArchivedGame, id: string, rules: Rules): Workshop {
    const tree = treeOfArchived(game, rules);
    const shop = new Workshop(rules, id, tree, mainLine(tree).at(-1)?.id);
    shop.study.flipped = game.you === 'black';
    shop.tab = 'review';
    return shop;
  }

  /** The game of a share link, as text. */
  async #packed(game: string): Promise<string> {
    // What archives call a game is short.
    const isName = game.length < 24 && /-\d+$/.test(game);
    return unpackPgn(game).catch(() => Promise.reject(new Error(t(isName ? 'open.no_game' : 'open.bad_link'))));
  }

  /** Reads a text: its only game is opened, of several the list is answered. */
  async read(text: string | Uint8Array, ply: number | null): Promise<Workshop | ListedGame[]> {
    const pasted = typeof text === 'string' ? pastedAs(text) : pastedAs(asPosition(text));
    if (pasted.type === 'position') return this.position(pasted.fen, false);
    const list = (await this.#notation()).list(text);
    return list.length > 1 ? list : this.game(text, 0, ply);
  }

  /** One game of a text. */
  async game(text: string | Uint8Array, number: number, ply: number | null = null): Promise<Workshop> {
    const [rules, notation] = [await this.#rules(), await this.#notation()];
    let read;
    try {
      read = notation.read(text, number);
    } catch {
      throw new Error(t('open.nothing'));
    }
    const refusal = refusalOf(read);
    if (refusal) throw new Error(refusal);
    if (isRunning(read.tree)) throw new Error(t('open.running'));
    const at = ply === null ? 0 : mainLine(read.tree)[ply - 1]?.id;
    const shop = new Workshop(rules, newId(), read.tree, at);
    shop.told(read, notation);
    return shop;
  }

  async bytes(file: File): Promise<Uint8Array> {
    if (file.size > MOST_BYTES) throw new Error(t('open.too_large'));
    return new Uint8Array(await file.arrayBuffer());
  }
}

/** A file that holds nothing but a position is short. */
const asPosition = (bytes: Uint8Array): string => (bytes.length < 200 ? new TextDecoder().decode(bytes) : '');
