// What lies on the board in front of the reader: the live game or a position of its past, the reader's own move
// before the server has confirmed it, a premove, a promotion to be chosen, and why the last attempt was refused.
import { announcer } from '../announcer.svelte';
import { refusalSentence, t } from '../messages';
import { play } from '../sound';
import type { Color, Refusal, Standing } from '../protocol';
import { otherColor, otherSeat } from '../protocol';
import { Follower, loadRules, type Dests, type Line, type Reason } from '../rules';
import { premovesOn, switchesOf } from '../settings';
import { nameOf, type AnyTable } from './any-table';
import { afterPutting, bareMove, dueDests, originOf } from './conduct';
import { BoardConduct } from './conduct.svelte';
import { Drafts } from './drafts.svelte';
import {
  looksLikePromotion, letter, readPlacement, sideToMove, START_FEN, PROMOTIONS, type Placement, type Role,
} from './placement';

export interface Notice {
  sentence: string;
  article: string | null;
  squares: readonly string[];
}

export interface MovePair {
  from: string;
  to: string;
}

export interface Hinted {
  squares: readonly string[];
  arrow: MovePair | null;
}

/** How long the squares of a refusal stay marked. */
const MARKS_MS = 5_000;
const NOTICE_MS = 12_000;
const NOTE_MS = 6_000;

interface Pending {
  uci: string;
  san: string | null;
  ply: number;
  game: number;
}

interface Scene {
  fen: string;
  check: string | null;
  /** Where men may go as far as the Laws of moving go, by hand or by heart. */
  dests: Dests | null;
}

/** A promotion that is to be chosen: of a move, or of a pawn that was left on its last rank. */
export interface Choice extends MovePair {
  color: Color;
  stands: boolean;
}

export interface Listed {
  san: string;
  completed: boolean;
}

export class Desk {
  /** The ply that is looked at; null follows the game. */
  at = $state<number | null>(null);
  flipped = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** A passing remark: what the other side did with an offer. */
  note = $state('');
  marks = $state.raw<readonly string[]>([]);
  /** What a hint shows on the live board. */
  hinted = $state.raw<Hinted | null>(null);
  premove = $state.raw<MovePair | null>(null);
  promotion = $state.raw<Choice | null>(null);
  /** Moves that were not played, shown behind the end of a game: how a side could still have mated. */
  afterword = $state.raw<readonly { uci: string; san: string }[]>([]);
  /** Grows when the board must show the true position again although nothing else has changed. */
  revision = $state(0);

  readonly drafts = new Drafts(this);
  #follower = $state.raw<Follower | null>(null);
  #pending = $state.raw<Pending | null>(null);
  /** The reader's own move that no rules know, until the server has answered. */
  #putting = $state.raw<(Standing & { game: number }) | null>(null);
  /** The answer to the last move that was sent. */
  answer: Promise<Refusal | null> = Promise.resolve(null);
  readonly conduct: BoardConduct;
  #marksTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: AnyTable) {
    this.conduct = new BoardConduct(this);
    void loadRules().then((rules) => rules && (this.#follower = new Follower(rules)));
    table.onrefused = (refusal) => void this.refuse(refusalNotice(refusal));
  }

  #game = $derived.by(() => this.table.view?.game ?? null);

  /** The reader's own move counts until the server has answered. */
  #awaited = $derived.by(() => {
    const pending = this.#pending;
    const length = this.table.state?.moves.length ?? 0;
    return pending && pending.game === this.#game?.number && pending.ply === length ? pending : null;
  });

  /** The moves of the game, with the one that is on its way, and the afterword. */
  readonly moves = $derived.by((): readonly { uci: string; san: string }[] => {
    const moves = this.table.state?.moves ?? [];
    const awaited = this.#awaited ?? this.drafts.current;
    if (awaited) return [...moves, { uci: awaited.uci, san: awaited.san ?? awaited.uci }];
    return this.afterword.length > 0 ? [...moves, ...this.afterword] : moves;
  });

  /** How many of the moves were really played. */
  readonly played = $derived.by(() => this.moves.length - (this.drafts.current ? 1 : this.afterword.length));

  /** The moves as they are listed: one that is not completed is written as it is seen, be it legal or not. */
  readonly listing = $derived.by((): readonly Listed[] => {
    const first = this.conduct.unpressed ?? Infinity;
    const listed = this.moves.map(({ uci, san }, index): Listed => {
      const completed = index + 1 < first || index >= this.played;
      return { san: completed ? san : bareMove(uci), completed };
    });
    return this.standing ? [...listed, { san: bareMove(this.standing.uci), completed: false }] : listed;
  });

  readonly live = $derived.by(() => this.at === null || this.at >= this.moves.length);

  /** The ply that the board shows. */
  readonly ply = $derived.by(() => (this.live ? this.moves.length : (this.at ?? 0)));

  readonly canReplay = $derived.by(() => this.#follower !== null);

  #line = $derived.by((): { line: Line | null } => {
    const game = this.#game;
    const line = game && this.#follower
      ? this.#follower.follow(game.start_fen, game.chess960, this.moves.map((move) => move.uci))
      : null;
    // A fresh wrapper each time: the line itself is the same object before and after a move.
    return { line };
  });

  /** A move that is on the board though the rules know none such: the server's word, or the reader's own hand. */
  readonly standing = $derived.by((): Standing | null => {
    const game = this.#game;
    if (!game || game.ending) return null;
    return this.#putting?.game === game.number ? this.#putting : (game.standing ?? null);
  });

  /** The reader's own move is on its way to the server. */
  readonly unanswered = $derived.by(() => this.#awaited !== null || this.#putting !== null);

  /** The legal moves of the side to move, where they can be known and matter. */
  readonly legal = $derived.by((): Dests | null => {
    const { line } = this.#line;
    return line && this.#follower && this.live && this.movable ? this.#follower.dests(line) : null;
  });

  readonly scene = $derived.by((): Scene => {
    const game = this.#game;
    const { line } = this.#line;
    if (!game) return { fen: START_FEN, check: null, dests: null };
    const dests = game.due && !this.unanswered ? dueDests(game.due) : this.legal;
    if (this.live && this.standing) {
      const { uci, placement } = this.standing;
      return { fen: `${placement} ${game.turn}`, check: null, dests: dests && withStanding(dests, uci) };
    }
    if (!line || !this.#follower) return { fen: game.fen, check: null, dests: null };
    const check = this.conduct.hints ? (line.check(this.ply) ?? null) : null;
    return { fen: line.fen(this.ply), check, dests: this.live && this.movable ? dests : null };
  });

  readonly men = $derived.by(() => readPlacement(this.scene.fen));

  /** Whose men can be moved on the board that is shown. */
  readonly turn = $derived.by((): Color => {
    if (!this.live || !this.standing) return sideToMove(this.scene.fen);
    // Only who made it can put it right; the other side has the move for all that it knows.
    const by = this.#game?.turn ?? 'white';
    return this.#standsByMe ? by : otherColor(by);
  });

  /** Who has the move: whose opponent has made one, confirmed or not, legal or not. */
  readonly liveTurn = $derived.by((): Color => {
    const game = this.#game;
    if (!game) return 'white';
    const made = this.#awaited !== null || (this.standing !== null && this.conduct.rules.press);
    return made ? otherColor(game.turn) : game.turn;
  });

  readonly lastMove = $derived.by((): MovePair | null => {
    const uci = (this.live && this.standing?.uci) || this.moves[this.ply - 1]?.uci;
    return uci ? { from: uci.slice(0, 2), to: this.#landing(uci) } : null;
  });

  readonly orientation = $derived.by((): Color => {
    const bottom = this.table.bottom;
    return this.flipped ? (bottom === 'white' ? 'black' : 'white') : bottom;
  });

  /** The reader sits at a game that goes on. */
  readonly playing = $derived.by(
    () => this.table.view?.phase === 'playing' && this.table.color !== null && !this.table.looksOn,
  );

  /** The color whose men the reader may move now. */
  readonly movable = $derived.by((): Color | null =>
    this.playing && this.live && this.promotion === null && !this.drafts.current ? this.table.color : null,
  );

  /** The reader has the move. */
  readonly myTurn = $derived.by(() => this.playing && this.liveTurn === this.table.color);

  /** The reader has the move, or can still put his own right that stands. */
  readonly mayMove = $derived.by(() => this.myTurn || (this.playing && this.#standsByMe));

  /** The illegal move that stands is the reader's own. */
  get #standsByMe(): boolean {
    return this.standing !== null && this.#game?.turn === this.table.color;
  }

  readonly premovable = $derived.by(() => {
    const view = this.table.view;
    // Before a shared board nobody is early: it moves for whoever is to move.
    return this.playing && !this.table.shared && view !== null && premovesOn(view.settings);
  });

  /** Castling is written king takes rook in Chess960: the king lands elsewhere. */
  #landing(uci: string): string {
    const to = uci.slice(2, 4);
    const san = this.moves[this.ply - 1]?.san ?? '';
    if (this.standing || !this.#game?.chess960 || !san.startsWith('O-O')) return to;
    return `${san.startsWith('O-O-O') ? 'c' : 'g'}${to[1]}`;
  }

  // ---- attempts -------------------------------------------------------------

  /** A man was put from one square to another, by hand or by key. */
  attempt(from: string, to: string): void {
    if (!this.playing) return;
    if (!this.mayMove) {
      this.setPremove(from, to);
      return;
    }
    if (this.standing && !this.#standsByMe) {
      this.#answerStanding(`${from}${to}`);
      return;
    }
    const { line } = this.#line;
    if (this.drafts.announcing && line) {
      this.#judge(line, from, to);
      return;
    }
    const origin = originOf(from, this.standing?.uci ?? null);
    if (this.conduct.forbids(origin, to)) return;
    if (this.conduct.rules.penalise) this.#put(origin, to);
    else if (line) this.#judge(line, from, to);
    else if (looksLikePromotion(this.men, from, to)) this.#askPromotion(from, to);
    else this.#make(`${from}${to}`, null);
  }

  /** A legal move was made here: it is sent, unless it is to be shown first. */
  #make(uci: string, san: string | null): void {
    if (!this.drafts.takes(uci, san)) this.send(uci, san);
  }

  /** A move or a word that was typed. Hands back whether it was taken. */
  type(text: string): boolean {
    if (!this.playing) return false;
    if (!this.mayMove) return this.refuse({ sentence: t('type.not_your_turn') });
    if (this.drafts.confirms(text)) return true;
    const { line } = this.#line;
    this.goLive();
    if (!line) {
      const uci = text.trim().toLowerCase();
      if (!/^[a-h][1-8][a-h][1-8][nbrq]?$/.test(uci)) return this.refuse({ sentence: t('type.no_rules') });
      this.#make(uci, null);
      return true;
    }
    const reading = line.read(text);
    if (reading.uci) {
      if (this.#namesNoPiece(text, reading.uci)) return true;
      this.#make(reading.uci, reading.san ?? line.san(reading.uci));
      if (reading.hint) this.remark(asSentence(reading.hint));
      return true;
    }
    return this.refuse(reading.reason ? reasonNotice(reading.reason) : { sentence: t('refused.title') });
  }

  /** "e8" names no piece: what the pawn becomes is asked, where the rules do not say. */
  #namesNoPiece(text: string, uci: string): boolean {
    const settings = this.table.view?.settings;
    const asks = settings !== undefined && switchesOf(settings.rules).promotion === 'ask';
    if (!asks || uci.length !== 5 || !/[1-8]\W*$/.test(text)) return false;
    this.#askPromotion(uci.slice(0, 2), uci.slice(2, 4));
    return true;
  }

  choosePromotion(role: Role | null): void {
    const asked = this.promotion;
    this.promotion = null;
    if (!asked) return;
    if (this.conduct.rules.penalise && this.mayMove) {
      this.#choosePiece(asked, role);
      return;
    }
    // The move may have been made meanwhile from another device of the same player.
    if (role === null || !this.myTurn) {
      this.revision += 1;
      return;
    }
    const uci = `${asked.from}${asked.to}${letter(role)}`;
    this.#make(uci, this.#line.line?.san(uci) ?? null);
  }

  setPremove(from: string, to: string): void {
    if (!this.premovable) {
      const made = this.conduct.pressState === 'made' || this.conduct.pressState === 'wait';
      this.refuse(made ? { sentence: t('made.stands'), article: '4.7' } : { sentence: t('type.not_your_turn') });
      return;
    }
    this.premove = { from, to };
    announcer.say(t('board.premove_set', { from, to }));
  }

  dropPremove(): void {
    if (!this.premove) return;
    this.premove = null;
    announcer.say(t('board.premove_gone'));
  }

  /** Called when the turn has come to the reader. */
  playPremove(): void {
    const premove = this.premove;
    if (!premove || !this.myTurn) return;
    this.premove = null;
    const { from, to } = premove;
    const { line } = this.#line;
    if (!line) {
      this.send(`${from}${to}${looksLikePromotion(this.men, from, to) ? 'q' : ''}`, null);
      return;
    }
    const promotes = line.promotes(from, to);
    if (line.why(from, to, promotes ? 'queen' : undefined)) {
      announcer.say(t('board.premove_dropped'));
      this.remark(t('board.premove_dropped'));
      this.revision += 1;
      return;
    }
    const uci = `${from}${to}${promotes ? 'q' : ''}`;
    this.send(uci, line.san(uci));
  }

  #judge(line: Line, from: string, to: string): void {
    if (line.promotes(from, to)) {
      this.#askPromotion(from, to);
      return;
    }
    const reason = line.why(from, to);
    if (reason) {
      this.refuse(reasonNotice(reason));
      return;
    }
    const uci = `${from}${to}`;
    this.#make(uci, line.san(uci));
  }

  #askPromotion(from: string, to: string, stands = false): void {
    const color = this.table.color;
    this.clearNotice();
    if (color) this.promotion = { from, to, color, stands };
  }

  // ---- moves that nothing stops ----------------------------------------------

  /** Puts a man on any square: whether that is a move is for others to notice. */
  #put(from: string, to: string): void {
    const man = this.menBefore.get(from);
    const { line } = this.#line;
    const there = this.menBefore.get(to);
    if (from === to) this.refuse({ sentence: t('made.put_back'), article: '4.7' });
    // Two men do not stand on one square, whatever the rules.
    else if (there && there.color === man?.color && !this.legal?.get(from)?.includes(to)) {
      this.revision += 1;
      const reason = line?.why(from, to);
      this.refuse(reason ? reasonNotice(reason) : { sentence: t('refused.title') });
    } else if (man && looksLikePromotion(this.menBefore, from, to)) this.#askPromotion(from, to);
    else this.#sendPut(`${from}${to}`, line);
  }

  #sendPut(uci: string, line: Line | null): void {
    const role = PROMOTED[uci[4] ?? ''];
    const legal = line !== null && !line.why(uci.slice(0, 2), uci.slice(2, 4), role);
    if (legal) this.#make(uci, line.san(uci));
    else this.send(uci, null, afterPutting(this.menBefore, uci));
  }

  /** A reply to a move that is none: the arbiter says what to do. */
  #answerStanding(uci: string): void {
    const ply = this.table.state?.moves.length;
    void this.table.do({ type: 'move', uci, ply }).then((refusal) => refusal && this.refuse(refusalNotice(refusal)));
  }

  /** A pawn that was left on its last rank is to become another man. */
  askPiece(square: string): void {
    const uci = this.standing?.uci ?? '';
    this.#askPromotion(uci.slice(0, 2), square, true);
  }

  #choosePiece({ from, to, stands }: Choice, role: Role | null): void {
    if (!stands) this.#sendPut(`${from}${to}${role ? letter(role) : ''}`, this.#line.line);
    else if (!role || !isPromoted(role)) this.revision += 1;
    else if (this.#game?.due) void this.table.do({ type: 'promote', role });
    else this.#sendPut(`${from}${to}${letter(role)}`, this.#line.line);
    if (!stands && !role) this.remark(t('promotion.left', { square: to }));
  }

  /** How a legal move of the game's last position is written; null while the rules are not there. */
  sanOf(uci: string): string | null {
    const { line } = this.#line;
    if (!line) return null;
    try {
      return line.san(uci);
    } catch {
      return null;
    }
  }

  /** The men as they stood before an illegal move that stands. */
  get menBefore(): Placement {
    const { line } = this.#line;
    return readPlacement(line?.fen(line.ply()) ?? this.#game?.fen ?? START_FEN);
  }

  /** How the reader calls the other side. */
  opponentName(place: '' | '_within' = ''): string {
    const view = this.table.view;
    return view && view.you !== 'spectator' ? nameOf(view, otherSeat(view.you), place) : '';
  }

  /** Sends a move; it is shown at once, and goes back if it is refused. */
  send(uci: string, san: string | null, put: string | null = null): void {
    const game = this.#game;
    const state = this.table.state;
    if (!game || !state) return;
    const ply = state.moves.length;
    this.clearNotice();
    // Another move than the one that was asked about, typed meanwhile.
    this.promotion = null;
    this.at = null;
    // A premove is for after this move: one that is older must not be played then.
    this.premove = null;
    const pending = { uci, san, ply, game: game.number };
    const putting = put === null ? null : { uci, placement: put, game: game.number };
    if (put === null) this.#pending = pending;
    this.#putting = putting;
    if (put !== null) play('move');
    else if (san) play(san.includes('x') ? 'capture' : /[+#]/.test(san) && this.conduct.hints ? 'check' : 'move');
    this.answer = this.table.do({ type: 'move', uci, ply });
    void this.answer.then((refusal) => {
      if (this.#pending === pending) this.#pending = null;
      if (this.#putting === putting) this.#putting = null;
      if (!refusal) return;
      // What was meant to follow a move that was not played is not meant any more.
      this.premove = null;
      this.refuse(refusalNotice(refusal));
    });
  }

  /** The move was shown and sounded when the reader made it. */
  soundedAlready(ply: number, uci: string): boolean {
    return this.#pending?.ply === ply - 1 && this.#pending.uci === uci && this.#pending.san !== null;
  }

  /** Tells why something is not possible, and shows the board as it is. */
  refuse(notice: Partial<Notice> & { sentence: string }): false {
    const { sentence, article = null, squares = [] } = notice;
    this.notice = { sentence, article, squares };
    this.marks = squares;
    this.revision += 1;
    announcer.interrupt(article ? `${sentence} ${t('refused.article', { article })}` : sentence);
    play('refused');
    clearTimeout(this.#marksTimer);
    clearTimeout(this.#noticeTimer);
    this.#marksTimer = setTimeout(() => (this.marks = []), MARKS_MS);
    this.#noticeTimer = setTimeout(() => this.clearNotice(), NOTICE_MS);
    return false;
  }

  remark(text: string, forMs = NOTE_MS): void {
    this.note = text;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = ''), forMs);
  }

  clearNotice(): void {
    clearTimeout(this.#marksTimer);
    clearTimeout(this.#noticeTimer);
    this.notice = null;
    this.marks = [];
  }

  /** For another game: nothing of the last one is left on the desk. */
  clear(): void {
    this.flipped = false;
    this.premove = null;
    this.promotion = null;
    this.conduct.clear();
    this.drafts.claimPanel(false);
    this.goLive();
    this.clearNotice();
  }

  // ---- replay ---------------------------------------------------------------

  goTo(ply: number): void {
    if (!this.canReplay) return;
    const last = this.moves.length;
    this.at = ply >= last ? null : Math.max(0, ply);
  }

  step(by: number): void {
    this.goTo(this.ply + by);
  }

  goLive(): void {
    this.at = null;
    this.afterword = [];
  }

  /** Shows a line behind the end of the game, its first move on the board. */
  showAfterword(ucis: readonly string[]): void {
    const game = this.#game;
    if (!game || !this.#follower) return;
    const moves = this.table.state?.moves ?? [];
    const line = this.#follower.follow(game.start_fen, game.chess960, moves.map((move) => move.uci));
    if (!line) return;
    const afterword = ucis.map((uci) => {
      const san = line.san(uci);
      line.play(uci);
      return { uci, san };
    });
    line.truncate(moves.length);
    this.afterword = afterword;
    this.goTo(moves.length + 1);
  }

  flip(): void {
    this.flipped = !this.flipped;
  }
}

type Promoted = (typeof PROMOTIONS)[number];
const isPromoted = (role: Role): role is Promoted => (PROMOTIONS as readonly Role[]).includes(role);
const PROMOTED: Record<string, Promoted> = { q: 'queen', n: 'knight', r: 'rook', b: 'bishop' };

/** Where the man may go that stands where an illegal move has put it: wherever it could have gone before. */
function withStanding(dests: Dests, uci: string): Dests {
  const next = new Map(dests);
  const targets = next.get(uci.slice(0, 2));
  next.delete(uci.slice(0, 2));
  if (targets) next.set(uci.slice(2, 4), targets);
  return next;
}

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

const reasonNotice = (reason: Reason): Notice => ({
  sentence: refusalSentence({ code: reason.code, message: asSentence(reason.sentence), params: reason.params }),
  article: reason.article,
  squares: reason.squares,
});

const refusalNotice = (refusal: Refusal): Notice => ({
  sentence: refusalSentence(refusal),
  article: refusal.article,
  squares: refusal.squares,
});
