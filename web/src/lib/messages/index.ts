// The door to the texts that every page may need: `t(key, params)`. Texts of a few pages only are catalogues of their own
// (`reader` in catalogue.ts), which come with those pages.
import type { Ending, NoMateReason, Params, Prospect, Refusal } from '../protocol';
import { points } from '../table/score';
import { fill, reader } from './catalogue';
import { en } from './en';
import { refusals } from './refusals.en';

export type MessageKey = keyof typeof en;

/** The language of the catalogue, for `lang` attributes and `Intl`. */
export const language = 'en';

/** The text of a key in the language of the page. */
export const t = reader(en);

/** A key that was put together at run time; undefined when the catalogue lacks it. */
export function lookUp(key: string, params: Params = {}): string | undefined {
  const text = (en as Record<string, string>)[key];
  return text === undefined ? undefined : fill(text, params);
}

/** Why something was refused, in one sentence; a code that is not in the catalogue keeps the server's sentence. */
export function refusalSentence(refusal: Pick<Refusal, 'code' | 'message' | 'params'>): string {
  const kind = String(refusal.params.man ?? '').split(' ')[0];
  const text = refusals[`${refusal.code}.${kind}`] ?? refusals[refusal.code];
  if (text === undefined) return refusal.message;
  const sentence = fill(text, refusal.params);
  // A server of another version may send other values: then its own sentence is better than a gap.
  return /\{\w+\}/.test(sentence) ? refusal.message : sentence;
}

/** Why a game is over, in one sentence. */
export function endingSentence(ending: Ending): string {
  const { outcome, termination } = ending;
  const result = outcome === null ? 'none' : outcome.type === 'draw' ? 'draw' : outcome.color;
  const given = ending.points ?? { white: 0, black: 0 };
  const params = { white: points(given.white / 2), black: points(given.black / 2) };
  return lookUp(`ending.${termination}.${result}`, params) ?? ending.message;
}

/** Why a side could not mate, in one sentence; empty where it could. */
export function prospectSentence(prospect: Prospect): string {
  const color = t(`color.${prospect.color}`);
  if (prospect.type === 'mate') return '';
  if (prospect.type === 'undecided') return t('prospect.undecided', { color });
  return lookUp(`prospect.${reasonKey(prospect.reason)}`, { color, ...prospect.reason }) ?? '';
}

function reasonKey(reason: NoMateReason): string {
  if (reason.by === 'material') return `material.${reason.class}`;
  if (reason.by === 'closed_set' && reason.positions <= 1) return 'closed_set.one';
  return reason.by;
}
