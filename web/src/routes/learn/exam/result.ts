// What an exam came to, by subject.
import { SUBJECTS, type Question, type Subject } from '$lib/lessons/exam/questions';
import { titleOf } from '$lib/lessons/titles';

export interface SubjectResult {
  subject: Subject;
  right: number;
  asked: number;
  lesson: { href: string; title: string };
}

export interface ExamResult {
  right: number;
  all: number;
  subjects: readonly SubjectResult[];
}

/** `answers` says of each question, in order, whether it was answered rightly. */
export function resultOf(questions: readonly Question[], answers: readonly boolean[]): ExamResult {
  const subjects = SUBJECTS.map(({ subject, lesson }): SubjectResult => {
    const mine = questions.flatMap((one, index) => (one.subject === subject ? [answers[index] ?? false] : []));
    return {
      subject, right: mine.filter(Boolean).length, asked: mine.length,
      lesson: { href: `/learn/lessons/${lesson}`, title: titleOf(lesson) },
    };
  });
  return { right: answers.filter(Boolean).length, all: questions.length, subjects };
}
