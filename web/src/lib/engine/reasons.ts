// Why a move is good, in the words of the catalogue. The engine names the reason and what it speaks of; of a reason that
// the catalogue does not know nothing is said.
import { t } from '../messages';
import { fill } from '../messages/catalogue';
import { reasons } from '../messages/reasons.en';
import type { Params } from '../protocol';
import type { Reason, ReasonMan } from './questions';

/** So many reasons are told; more would not be listened to. */
const TOLD = 2;

type Words = Partial<Record<string, string>>;
type RoleName = ReasonMan['role'];

const texts: Words = reasons;

const text = (key: string, params: Params = {}): string => fill(texts[key] ?? '', params);

const isMan = (value: unknown): value is ReasonMan =>
  typeof value === 'object' && value !== null && 'role' in value && 'square' in value;

const roleName = (role: RoleName): string => t(`role.${role}`);

const manName = ({ role, square }: ReasonMan): string => text('man', { role: roleName(role), square });

function listed(parts: readonly string[]): string {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return first;
  if (rest.length === 1) return text('and', { first, last: rest[0] ?? '' });
  return text('list', { first, rest: listed(rest) });
}

/** "a rook and two pawns", in the order in which they come. */
function counted(roles: readonly RoleName[]): string {
  const kinds = [...new Set(roles)];
  return listed(kinds.map((kind) => {
    const count = roles.filter((role) => role === kind).length;
    const key = count === 1 ? 'one' : texts[`many.${count}`] ? `many.${count}` : 'many';
    return text(key, { role: roleName(kind), count });
  }));
}

/** Which of the texts of a reason says it, the most particular first. */
function keysOf({ code, params }: Reason): string[] {
  const { how, moves, steps, ahead, man, behind, with: by } = params;
  const variants: (string | false)[] = [
    typeof how === 'string' && how,
    code === 'trades' && isMan(man) && man.role === by && (ahead === true ? 'same_ahead' : 'same'),
    ahead === true && 'ahead',
    code === 'pins' && isMan(behind) && behind.role === 'king' && 'king',
    code === 'discovers' && isMan(man) && man.role === 'king' && 'king',
    typeof moves === 'number' && String(moves),
    typeof steps === 'number' && String(steps),
  ];
  return [...variants.filter((variant) => variant !== false).map((variant) => `${code}.${variant}`), code];
}

/** The values of a text, each as it is said. */
function wordsOf({ params }: Reason): Params {
  const said: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (isMan(value)) {
      said[name] = manName(value);
      if (name === 'man') said.role = roleName(value.role);
    } else if (name === 'men') said.men = listed((value as ReasonMan[]).map((man) => text('the', { man: manName(man) })));
    else if (name === 'role' || name === 'with') said[name] = roleName(value as RoleName);
    else if (typeof value === 'string' || typeof value === 'number') said[name] = value;
  }
  const [taken, given] = [params.taken, params.given] as (readonly RoleName[] | undefined)[];
  if (taken && given) {
    said.taken = given.length > 0 ? text('wins.for', { taken: counted(taken), given: counted(given) }) : counted(taken);
  }
  return said;
}

/** One reason in one sentence; empty where its words are not known. */
export function reasonSentence(reason: Reason): string {
  const key = keysOf(reason).find((key) => texts[key] !== undefined);
  const sentence = key === undefined ? '' : text(key, wordsOf(reason));
  // A review that another version kept may have other values: nothing is better than a gap.
  return /\{\w+\}/.test(sentence) ? '' : sentence;
}

/** The weightiest reasons, as a hint tells them, or what is said of a mistake. */
export const reasonsTold = (why: readonly Reason[]): string => why.map(reasonSentence).filter(Boolean).slice(0, TOLD).join(' ');
