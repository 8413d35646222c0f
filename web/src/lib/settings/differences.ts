// What a rule set has that its preset has not, in words: "FIDE online rules, with takebacks, without premoves".
import { language, lookUp, t } from '../messages';
import type { RuleSettings, RuleSwitches } from '../protocol';
import { changedSwitches, DRAWS, drawsOf, switchesOf } from './rulesets';
import { span } from './span';

type Name = keyof RuleSwitches;

/** Switches that are said as something that is there or not, in the order in which they are said. */
const THINGS: readonly Name[] = [
  'takeback', 'give_time', 'premove', 'touch_move', 'intended_claims', 'claim_hints', 'offers', 'score',
  'pause_when_hidden', 'lag_compensation',
];

/** What matters to nobody who only wants to know what is played. */
const SMALL: ReadonlySet<Name> = new Set(['lag_compensation', 'resign_confirm', 'input', 'notify']);

interface Phrase {
  how: 'with' | 'without' | 'plain';
  text: string;
}

function phraseOf(name: Name, value: RuleSwitches[Name]): Phrase {
  if (THINGS.includes(name)) {
    const there = value === true || value === 'by_agreement';
    return { how: there ? 'with' : 'without', text: lookUp(`switch.${name}`) ?? name };
  }
  const word = value === null ? 'none' : String(value);
  const amount = name.endsWith('_ms') ? span(Number(value)) : word;
  const text = lookUp(`switch.${name}.${word}`) ?? lookUp(`switch.${name}`, { value: amount });
  return { how: 'plain', text: text ?? `${name}=${word}` };
}

/** Everything that differs, each in its own phrase. Draws that were set as a whole are said as a whole. */
function phrases(rules: RuleSettings, brief: boolean): Phrase[] {
  const values = switchesOf(rules);
  let names = changedSwitches(rules);
  const found: Phrase[] = [];
  const draws = drawsOf(rules);
  if (draws !== 'mixed' && draws !== drawsOf({ preset: rules.preset })) {
    names = names.filter((name) => !(name in DRAWS[draws]));
    found.push({ how: 'with', text: t(`switch.draws.${draws}`) });
  }
  if (brief) names = names.filter((name) => !SMALL.has(name));
  names.sort((one, other) => THINGS.indexOf(one) - THINGS.indexOf(other));
  return [...found, ...names.map((name) => phraseOf(name, values[name]))];
}

const list = (texts: string[]): string =>
  new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }).format(texts);

/** "with takebacks and giving time, without premoves"; empty where nothing differs. */
export function describeDifferences(rules: RuleSettings, how: 'full' | 'brief' = 'full'): string {
  const found = phrases(rules, how === 'brief');
  const textsOf = (kind: Phrase['how']): string[] => found.filter((one) => one.how === kind).map((one) => one.text);
  const [having, lacking] = [textsOf('with'), textsOf('without')];
  const parts: string[] = [];
  if (having.length > 0) parts.push(t('switch.with', { list: list(having) }));
  if (lacking.length > 0) parts.push(t('switch.without', { list: list(lacking) }));
  return [...parts, ...textsOf('plain')].join(', ');
}

/** "FIDE online rules, with takebacks and giving time"; the preset's name alone where nothing differs. */
export const describeRules = (rules: RuleSettings, how: 'full' | 'brief' = 'full'): string =>
  [t(`rules.${rules.preset}_short`), describeDifferences(rules, how)].filter(Boolean).join(', ');
