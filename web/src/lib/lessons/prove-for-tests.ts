// Proofs of what lessons claim, for their tests: which moves reach a goal, the fewest moves to collect all, what is
// true of a position.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Rules } from '$lib/rules';
import { goalsOf, waited } from './run/collect.svelte';
import { castles, Spot, taken } from './run/spot';
import type { CollectTask, Goal, QuizCase } from './types';

/** All legal moves that do what the goal says. */
export function proveGoal(spot: Spot, goal: Goal): string[] {
  const does: Record<Goal, (uci: string) => boolean> = {
    mate: (uci) => spot.after(uci).state === 'mate',
    check: (uci) => spot.after(uci).check !== null,
    stalemate: (uci) => spot.after(uci).state === 'stalemate',
    capture: (uci) => taken(spot, uci) !== null,
    castle: (uci) => castles(spot, uci),
    en_passant: (uci) => taken(spot, uci) !== null && !spot.men.has(uci.slice(2, 4)),
    escape: () => spot.check !== null,
    any_legal: () => true,
    double_check: (uci) => checkers(spot.after(uci)) === 2,
    no_mate: (uci) => {
      const after = spot.after(uci);
      return after.moves.every((answer) => after.after(answer).state !== 'mate');
    },
  };
  return spot.moves.filter(does[goal]);
}

/** How many men give check: each of them could take the king if it were their move. */
function checkers(spot: Spot): number {
  const king = spot.check;
  if (!king) return 0;
  let count = 0;
  for (const [square, man] of spot.men) {
    if (man.color === spot.turn) continue;
    if (attacks(spot, square, king)) count += 1;
  }
  return count;
}

/** Whether the man on a square attacks another, by the lines of the board alone. */
export function attacks(spot: Spot, from: string, to: string): boolean {
  const man = spot.men.get(from);
  if (!man || from === to) return false;
  const dx = to.charCodeAt(0) - from.charCodeAt(0);
  const dy = Number(to[1]) - Number(from[1]);
  const [ax, ay] = [Math.abs(dx), Math.abs(dy)];
  const free = (): boolean => {
    const steps = Math.max(ax, ay);
    for (let i = 1; i < steps; i += 1) {
      const square = `${String.fromCharCode(from.charCodeAt(0) + Math.sign(dx) * i)}${Number(from[1]) + Math.sign(dy) * i}`;
      if (spot.men.has(square)) return false;
    }
    return true;
  };
  switch (man.role) {
    case 'knight': return (ax === 1 && ay === 2) || (ax === 2 && ay === 1);
    case 'king': return Math.max(ax, ay) === 1;
    case 'pawn': return ax === 1 && dy === (man.color === 'white' ? 1 : -1);
    case 'rook': return (ax === 0 || ay === 0) && free();
    case 'bishop': return ax === ay && free();
    case 'queen': return (ax === 0 || ay === 0 || ax === ay) && free();
  }
}

/** The fewest moves to collect all, by trying all ways; up to the number that the task names. */
export function fewestMoves(rules: Rules, task: CollectTask): number | null {
  const start = new Spot(rules, task.fen);
  const goals = goalsOf(task, start);
  const bare = (spot: Spot): string => spot.fen.split(' ').slice(0, 4).join(' ');
  let level: { spot: Spot; left: readonly string[] }[] = [{ spot: start, left: goals }];
  const seen = new Set<string>();
  for (let moves = 1; moves <= task.par; moves += 1) {
    const next: typeof level = [];
    for (const { spot, left } of level) {
      for (const uci of spot.moves) {
        const to = uci.slice(2, 4);
        const got = task.stars ? to : taken(spot, uci);
        const rest = left.filter((square) => square !== got);
        if (rest.length === 0) return moves;
        // Too many left for the moves that remain: this way leads nowhere.
        if (moves + rest.length > task.par) continue;
        const then = waited(spot.after(uci), to, task.guard ?? false);
        if (!then.spot) continue;
        const state = `${bare(then.spot)} ${rest.join()}`;
        if (seen.has(state)) continue;
        seen.add(state);
        next.push({ spot: then.spot, left: rest });
      }
    }
    level = next;
  }
  return null;
}

interface Prover {
  initSync: (source: { module: BufferSource }) => unknown;
  prospects: (fen: string, chess960: boolean) => { white: { type: string }; black: { type: string } };
}

const provers = import.meta.glob<Prover>('../wasm-prospects/tabiya_wasm.js');

async function prospects(fen: string): Promise<{ white: string; black: string }> {
  const load = Object.values(provers)[0];
  if (!load) throw new Error('build the packages first: scripts/build-wasm.sh');
  const prover = await load();
  prover.initSync({ module: readFileSync('src/lib/wasm-prospects/tabiya_wasm_bg.wasm') });
  const { white, black } = prover.prospects(fen, false);
  return { white: white.type, black: black.type };
}

/** How often the last position has been on the board. */
function times(rules: Rules, fen: string, moves: readonly string[]): number {
  const key = (spot: Spot): string => spot.fen.split(' ').slice(0, 4).join(' ');
  const keys: string[] = [];
  let spot = new Spot(rules, fen);
  keys.push(key(spot));
  for (const uci of moves) {
    spot = spot.after(uci);
    keys.push(key(spot));
  }
  return keys.filter((one) => one === keys[keys.length - 1]).length;
}

const light = (square: string): boolean => (square.charCodeAt(0) - 97 + Number(square[1]) - 1) % 2 === 1;

/** The claim of a question is true, and the answer says so. */
export async function proveClaim(rules: Rules, one: QuizCase, options: readonly string[], spot: Spot | null): Promise<void> {
  const { claim, ask, answer } = one;
  const word = options[answer] ?? '';
  const yes = (is: boolean): void => {
    if (/^(Yes|No)$/.test(word)) expect(word, ask).toBe(is ? 'Yes' : 'No');
  };
  if ('article' in claim) {
    expect(claim.article, ask).toMatch(/^(\d+(\.\d+)*|Online \d.*|Appendix [A-C]|R\d{3})/);
    expect(one.say.length, ask).toBeGreaterThan(10);
    return;
  }
  if ('light' in claim) {
    expect(word, ask).toBe(light(claim.light) ? 'light' : 'dark');
    return;
  }
  if (!spot) throw new Error(`${ask}: a position is needed`);
  if ('legal' in claim) {
    const reason = spot.whyNot(claim.legal);
    expect(reason?.code, ask).toBe(claim.code);
    yes(reason === undefined);
  } else if ('state' in claim) {
    expect(spot.state, ask).toBe(claim.state);
  } else if ('san' in claim) {
    expect(spot.san(claim.san), ask).toBe(word);
  } else if ('times' in claim) {
    expect(times(rules, one.fen ?? '', one.before ?? []), ask).toBe(claim.times);
    yes(claim.times >= 3);
  } else if ('quiet' in claim) {
    expect(Number(spot.fen.split(' ')[4]), ask).toBe(claim.quiet);
    yes(claim.quiet >= 100);
  } else if ('attacked' in claim) {
    const is = [...spot.men].some(([square, man]) => man.color === claim.by && attacks(spot, square, claim.attacked));
    expect(is, ask).toBe(claim.is);
    yes(is);
  } else {
    const { white, black } = await prospects(spot.fen);
    expect([white, black], ask).not.toContain('undecided');
    if ('dead' in claim) {
      const dead = white === 'no_mate' && black === 'no_mate';
      expect(dead, ask).toBe(claim.dead);
      yes(dead);
    } else expect((claim.canMate === 'white' ? white : black) === 'mate', ask).toBe(claim.is);
  }
}
