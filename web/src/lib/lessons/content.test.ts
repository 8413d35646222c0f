// Every lesson by the real rules: each demo is played, each solution leads to the end, each wrong answer that a lesson
// names is refused with the reason it names, each claim of a question is proved.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { levelOf } from '$lib/computer/levels';
import { articleAddress } from '$lib/reference/articles';
import { realRules } from '../rules-for-tests';
import type { Rules } from '$lib/rules';
import { loadAll, ORDER } from '.';
import { articlePieces } from './articles';
import { proveClaim, proveGoal, fewestMoves } from './prove-for-tests';
import { ClockRun } from './run/clock.svelte';
import { CollectRun } from './run/collect.svelte';
import { demoScenes } from './run/demo';
import { LineRun } from './run/line.svelte';
import { QuizRun } from './run/quiz.svelte';
import { hunter, huntTask } from './run/hunt';
import { Spot } from './run/spot';
import { TapRun } from './run/tap.svelte';
import { TouchRun } from './run/touch.svelte';
import { WriteRun } from './run/write.svelte';
import { titleOf } from './titles';
import type { ClockTask, CollectTask, LineTask, QuizTask, TapTask, Task, TouchTask, Wrong, WriteTask } from './types';

let rules: Rules;
const atOnce = (): Promise<void> => Promise.resolve();
/** Everything that was begun comes to its end. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 30; i += 1) await Promise.resolve();
};

beforeAll(async () => {
  rules = await realRules();
});

interface Movable {
  attempt(from: string, to: string, role?: string): void;
  said: { text: string; article?: string | null } | null;
  mistakes: number;
  done: boolean;
  spot: Spot;
}

const go = async (run: Movable, uci: string): Promise<void> => {
  run.attempt(uci.slice(0, 2), uci.slice(2, 4), uci[4]);
  await settle();
};

/** A wrong answer is refused, told why, and leaves everything as it was. */
async function refuses(run: Movable, wrong: Wrong): Promise<void> {
  const { fen } = run.spot;
  const before = run.mistakes;
  const reason = run.spot.whyNot(wrong.move);
  expect(reason?.code, `the reason of ${wrong.move}`).toBe(wrong.code);
  if (!wrong.code) {
    expect(wrong.say, `${wrong.move} is legal and needs a sentence`).toBeTruthy();
    run.spot.after(wrong.move).afterAll(wrong.reply ?? []);
  }
  await go(run, wrong.move);
  expect(run.mistakes, wrong.move).toBe(before + 1);
  expect(run.done, wrong.move).toBe(false);
  expect(run.spot.fen, `${wrong.move} is taken back`).toBe(fen);
  expect(run.said?.text.length, wrong.move).toBeGreaterThan(10);
  if (wrong.say) expect(run.said?.text, wrong.move).toContain(wrong.say);
  if (wrong.code) expect(run.said?.article, wrong.move).toBe(reason?.article);
}

async function collect(task: CollectTask): Promise<void> {
  expect(Boolean(task.stars) !== Boolean(task.captures), 'stars or captures').toBe(true);
  for (const star of task.stars ?? []) expect(new Spot(rules, task.fen).men.has(star), `${star} is free`).toBe(false);
  const run = new CollectRun(rules, task, atOnce);
  for (const wrong of task.wrong ?? []) await refuses(run, wrong);
  run.restart();
  for (const uci of task.solution) {
    expect(run.spot.whyNot(uci), uci).toBeUndefined();
    expect(run.done, uci).toBe(false);
    const count = run.count;
    await go(run, uci);
    expect(run.count, `${uci}: ${run.said?.text}`).toBe(count + 1);
  }
  expect(run.done, 'the solution ends the task').toBe(true);
  expect(run.stars).toBe(3);
  expect(task.solution.length).toBe(task.par);
  expect(fewestMoves(rules, task), 'the fewest moves').toBe(task.par);
}

/** A king put on its own rook is told where it goes, and that is no mistake. */
function kingOnRook(run: LineRun): void {
  const { mistakes, spot } = run;
  const [[king, rooks] = ['', []]] = [...(run.ownTries ?? [])];
  expect(rooks.length).toBeGreaterThan(0);
  for (const rook of rooks) {
    run.attempt(king, rook);
    expect(run.said?.text).toContain(` ${rook > king ? 'g' : 'c'}${king[1]}.`);
  }
  expect([run.mistakes, run.spot]).toEqual([mistakes, spot]);
}

async function line(task: LineTask): Promise<void> {
  const run = new LineRun(rules, task, atOnce);
  for (const [index, step] of task.steps.entries()) {
    for (const wrong of (task.wrong ?? []).filter(({ at = 0 }) => at === index)) {
      expect(step.right, 'a right move is not wrong').not.toContain(wrong.move);
      await refuses(run, wrong);
    }
    for (const uci of step.right) {
      expect(run.spot.whyNot(uci), uci).toBeUndefined();
      const reply = typeof step.reply === 'string' ? step.reply : step.reply?.[uci];
      if (index + 1 < task.steps.length) expect(reply, `${uci} is answered`).toBeTruthy();
      const after = run.spot.after(uci);
      if (reply) expect(after.whyNot(reply), `${uci} ${reply}`).toBeUndefined();
      // What follows must be right after each of several right moves.
      const next = task.steps[index + 1];
      if (reply && next) for (const then of next.right) expect(after.after(reply).whyNot(then), `${uci} ${reply} ${then}`).toBeUndefined();
    }
    if (step.goal) expect([...step.right].sort(), `all that ${step.goal}`).toEqual(proveGoal(run.spot, step.goal).sort());
    if (step.goal === 'castle') kingOnRook(run);
    if (run.task.dictate) expect(run.dictated).toBeTruthy();
    await go(run, step.right[0] ?? '');
    expect(run.step, `step ${index}`).toBe(index + 1);
  }
  expect(run.done).toBe(true);
  expect(run.said?.text).toBe(task.done);
  if (task.ends) expect(run.spot.state).toBe(task.ends);
}

async function quiz(task: QuizTask): Promise<void> {
  for (const good of [true, false]) {
    const run = new QuizRun(rules, task);
    for (const one of task.cases) {
      expect(run.open).toBe(one);
      expect(run.options.length).toBeGreaterThan(1);
      expect(one.answer).toBeLessThan(run.options.length);
      await proveClaim(rules, one, run.options, run.spot);
      run.answer(good ? one.answer : (one.answer + 1) % run.options.length);
      expect(run.said?.text.length, one.ask).toBeGreaterThan(15);
      run.next();
    }
    expect(run.done).toBe(true);
    expect(run.right).toBe(good ? task.cases.length : 0);
  }
}

function tap(task: TapTask): void {
  const run = new TapRun(rules, task);
  if (task.reach) expect([...task.squares].sort()).toEqual([...(run.spot.dests.get(task.reach) ?? [])].sort());
  for (const wrong of task.wrong ?? []) {
    run.point(wrong.square);
    expect(run.said?.text).toContain(wrong.say);
  }
  expect(run.mistakes).toBe(task.wrong?.length ?? 0);
  for (const square of task.squares) run.point(square);
  expect(run.done).toBe(true);
}

function write(task: WriteTask): void {
  const run = new WriteRun(rules, task.items, () => task.done);
  for (const item of task.items) {
    expect(run.before.san(item.move), item.move).toBe(item.san);
    for (const wrong of item.wrong ?? []) {
      expect(run.write(wrong.text), wrong.text).toBe(false);
      expect(run.said?.text).toBe(wrong.say);
    }
    expect(run.write(item.san), item.san).toBe(true);
  }
  expect(run.done).toBe(true);
}

async function clock(task: ClockTask): Promise<void> {
  let now = 0;
  const run = new ClockRun(rules, task, atOnce, () => now);
  const other = run.you === 'white' ? 'black' : 'white';
  await run.press();
  expect(run.mistakes, 'nothing to press yet').toBe(1);
  for (const step of task.steps) {
    for (const uci of step.right) expect(run.spot.whyNot(uci), uci).toBeUndefined();
    now += 500;
    await go(run, step.right[0] ?? '');
    expect(run.unpressed).toBe(true);
    const left = run.clock.left[run.you];
    await run.press();
    await settle();
    if (task.increment) expect(run.clock.left[run.you]).toBe(left - 500 + task.increment * 1000);
  }
  if (task.flag) {
    run.claim();
    expect(run.done, 'claimed too early').toBe(false);
    now += task.flag.seconds * 1000;
    run.tick();
    expect(run.clock.fallen).toBe(other);
    run.claim();
  }
  expect(run.done).toBe(true);
}

async function touched(task: TouchTask): Promise<void> {
  const run = new TouchRun(rules, task, atOnce);
  if (task.touched) expect(run.bound?.square, 'the touch binds').toBe(task.touched);
  if (task.adjust) {
    expect(run.reach(task.adjust)).toBe(false);
    expect(run.mistakes, 'touched without a word').toBe(1);
    run.sayAdjust();
    run.reach(task.adjust);
    expect(run.straight).toBe(true);
  }
  if (task.first) {
    const rook = (task.wrong ?? []).find((wrong) => wrong.move.endsWith(task.first ?? ''));
    expect(rook, 'what is said when another man is touched first').toBeTruthy();
    run.reach(rook?.move.slice(0, 2) ?? '');
    expect(run.said?.text).toContain(rook?.say ?? '-');
    run.reach(task.first);
  }
  for (const wrong of (task.wrong ?? []).filter(({ move }) => !task.first || !move.endsWith(task.first))) await refuses(run, wrong);
  if (task.right.length > 0) {
    for (const uci of task.right) expect(run.spot.whyNot(uci), uci).toBeUndefined();
    await go(run, task.right[0] ?? '');
  }
  expect(run.done).toBe(true);
}

async function check(task: Task): Promise<void> {
  for (const text of [task.title, task.ask, task.hint, task.done]) expect(text.length).toBeGreaterThan(3);
  switch (task.kind) {
    case 'collect': return collect(task);
    case 'line': return line(task);
    case 'quiz': return quiz(task);
    case 'tap': return tap(task);
    case 'write': return write(task);
    case 'clock': return clock(task);
    case 'touch': return touched(task);
  }
}

const lessons = await loadAll();

test('there are eighteen lessons in their order', () => {
  expect(lessons.map(({ id }) => id)).toEqual([...ORDER]);
  expect(lessons).toHaveLength(18);
});

/** What the table does of each statement of the house: R001 and so on. */
const REQUIREMENTS = [...new TextDecoder().decode(readFileSync('../docs/laws.md')).matchAll(/\bR(\d{3})(?:–R(\d{3}))?/g)];
const isRequirement = (name: string): boolean =>
  REQUIREMENTS.some(([, from, to]) => Number(name.slice(1)) >= Number(from) && Number(name.slice(1)) <= Number(to ?? from));

describe.each(lessons)('$id', (lesson) => {
  test('has a rule, a demo, four to eight tasks and a mini-game', () => {
    expect(lesson.title).toBe(titleOf(lesson.id as (typeof ORDER)[number]));
    expect(lesson.rule).toMatch(/^[A-Z].*\.$/);
    // One sentence: no full stop but the last.
    expect(lesson.rule.match(/\.\s/g)).toBeNull();
    const named = articlePieces(lesson.articles).filter(({ text }) => /\d|Appendix/.test(text));
    expect(named.length).toBeGreaterThan(0);
    // Each of them has its place in the reference, and so have those that answers rest on.
    for (const { text, address } of named) expect(address, text).toMatch(/^\/rules\//);
    const claims = lesson.tasks.flatMap((task) => (task.kind === 'quiz' ? task.cases.map(({ claim }) => claim) : []));
    for (const claim of claims) {
      if (!('article' in claim)) continue;
      const { article } = claim;
      if (article.startsWith('R')) expect(isRequirement(article), article).toBe(true);
      else expect(articleAddress(article.replace('Appendix ', '')), article).not.toBeNull();
    }
    expect(lesson.demo.steps.length).toBeGreaterThanOrEqual(3);
    expect(lesson.tasks.length).toBeGreaterThanOrEqual(4);
    expect(lesson.tasks.length).toBeLessThanOrEqual(8);
    expect(lesson.games.length).toBeGreaterThan(0);
    const titles = lesson.tasks.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('shows a demo of legal moves, and what it refuses is illegal for that reason', () => {
    const scenes = demoScenes(rules, lesson.demo);
    for (const [index, step] of lesson.demo.steps.entries()) {
      const spot = scenes[index]?.frames.at(-1)?.spot;
      if (step.refused) expect(spot?.whyNot(step.refused.move)?.code, step.say).toBe(step.refused.code);
    }
  });

  test.each(lesson.tasks.map((task) => [task.title, task] as const))('task: %s', (_, task) => check(task));

  test('begins its mini-games with positions that can be played', () => {
    for (const game of lesson.games) {
      if ('fen' in game) expect(new Spot(rules, game.fen).moves.length).toBeGreaterThan(0);
      if (game.kind === 'play') expect(levelOf(game.level)).toBeTruthy();
      if (game.kind === 'tour') expect(new Spot(rules, game.fen).men.get(game.from)?.role).toBe('knight');
      if (game.kind !== 'hunt') continue;
      expect(hunter(new Spot(rules, game.fen))).not.toBe('');
      for (const seed of [1, 2, 3]) {
        const task = huntTask(rules, game, seed);
        expect(task.stars).toHaveLength(game.stars);
        expect(task.par).toBeGreaterThanOrEqual(game.stars);
      }
    }
  });
});
