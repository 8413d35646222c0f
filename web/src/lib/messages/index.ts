// The one door to every text of the application: `t(key, params)`.
// A text names its values in braces; the types know which values a key needs.
import type { Ending, NoMateReason, Params, Prospect, Refusal } from '../protocol';
import { points } from '../table/score';
import { en } from './en';
import { refusals } from './refusals.en';

export type MessageKey = keyof typeof en;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type ParamsOf<K extends MessageKey> = Record<Names<(typeof en)[K]>, string | number>;
type Arguments<K extends MessageKey> = [Names<(typeof en)[K]>] extends [never]
  ? []
  : [params: ParamsOf<K>];

/** The language of the catalogue, for `lang` attributes and `Intl`. */
export const language = 'en';

/** Puts values into the braces of a text; a value that is missing leaves its braces standing. */
export function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The text of a key in the language of the page. */
export function t<K extends MessageKey>(key: K, ...[params]: Arguments<K>): string {
  return fill(en[key], (params as Params | undefined) ?? {});
}

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
