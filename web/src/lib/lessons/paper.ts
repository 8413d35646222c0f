// What a lesson looks like on paper: pictures with words, and the answers, without the rules having to be there.
import { t } from '$lib/messages';
import { sideToMove } from '$lib/table/placement';
import type { Demo, Task } from './types';
import { learn } from './words';

/** "e2e4" as "e2–e4", "a7a8q" as "a7–a8 queen". */
export function moveText(uci: string): string {
  const names: Record<string, string> = { q: t('role.queen'), r: t('role.rook'), b: t('role.bishop'), n: t('role.knight') };
  const became = uci[4] ? ` ${names[uci[4]] ?? ''}` : '';
  return `${uci.slice(0, 2)}–${uci.slice(2, 4)}${became}`;
}

const several = (moves: readonly string[]): string => moves.map(moveText).join(', ');

/** The answer of a task, a line for each part. */
export function answersOf(task: Task): string[] {
  switch (task.kind) {
    case 'collect':
      return [several(task.solution)];
    case 'line':
      return task.steps.map((step) =>
        step.right.length > 8 ? learn('paper.any') : step.right.map(moveText).join(` ${learn('paper.or')} `));
    case 'quiz':
      return task.cases.map((one) => {
        const options = one.options ?? task.options ?? [learn('quiz.yes'), learn('quiz.no')];
        return `${options[one.answer] ?? ''}. ${one.say}`.trim();
      });
    case 'tap':
      return [task.squares.join(', ')];
    case 'write':
      return [task.items.map(({ san }) => san).join(', ')];
    case 'clock':
      return task.steps.map((step) => `${step.right.map(moveText).join(` ${learn('paper.or')} `)} – ${learn('play.press')}`);
    case 'touch':
      return task.right.length > 0 ? [task.right.map(moveText).join(` ${learn('paper.or')} `)] : [learn('touch.adjust')];
  }
}

export interface Picture {
  fen: string;
  bottom: 'white' | 'black';
  rings: readonly string[];
  arrows: readonly string[];
  caption: string;
}

const picture = (fen: string, rest: Partial<Picture> = {}): Picture => ({
  fen, bottom: sideToMove(fen), rings: [], arrows: [], caption: '', ...rest,
});

/** The pictures of a task; moves that are shown first are told in the caption. */
export function picturesOf(task: Task): Picture[] {
  switch (task.kind) {
    case 'collect':
      return [picture(task.fen, { rings: task.stars ?? [] })];
    case 'line':
      return [picture(task.fen, { caption: task.before ? learn('paper.before', { moves: several(task.before) }) : '' })];
    case 'quiz':
      return task.cases.flatMap((one, index) =>
        one.fen
          ? [picture(one.fen, {
              arrows: one.before ? [] : one.move ? [one.move.slice(0, 4)] : 'legal' in one.claim ? [one.claim.legal.slice(0, 4)] : [],
              rings: one.marks ?? [],
              caption: [
                learn('paper.question', { number: index + 1 }),
                one.before ? learn('paper.before', { moves: several(one.before) }) : '',
                one.ask,
              ].join(' '),
            })]
          : []);
    case 'write':
      return task.items.map((item) => picture(item.fen, { arrows: [item.move.slice(0, 4)] }));
    default:
      return [picture(task.fen, 'touched' in task && task.touched ? { rings: [task.touched] } : {})];
  }
}

export interface DemoPart {
  fen: string;
  rings: readonly string[];
  arrows: readonly string[];
  texts: readonly string[];
}

/** The demo, cut where the board is set up anew. */
export function demoParts(demo: Demo): DemoPart[] {
  const parts: DemoPart[] = [];
  let fen = demo.fen;
  for (const step of demo.steps) {
    const last = parts[parts.length - 1];
    const moves = (step.moves ?? []).filter((uci) => uci !== '--').map((uci) => uci.slice(0, 4));
    const arrows = [...moves, ...(step.arrows ?? []), ...(step.refused ? [step.refused.move.slice(0, 4)] : [])];
    if (step.fen) fen = step.fen;
    if (!last || step.fen) parts.push({ fen, rings: step.marks ?? [], arrows, texts: [step.say] });
    else {
      parts[parts.length - 1] = {
        ...last,
        texts: [...last.texts, step.say],
        rings: last.rings.length > 0 ? last.rings : (step.marks ?? []),
        arrows: last.arrows.length > 0 ? last.arrows : arrows,
      };
    }
  }
  return parts;
}
