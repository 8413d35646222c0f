// The exam by the real rules: twenty questions of all subjects, as many yes as no, each answer true; a seed gives the
// same exam, and others give others.
import { beforeAll, describe, expect, test } from 'vitest';
import { realRules } from '../../rules-for-tests';
import type { Rules } from '$lib/rules';
import { ORDER } from '..';
import { proveClaim } from '../prove-for-tests';
import { QuizRun } from '../run/quiz.svelte';
import { examQuestions, QUESTIONS, SUBJECTS } from './questions';

let rules: Rules;
beforeAll(async () => {
  rules = await realRules();
});

test('the subjects make twenty questions, and each has its lesson', () => {
  expect(SUBJECTS.reduce((sum, { count }) => sum + count, 0)).toBe(QUESTIONS);
  for (const { lesson } of SUBJECTS) expect(ORDER).toContain(lesson);
});

describe.each(Array.from({ length: 6 }, (_, seed) => seed))('seed %i', (seed) => {
  test('all subjects, both answers, every answer proved', async () => {
    const questions = examQuestions(rules, seed);
    expect(questions).toHaveLength(QUESTIONS);
    for (const { subject, count } of SUBJECTS) {
      expect(questions.filter((one) => one.subject === subject)).toHaveLength(count);
    }
    const yes = questions.filter(({ answer }) => answer === 0).length;
    expect(yes).toBeGreaterThanOrEqual(8);
    expect(yes).toBeLessThanOrEqual(12);
    const run = new QuizRun(rules, { cases: questions, done: 'Done.', hint: '' });
    for (const one of questions) {
      await proveClaim(rules, one, run.options, run.spot);
      expect(one.ask).not.toMatch(/[{}]/);
      run.answer(1 - one.answer);
      expect(run.said?.text).toMatch(/^The answer is: (Yes|No)\. \S.{8,}/);
      run.next();
    }
    expect(run.done).toBe(true);
  });
});

test('a seed gives the same exam, another seed another', () => {
  expect(examQuestions(rules, 7)).toEqual(examQuestions(rules, 7));
  expect(examQuestions(rules, 7)).not.toEqual(examQuestions(rules, 8));
});

const CODES = [
  'wrong_geometry', 'blocked', 'own_man_on_target', 'pawn_blocked', 'pawn_captures_straight', 'double_step_not_first',
  'pawn_diagonal_without_capture', 'king_into_attack', 'check_not_answered', 'exposes_king', 'castling_right_lost',
  'castling_blocked', 'castling_in_check', 'castling_through_attack', 'castling_into_check', 'en_passant_expired',
  'en_passant_exposes_king', 'promotion_required',
];

test('over many exams every reason is asked about', () => {
  const left = new Set(CODES);
  for (let seed = 100; seed < 160 && left.size > 0; seed += 1) {
    for (const { claim } of examQuestions(rules, seed)) if ('legal' in claim && claim.code) left.delete(claim.code);
  }
  expect([...left]).toEqual([]);
}, 60_000);
