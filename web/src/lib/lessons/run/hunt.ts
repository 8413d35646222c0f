// A hunt for stars: where they fall, and how few moves can collect them all. The fewest are counted for one man that
// walks while all others stand still.
import type { Rules } from '$lib/rules';
import { writePlacement, type Man } from '$lib/table/placement';
import type { CollectTask, HuntGame } from '../types';
import { learn } from '../words';
import { chance } from './chance';
import { Spot } from './spot';
import { waited } from './collect.svelte';

/** The man that hunts: the only one of the side to move besides king and pawns, or the king where there is none. */
export function hunter(spot: Spot): string {
  const own = [...spot.men].filter(([, man]) => man.color === spot.turn);
  const piece = own.find(([, man]) => man.role !== 'king' && man.role !== 'pawn');
  const king = own.find(([, man]) => man.role === 'king');
  return (piece ?? king)?.[0] ?? '';
}

/** The FEN with the hunter on another square. */
function moved(spot: Spot, from: string, to: string): string | null {
  const men = new Map<string, Man>(spot.men);
  const man = men.get(from);
  if (!man || (to !== from && men.has(to))) return null;
  men.delete(from);
  men.set(to, man);
  return [writePlacement(men), ...spot.fen.split(' ').slice(1)].join(' ');
}

/** Where the hunter can walk without giving check or being taken: its legal steps from each square it can come to. */
function walks(rules: Rules, start: Spot): Map<string, string[]> {
  const home = hunter(start);
  const steps = new Map<string, string[]>();
  const open = [home];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    if (steps.has(from)) continue;
    const fen = moved(start, home, from);
    if (!fen) continue;
    const spot = new Spot(rules, fen);
    const targets = (spot.dests.get(from) ?? []).filter((to) => {
      if (start.men.has(to) && to !== home) return false;
      const after = spot.after(`${from}${to}`);
      return !after.check && waited(after, to, true).fault === null;
    });
    steps.set(from, targets);
    open.push(...targets);
  }
  return steps;
}

/** The fewest moves that collect all; null where that cannot be done. */
export function fewest(steps: ReadonlyMap<string, readonly string[]>, from: string, stars: readonly string[]): number | null {
  const all = (1 << stars.length) - 1;
  let level = new Set([`${from} 0`]);
  const seen = new Set(level);
  for (let moves = 0; level.size > 0; moves += 1) {
    const next = new Set<string>();
    for (const state of level) {
      const [square = '', bits = '0'] = state.split(' ');
      const mask = Number(bits);
      if (mask === all) return moves;
      for (const to of steps.get(square) ?? []) {
        const star = stars.indexOf(to);
        const then = `${to} ${star < 0 ? mask : mask | (1 << star)}`;
        if (seen.has(then)) continue;
        seen.add(then);
        next.add(then);
      }
    }
    level = next;
  }
  return null;
}

/** A hunt as a task: stars by chance on squares that can be reached, and the fewest moves for them. */
export function huntTask(rules: Rules, game: HuntGame, seed: number): CollectTask {
  const start = new Spot(rules, game.fen);
  const home = hunter(start);
  const steps = walks(rules, start);
  const squares = [...steps.keys()].filter((square) => square !== home && !start.men.has(square));
  const stars = chance(seed).some(squares.sort(), game.stars);
  return {
    kind: 'collect', title: game.title, ask: game.ask, hint: learn('hunt.hint'), done: learn('hunt.done'),
    fen: game.fen, stars, guard: true, par: fewest(steps, home, stars) ?? game.stars, solution: [],
  };
}
