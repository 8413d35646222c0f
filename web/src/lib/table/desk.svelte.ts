// What lies on the board in front of the reader: the live game or a position of its past, the reader's own move
// before the server has confirmed it, a premove, a promotion to be chosen, and why the last attempt was refused.
import { announcer } from '../announcer.svelte';
import { refusalSentence, t } from '../messages';
import { play } from '../sound';
import type { Color, Refusal } from '../protocol';
import { Follower, loadRules, type Dests, type Line, type Reason } from '../rules';
import { premovesOn } from '../settings';
import type { AnyTable } from './any-table';
import { looksLikePromotion, letter, readPlacement, sideToMove, START_FEN, type Role } from './placement';

export interface Notice {
  sentence: string;
  article: string | null;
  squares: readonly string[];
}

export interface MovePair {
  from: string;
  to: string;
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
  dests: Dests | null;
}

export class Desk {
  /** The ply that is looked at; null follows the game. */
  at = $state<number | null>(null);
  flipped = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** A passing remark: what the other side did with an offer. */
  note = $state('');
  marks = $state.raw<readonly string[]>([]);
  premove = $state.raw<MovePair | null>(null);
  promotion = $state.raw<(MovePair & { color: Color }) | null>(null);
  /** Moves that were not played, shown behind the end of a game: how a side could still have mated. */
  afterword = $state.raw<readonly { uci: string; san: string }[]>([]);
  /** Grows when the board must show the true position again although nothing else has changed. */
  revision = $state(0);

  #follower = $state.raw<Follower | null>(null);
  #pending = $state.raw<Pending | null>(null);
  #marksTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: AnyTable) {
    void loadRules().then((rules) => rules && (this.#follower = new Follower(rules)));
    table.onrefused = (refusal) => void this.#refuse(refusalNotice(refusal));
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
    const awaited = this.#awaited;
    if (awaited) return [...moves, { uci: awaited.uci, san: awaited.san ?? awaited.uci }];
    return this.afterword.length > 0 ? [...moves, ...this.afterword] : moves;
  });

  /** How many of the moves were really played. */
  readonly played = $derived.by(() => this.moves.length - this.afterword.length);

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

  readonly scene = $derived.by((): Scene => {
    const game = this.#game;
    const { line } = this.#line;
    if (!game) return { fen: START_FEN, check: null, dests: null };
    if (!line || !this.#follower) return { fen: game.fen, check: null, dests: null };
    return {
      fen: line.fen(this.ply),
      check: line.check(this.ply) ?? null,
      dests: this.live && this.movable ? this.#follower.dests(line) : null,
    };
  });

  readonly men = $derived.by(() => readPlacement(this.scene.fen));

  readonly turn = $derived.by((): Color => sideToMove(this.scene.fen));

  /** Whose move it is in the game, the reader's own unconfirmed move counted. */
  readonly liveTurn = $derived.by((): Color => {
    const game = this.#game;
    if (!game) return 'white';
    return this.#awaited ? (game.turn === 'white' ? 'black' : 'white') : game.turn;
  });

  readonly lastMove = $derived.by((): MovePair | null => {
    const uci = this.moves[this.ply - 1]?.uci;
    return uci ? { from: uci.slice(0, 2), to: this.#landing(uci) } : null;
  });

  readonly orientation = $derived.by((): Color => {
    const bottom = this.table.bottom;
    return this.flipped ? (bottom === 'white' ? 'black' : 'white') : bottom;
  });

  /** The reader sits at a game that goes on. */
  readonly playing = $derived.by(() => this.table.view?.phase === 'playing' && this.table.color !== null);

  /** The color whose men the reader may move now. */
  readonly movable = $derived.by((): Color | null =>
    this.playing && this.live && this.promotion === null ? this.table.color : null,
  );

  readonly myTurn = $derived.by(() => this.playing && this.liveTurn === this.table.color);

  readonly premovable = $derived.by(() => {
    const view = this.table.view;
    return this.playing && view !== null && premovesOn(view.settings);
  });

  /** Castling is written king takes rook in Chess960: the king lands elsewhere. */
  #landing(uci: string): string {
    const to = uci.slice(2, 4);
    const san = this.moves[this.ply - 1]?.san ?? '';
    if (!this.#game?.chess960 || !san.startsWith('O-O')) return to;
    return `${san.startsWith('O-O-O') ? 'c' : 'g'}${to[1]}`;
  }

  // ---- attempts -------------------------------------------------------------

  /** A man was put from one square to another, by hand or by key. */
  attempt(from: string, to: string): void {
    if (!this.playing) return;
    if (!this.myTurn) {
      this.setPremove(from, to);
      return;
    }
    const { line } = this.#line;
    if (line) this.#judge(line, from, to);
    else if (looksLikePromotion(this.men, from, to)) this.#askPromotion(from, to);
    else this.#send(`${from}${to}`, null);
  }

  /** A move or a word that was typed. Hands back whether it was taken. */
  type(text: string): boolean {
    if (!this.playing) return false;
    if (!this.myTurn) return this.#refuse({ sentence: t('type.not_your_turn') });
    const { line } = this.#line;
    this.goLive();
    if (!line) {
      const uci = text.trim().toLowerCase();
      if (!/^[a-h][1-8][a-h][1-8][nbrq]?$/.test(uci)) return this.#refuse({ sentence: t('type.no_rules') });
      this.#send(uci, null);
      return true;
    }
    const reading = line.read(text);
    if (reading.uci) {
      this.#send(reading.uci, reading.san ?? line.san(reading.uci));
      if (reading.hint) this.remark(asSentence(reading.hint));
      return true;
    }
    return this.#refuse(reading.reason ? reasonNotice(reading.reason) : { sentence: t('refused.title') });
  }

  choosePromotion(role: Role | null): void {
    const asked = this.promotion;
    this.promotion = null;
    if (!asked) return;
    // The move may have been made meanwhile from another device of the same player.
    if (role === null || !this.myTurn) {
      this.revision += 1;
      return;
    }
    const uci = `${asked.from}${asked.to}${letter(role)}`;
    this.#send(uci, this.#line.line?.san(uci) ?? null);
  }

  setPremove(from: string, to: string): void {
    if (!this.premovable) {
      this.#refuse({ sentence: t('type.not_your_turn') });
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
      this.#send(`${from}${to}${looksLikePromotion(this.men, from, to) ? 'q' : ''}`, null);
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
    this.#send(uci, line.san(uci));
  }

  #judge(line: Line, from: string, to: string): void {
    if (line.promotes(from, to)) {
      this.#askPromotion(from, to);
      return;
    }
    const reason = line.why(from, to);
    if (reason) {
      this.#refuse(reasonNotice(reason));
      return;
    }
    const uci = `${from}${to}`;
    this.#send(uci, line.san(uci));
  }

  #askPromotion(from: string, to: string): void {
    const color = this.table.color;
    this.clearNotice();
    if (color) this.promotion = { from, to, color };
  }

  #send(uci: string, san: string | null): void {
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
    this.#pending = { uci, san, ply, game: game.number };
    if (san) play(san.includes('x') ? 'capture' : /[+#]/.test(san) ? 'check' : 'move');
    void this.table.do({ type: 'move', uci, ply }).then((refusal) => {
      if (this.#pending?.uci === uci && this.#pending.ply === ply) this.#pending = null;
      if (!refusal) return;
      // What was meant to follow a move that was not played is not meant any more.
      this.premove = null;
      this.#refuse(refusalNotice(refusal));
    });
  }

  /** The move was shown and sounded when the reader made it. */
  soundedAlready(ply: number, uci: string): boolean {
    return this.#pending?.ply === ply - 1 && this.#pending.uci === uci && this.#pending.san !== null;
  }

  #refuse(notice: Partial<Notice> & { sentence: string }): false {
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

  remark(text: string): void {
    this.note = text;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = ''), NOTE_MS);
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
