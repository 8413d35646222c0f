// One puzzle on the board: the last move of the other side is played in, the solver's moves are judged, a wrong one is
// answered as the other side would and goes back, hints come in steps, and at the end the solution can be played through.
// Not here: what a result is worth (progress.ts), which puzzle comes next (training.svelte.ts).
import { announcer } from '../announcer.svelte';
import type { Arrow } from '../board/Board.svelte';
import type { Hint, Played } from '../engine/questions';
import { reasonsTold } from '../engine/reasons';
import { refusalSentence, t as common } from '../messages';
import { puzzles as texts } from '../messages/puzzles.en';
import { reader } from '../messages/catalogue';
import { type Color, otherColor } from '../protocol';
import { Follower, type Dests, type Line, type Reading, type Reason, type Rules } from '../rules';
import { play } from '../sound';
import type { Listed } from '../table/desk.svelte';
import { letter, readPlacement, sideToMove, type Role } from '../table/placement';
import { moveInWords } from '../table/words';
import { solverOf, type Puzzle } from './puzzle';
import { afterwards } from './standing';

const t = reader(texts);

/** The part of the engine that answers a wrong move. */
export interface Mind {
  hint(game: Played): Promise<Hint | null>;
}

/** What solving needs from the world. */
export interface World {
  mind(): Promise<Mind>;
  wait(ms: number): Promise<void>;
}

/** The first move comes in · the solver is to move · the other side answers · a wrong move stands · nothing is left. */
export type Stage = 'opening' | 'yours' | 'theirs' | 'wrong' | 'over';

/** Solved without help at the first try · solved in the end · the solution was looked at. */
export type Result = 'solved' | 'found' | 'shown';

export interface WrongMove {
  san: string;
  /** How it is answered; null while that is looked for, or where nothing can be said. */
  reply: string | null;
  /** Why it is not the move, in sentences; empty while that is looked for. */
  sentence: string;
  looking: boolean;
}

interface Step {
  uci: string;
  san: string;
}

const OPENING_MS = 700;
const ANSWER_MS = 450;
const SHOWN_MS = 900;
/** How long the squares of a refusal stay marked. */
const MARKS_MS = 5_000;

export interface Told {
  /** The first try has failed, or help was taken; or all was solved without either. Comes once. */
  onresult?: (solved: boolean) => void;
  onover?: (result: Result) => void;
}

export class Solving {
  stage = $state<Stage>('opening');
  /** What is on the board beyond the position of the puzzle. */
  #steps = $state.raw<readonly Step[]>([]);
  /** The half-move that is looked at; null follows what happens. */
  at = $state<number | null>(null);
  flipped = $state(false);
  wrong = $state.raw<WrongMove | null>(null);
  /** Why an attempt was no move at all. */
  refusal = $state.raw<Pick<Reason, 'sentence' | 'article' | 'squares'> | null>(null);
  /** 0 nothing, 1 the man, 2 its square. */
  hintStep = $state<0 | 1 | 2>(0);
  promotion = $state.raw<{ from: string; to: string } | null>(null);
  result = $state<Result | null>(null);
  /** How many of the solver's moves are on the board. */
  found = $state(0);
  /** Grows when the board must show the true position again. */
  revision = $state(0);
  /** The last judged move was right. */
  praised = $state(false);

  readonly color: Color;
  readonly #follower: Follower;
  #told = false;
  #helped = false;
  #closed = false;

  constructor(
    readonly puzzle: Puzzle,
    rules: Rules,
    readonly world: World,
    readonly teller: Told = {},
  ) {
    this.color = solverOf(puzzle);
    this.#follower = new Follower(rules);
    this.#sansOf(puzzle.moves);
  }

  // ---- the board --------------------------------------------------------------

  /** The rules with so many steps played. */
  #line(ucis: readonly string[]): Line {
    const line = this.#follower.follow(this.puzzle.fen, false, ucis);
    if (!line) throw new Error(`puzzle ${this.puzzle.id} is no line of legal moves`);
    return line;
  }

  /** Throws where a move is not legal: such a puzzle is not to be put on the board. */
  #sansOf(ucis: readonly string[]): Step[] {
    return ucis.map((uci, index) => ({ uci, san: this.#line(ucis.slice(0, index)).san(uci) }));
  }

  readonly ucis = $derived.by((): readonly string[] => this.#steps.map((step) => step.uci));
  readonly live = $derived.by(() => this.at === null || this.at >= this.#steps.length);
  readonly ply = $derived.by(() => (this.live ? this.#steps.length : (this.at ?? 0)));

  readonly scene = $derived.by((): { fen: string; check: string | null; dests: Dests | null } => {
    const line = this.#line(this.ucis);
    const movable = this.live && this.stage === 'yours';
    return {
      fen: line.fen(this.ply),
      check: line.check(this.ply) ?? null,
      dests: movable ? this.#follower.dests(line) : null,
    };
  });

  readonly men = $derived.by(() => readPlacement(this.scene.fen));
  readonly turn = $derived.by(() => sideToMove(this.scene.fen));
  readonly orientation = $derived.by((): Color => (this.flipped ? otherColor(this.color) : this.color));
  readonly movable = $derived.by((): Color | null =>
    this.stage === 'yours' && this.live && !this.promotion ? this.color : null,
  );

  readonly lastMove = $derived.by(() => {
    const uci = this.#steps[this.ply - 1]?.uci;
    return uci ? { from: uci.slice(0, 2), to: uci.slice(2, 4) } : null;
  });

  readonly arrows = $derived.by((): readonly Arrow[] => {
    const reply = this.stage === 'wrong' && this.live && this.wrong?.reply ? this.#steps.at(-1) : undefined;
    return reply ? [{ from: reply.uci.slice(0, 2), to: reply.uci.slice(2, 4), kind: 'played' }] : [];
  });

  readonly hinted = $derived.by((): readonly string[] => {
    if (this.hintStep === 0 || this.stage !== 'yours' || !this.live) return [];
    const next = this.#next;
    return next ? (this.hintStep === 1 ? [next.slice(0, 2)] : [next.slice(0, 2), next.slice(2, 4)]) : [];
  });

  /** The half-moves that are right so far. */
  get #right(): number {
    return this.stage === 'wrong' ? 2 * this.found + 1 : this.#steps.length;
  }

  get #next(): string | undefined {
    return this.puzzle.moves[this.#right];
  }

  /** The solver's moves that are still to be found. */
  readonly left = $derived.by(() => this.puzzle.moves.length / 2 - this.found);

  /** The position at the end, or the one on the board. */
  readonly finalFen = $derived.by((): string => {
    const line = this.#line(this.ucis);
    return line.fen(line.ply());
  });

  /** The last position is not the end of a game. */
  readonly goesOn = $derived.by((): boolean => this.#follower.dests(this.#line(this.ucis)).size > 0);

  // ---- replay (as lib/table/replayed.ts wants it) -------------------------------

  readonly moves = $derived.by((): readonly Step[] => this.#steps);
  readonly listing = $derived.by((): readonly Listed[] => this.#steps.map(({ san }) => ({ san, completed: true })));
  readonly played = $derived.by(() => this.#steps.length);
  readonly afterword: [] = [];
  readonly drafts = { current: null };
  readonly canReplay = true;

  readonly remarks = $derived.by((): ReadonlyMap<number, { sign: string; meaning: string }> =>
    this.stage === 'wrong' ? new Map([[2 * this.found + 2, { sign: '?', meaning: t('solve.wrong_mark') }]]) : new Map(),
  );

  goTo(ply: number): void {
    const last = this.#steps.length;
    this.at = ply >= last ? null : Math.max(0, ply);
  }

  step(by: number): void {
    this.goTo(this.ply + by);
  }

  goLive(): void {
    this.at = null;
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  // ---- the course ---------------------------------------------------------------

  /** Plays in the last move of the other side. */
  async begin(): Promise<void> {
    await this.world.wait(OPENING_MS);
    if (this.#closed || this.stage !== 'opening') return;
    this.#put(this.puzzle.moves[0] ?? '', (move) => `${move}. ${t(`solve.${this.color}`)}. ${t('solve.find')}`);
    this.stage = 'yours';
  }

  /** The page is left: nothing is played any more. */
  close(): void {
    this.#closed = true;
  }

  /** Puts a legal move on the board, and says it with what belongs to it. */
  #put(uci: string, spoken: (move: string) => string = (move) => move): string {
    const line = this.#line(this.ucis);
    const mover = sideToMove(line.fen(line.ply()));
    const san = line.san(uci);
    this.#steps = [...this.#steps, { uci, san }];
    this.at = null;
    this.refusal = null;
    play(san.includes('x') ? 'capture' : /[+#]/.test(san) ? 'check' : 'move');
    announcer.say(spoken(common('say.move', { color: common(`color.${mover}`), move: moveInWords(san) })));
    return san;
  }

  /** A man was put from one square to another, by hand or by key. */
  attempt(from: string, to: string): void {
    if (this.movable === null) return;
    void this.world.mind().catch(() => undefined);
    const line = this.#line(this.ucis);
    if (line.promotes(from, to)) {
      this.refusal = null;
      this.promotion = { from, to };
      return;
    }
    const reason = line.why(from, to);
    if (reason) this.#refuse(reason);
    else this.#judge(`${from}${to}`);
  }

  choosePromotion(role: Role | null): void {
    const asked = this.promotion;
    this.promotion = null;
    this.revision += 1;
    if (asked && role && this.stage === 'yours') this.#judge(`${asked.from}${asked.to}${letter(role)}`);
  }

  /** A move that was typed. Hands back whether it was taken. */
  type(text: string): boolean {
    this.goLive();
    if (this.movable === null) return false;
    const reading: Reading = this.#line(this.ucis).read(text);
    if (reading.uci) {
      // "e8" names no piece: what the pawn becomes is asked.
      if (reading.uci.length === 5 && /[1-8]\W*$/.test(text)) {
        this.promotion = { from: reading.uci.slice(0, 2), to: reading.uci.slice(2, 4) };
      } else this.#judge(reading.uci);
      return true;
    }
    if (reading.reason) this.#refuse(reading.reason);
    else this.#say(t('solve.unreadable'), null, []);
    return false;
  }

  #refuse(reason: Reason): void {
    const { code, sentence, params, article, squares } = reason;
    this.#say(refusalSentence({ code, message: asSentence(sentence), params }), article, squares);
  }

  #say(sentence: string, article: string | null, squares: string[]): void {
    const refusal = { sentence, article, squares };
    this.refusal = refusal;
    void this.world.wait(MARKS_MS).then(() => {
      if (this.refusal === refusal) this.refusal = { ...refusal, squares: [] };
    });
    this.praised = false;
    this.revision += 1;
    play('refused');
    announcer.interrupt(article ? `${sentence} ${common('refused.article', { article })}` : sentence);
  }

  #judge(uci: string): void {
    const line = this.#line(this.ucis);
    const [san, wanted] = [line.san(uci), this.#next === undefined ? '' : line.san(this.#next)];
    this.hintStep = 0;
    this.wrong = null;
    // Whoever mates has found the best there is.
    if (san === wanted || san.endsWith('#')) this.#accept(uci, san);
    else void this.#answerWrong(uci);
  }

  #accept(uci: string, san: string): void {
    const last = san.endsWith('#') || this.found * 2 + 2 >= this.puzzle.moves.length;
    const result = this.#helped ? 'found' : 'solved';
    this.#put(uci, (move) => `${move}. ${t(last ? `solve.over_${result}` : 'solve.right')}`);
    this.found += 1;
    this.praised = true;
    if (last) {
      this.#end(result);
      return;
    }
    this.stage = 'theirs';
    void this.#answerRight();
  }

  async #answerRight(): Promise<void> {
    await this.world.wait(ANSWER_MS);
    if (this.#closed || this.stage !== 'theirs') return;
    this.#put(this.#next ?? '', (move) => `${t('solve.right')} ${move}.`);
    this.stage = 'yours';
  }

  async #answerWrong(uci: string): Promise<void> {
    this.praised = false;
    const san = this.#put(uci);
    this.stage = 'wrong';
    this.#help();
    const wrong: WrongMove = { san, reply: null, sentence: '', looking: true };
    this.wrong = wrong;
    play('notice');
    const [hint] = await Promise.all([this.#replyTo(), this.world.wait(ANSWER_MS)]);
    // Taken back, or another puzzle, meanwhile.
    if (this.#closed || this.wrong !== wrong) return;
    this.wrong = this.#tell(san, hint);
  }

  /** The best answer to what is on the board; null where the game is over or the engine cannot be had. */
  async #replyTo(): Promise<Hint | null> {
    if (!this.goesOn) return null;
    try {
      const mind = await this.world.mind();
      return await mind.hint({ start: this.puzzle.fen, moves: this.ucis });
    } catch (error) {
      // Whoever has left has stopped it.
      if (!this.#closed) console.warn('puzzles: the engine did not answer', error);
      return null;
    }
  }

  #tell(san: string, hint: Hint | null): WrongMove {
    if (!hint) {
      const key = this.goesOn ? 'solve.wrong_plain' : 'solve.wrong_draw';
      announcer.say(t(key, { move: moveInWords(san) }));
      return { san, reply: null, sentence: t(key, { move: san }), looking: false };
    }
    const why = [reasonsTold(hint.why), afterwards(hint.line.score, this.color)].filter(Boolean).join(' ');
    const reply = this.#put(hint.uci);
    const told = (move: string, answer: string): string => `${t('solve.wrong_reply', { move, reply: answer })} ${why}`;
    announcer.say(told(moveInWords(san), moveInWords(reply)));
    return { san, reply, sentence: told(san, reply), looking: false };
  }

  /** The wrong move and its answer go back; what was said of it stays. */
  takeBack(): void {
    if (this.stage !== 'wrong') return;
    this.#steps = this.#steps.slice(0, this.#right);
    this.at = null;
    this.stage = 'yours';
    announcer.say(t('solve.taken_back'));
  }

  // ---- help ---------------------------------------------------------------------

  /** Tells more: first the man, then where it goes. */
  hint(): void {
    if (this.stage !== 'yours' || this.hintStep === 2) return;
    this.#help();
    this.goLive();
    this.refusal = null;
    this.wrong = null;
    this.hintStep = this.hintStep === 0 ? 1 : 2;
    announcer.say(this.hintSentence);
  }

  readonly hintSentence = $derived.by((): string => {
    const next = this.hintStep === 0 ? undefined : this.#next;
    if (!next) return '';
    const [from, to] = [next.slice(0, 2), next.slice(2, 4)];
    const man = readPlacement(this.finalFen).get(from);
    const names = { man: man ? common(`role.${man.role}`) : '', from, to };
    return this.hintStep === 1 ? common('hint.man', names) : common('hint.square', names);
  });

  /** It is not the solver's own finding any more. */
  #help(): void {
    this.#helped = true;
    this.#tellResult(false);
  }

  #tellResult(solved: boolean): void {
    if (this.#told) return;
    this.#told = true;
    this.teller.onresult?.(solved);
  }

  /** Plays what is left of the solution. */
  async showSolution(): Promise<void> {
    if (this.stage !== 'yours' && this.stage !== 'wrong') return;
    this.#help();
    this.takeBack();
    this.stage = 'theirs';
    this.wrong = null;
    this.refusal = null;
    this.promotion = null;
    this.hintStep = 0;
    this.praised = false;
    for (let next = this.#next; next !== undefined; next = this.#next) {
      const last = this.#steps.length + 1 === this.puzzle.moves.length;
      this.#put(next, (move) => (last ? `${move}. ${t('solve.over_shown')}` : move));
      if (last) break;
      await this.world.wait(SHOWN_MS);
      if (this.#closed) return;
    }
    this.#end('shown');
  }

  #end(result: Result): void {
    this.stage = 'over';
    this.result = result;
    this.found = this.puzzle.moves.length / 2;
    this.#tellResult(result === 'solved');
    this.teller.onover?.(result);
    play(result === 'shown' ? 'notice' : 'start');
  }
}

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
