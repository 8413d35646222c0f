// What is said and sounded when something happens at a table. Nothing here changes the table.
import { announcer } from '../announcer.svelte';
import { endingSentence, t } from '../messages';
import type { Color, TableEvent, View } from '../protocol';
import { otherColor } from '../protocol';
import { describeTable, span } from '../settings';
import { play, type Sound } from '../sound';
import { nameOf, seatOf, type AnyTable } from './any-table';
import { conductSentence, isConduct } from './conduct-words';
import { claimSentence } from './claims';
import type { Desk } from './desk.svelte';
import { readPlacement, START_FEN } from './placement';
import type { TableState } from './reduce';
import { colorName, moveInWords } from './words';

function moveSound(san: string): Sound {
  if (/[+#]/.test(san)) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}

/** The sentence for an event, as this reader hears it; empty when it needs none. */
export function sentenceFor(event: TableEvent, view: View): string {
  const mine = view.you !== 'spectator' && view.game ? view.seats[view.you].color : null;
  switch (event.type) {
    case 'move_played': {
      const color = event.ply % 2 === firstPly(view) ? 'white' : 'black';
      return t('say.move', { color: colorName(color), move: moveInWords(event.san) });
    }
    case 'game_started':
      return mine
        ? t('game.started', { number: event.number, color: colorName(mine) })
        : t('game.started_watched', { number: event.number });
    case 'game_ended':
      return view.game?.ending ? endingSentence(view.game.ending) : '';
    case 'draw_offered':
      if (event.by === mine) return '';
      return mine
        ? t('offer.draw_theirs', { name: nameOf(view, seatOf(view, event.by)) })
        : t('offer.draw_watched', { color: colorName(event.by) });
    case 'takeback_offered':
      if (event.by === mine) return '';
      return mine
        ? t('offer.takeback_theirs', { name: nameOf(view, seatOf(view, event.by)) })
        : t('offer.takeback_watched', { color: colorName(event.by) });
    case 'draw_declined':
      return event.by === mine ? '' : t('offer.draw_declined');
    case 'takeback_declined':
      return event.by === mine ? '' : t('offer.takeback_declined');
    case 'takeback_accepted':
      return t('offer.takeback_done');
    case 'rematch_offered':
      if (event.by === view.you) return '';
      return view.you === 'spectator'
        ? t('offer.rematch_watched', { name: nameOf(view, event.by) })
        : t('offer.rematch_theirs', { name: nameOf(view, event.by) });
    case 'rematch_declined':
      return event.by === view.you ? '' : t('offer.rematch_declined');
    case 'draw_claimed':
      return claimSentence(event, view);
    case 'time_given':
      return timeGiven(event, view, mine);
    case 'clock_set':
      return t('arbiter.clock_set');
    case 'clocks_stopped':
      return t('arbiter.clocks_stopped');
    case 'clocks_started':
      return t('arbiter.clocks_started');
    case 'moves_restored':
      return event.plies === 1 ? t('arbiter.restored_one') : t('arbiter.restored', { plies: event.plies });
    case 'two_hands_noted':
      return t('arbiter.two_hands', { color: colorName(event.by) });
    case 'penalised':
      return penaltySentence(event);
    case 'seat_taken':
      return event.seat === view.you ? '' : t('wait.friend_here', { name: nameOf(view, event.seat) });
    case 'ready_set':
      return event.ready && event.seat !== view.you
        ? t('wait.start_now_untimed', { name: nameOf(view, event.seat) })
        : '';
    case 'settings_changed':
      return view.you === 'owner' ? '' : t('wait.settings_changed', { summary: describeTable(view) });
    case 'presence_noted':
      if (event.seat === view.you || view.phase !== 'playing') return '';
      return t(event.present ? 'away.back' : 'away.spoken', { name: nameOf(view, event.seat) });
    default:
      return '';
  }
}

type Of<T extends TableEvent['type']> = Extract<TableEvent, { type: T }>;

function timeGiven(event: Of<'time_given'>, view: View, mine: Color | null): string {
  const time = span(event.ms);
  const to = nameOf(view, seatOf(view, event.to), '_within');
  if (event.by === mine) return t('give.given_mine', { to, time });
  const name = nameOf(view, seatOf(view, event.by));
  return event.to === mine ? t('give.given_you', { name, time }) : t('give.given', { name, to, time });
}

function penaltySentence({ color, penalty, reason }: Of<'penalised'>): string {
  const values = { color: colorName(color), other: colorName(otherColor(color)), reason };
  return 'ms' in penalty
    ? t(`arbiter.penalty.${penalty.type}`, { ...values, time: span(penalty.ms) })
    : t(`arbiter.penalty.${penalty.type}`, values);
}

/** 1 when White made the first half-move of the game, 0 when Black did. */
const firstPly = (view: View): number => (view.game?.start_fen.split(' ')[1] === 'b' ? 0 : 1);

/** The sound of a move that is not completed: what is seen, and nothing that only the rules know. */
function seenSound(uci: string, fen: string): Sound {
  return readPlacement(fen).has(uci.slice(2, 4)) ? 'capture' : 'move';
}

function soundFor(event: TableEvent, view: View, desk: Desk, fen: string): Sound | null {
  switch (event.type) {
    case 'move_made':
      return desk.soundedAlready(event.ply, event.uci) ? null : seenSound(event.uci, fen);
    case 'illegal_made':
      return event.by === desk.table.color ? null : seenSound(event.uci, fen);
    case 'clock_pressed':
      return 'press';
    case 'irregularity':
      return 'refused';
    case 'adjusting':
      return event.by === desk.table.color ? null : 'notice';
    case 'move_played':
      return desk.soundedAlready(event.ply, event.uci) ? null : moveSound(event.san);
    case 'game_started':
      return 'start';
    case 'game_ended':
      return 'end';
    case 'draw_offered':
    case 'takeback_offered':
      return event.by === otherColor(view.you === 'spectator' ? event.by : (view.seats[view.you].color ?? event.by))
        ? 'notice'
        : null;
    case 'rematch_offered':
    case 'seat_taken':
    case 'ready_set':
    case 'draw_claimed':
    case 'time_given':
    case 'penalised':
      return 'notice';
    default:
      return null;
  }
}

const SUPERSEDES: ReadonlySet<TableEvent['type']> = new Set([
  'move_played', 'move_made', 'illegal_made', 'touched', 'adjusting', 'irregularity', 'draw_offered', 'takeback_offered', 'game_ended',
]);

/** What is also written for a while, since nothing else on the page shows it. */
const REMARKED: ReadonlySet<TableEvent['type']> = new Set([
  'draw_declined', 'takeback_declined', 'takeback_accepted', 'rematch_declined', 'settings_changed', 'draw_claimed',
  'time_given', 'clock_set', 'clocks_stopped', 'clocks_started', 'moves_restored', 'two_hands_noted', 'penalised',
]);

/** What is written for longer: it takes a while to understand. */
const WEIGHTY: ReadonlySet<TableEvent['type']> = new Set(['draw_claimed', 'penalised', 'moves_restored']);
const WEIGHTY_MS = 20_000;

/** The sentence for an event; empty when it needs none. */
export type Wording = (event: TableEvent, view: View) => string;

/** Speaks, sounds and settles the desk after events; the way to stop comes back. */
export function react(table: AnyTable, desk: Desk, wording: Wording = sentenceFor): () => void {
  return table.listen((events: readonly TableEvent[], before: TableState, after: TableState) => {
    const { view } = after;
    // Whoever sees the latest position goes on seeing it, also when a takeback made it the latest.
    if (desk.live && desk.afterword.length === 0) desk.goLive();
    // Not by its event: after a long break there is only a view.
    if (view.game?.number !== before.view.game?.number) desk.clear();
    const fen = (view.game?.number === before.view.game?.number && before.view.game?.fen) || START_FEN;
    const sentence = (event: TableEvent): string =>
      isConduct(event) ? conductSentence(event, view, fen) : wording(event, view);
    // After a break many events come at once: only the last few are worth saying.
    const spoken = events.slice(-3).map(sentence).filter(Boolean);
    if (spoken.length > 0) announcer.say(spoken.join(' '));
    const sounds = events.slice(-2).map((event) => soundFor(event, view, desk, fen));
    const sound = sounds.filter((item) => item !== null).at(-1);
    if (sound) play(sound);
    for (const event of events) {
      if (event.type === 'game_ended' || event.type === 'takeback_accepted') {
        desk.premove = null;
        desk.promotion = null;
        desk.remark('');
        desk.revision += 1;
      }
      // A refusal must not stand where an offer, a new move or the end is to be seen.
      if (SUPERSEDES.has(event.type)) desk.clearNotice();
      // A touched man that cannot move binds nobody: nothing else on the page says so.
      if (event.type === 'touched' && event.by === table.color && !view.game?.due) desk.remark(sentence(event));
      if (REMARKED.has(event.type)) {
        desk.remark(sentence(event), WEIGHTY.has(event.type) ? WEIGHTY_MS : undefined);
      }
    }
    desk.conduct.heed(events);
    if (after.moves.length > before.moves.length) desk.playPremove();
  });
}
