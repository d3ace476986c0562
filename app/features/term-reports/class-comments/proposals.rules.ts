import { classReportsUrl, withQuery, type ClassKey } from "#domain/paths.ts";
import { fillPhrase, type AverageRange, type PhraseStudent } from "#domain/phrases.ts";
import type { CommentField } from "#domain/term-reports.ts";

/** Returns the URL of the page that proposes a comment for each student of a class. */
export function classCommentsUrl(key: ClassKey, field: CommentField | null = null): string {
  const of = field === "teacher_comment" ? "teacher" : field && "principal";
  return withQuery(`${classReportsUrl(key)}/comments`, { of });
}

export type PhraseForAverages = { phrase: string; isOwn: boolean; averages: AverageRange };

export type StudentToComment = PhraseStudent & {
  /** The average as the report shows it, such as `71.3%`. */
  average: string;
  /** The other comment in the report, which the proposal must not repeat. */
  otherComment: string | null;
};

/**
 * Proposes a comment for each student of a class, from the phrases for the student's average that fit into the
 * comment. The person's own phrases come before the school's. Students with the same phrases to choose from get them
 * in turn, so that neighbours do not all have the same comment. Returns null for a student without a phrase.
 */
export function proposeComments(
  students: readonly StudentToComment[],
  phrases: readonly PhraseForAverages[],
  limit: number,
): (string | null)[] {
  const turns = new Map<string, number>();
  return students.map((student) => {
    const suitable = phrases.filter(({ averages }) => isAverageInRange(student.average, averages));
    const texts = [suitable.filter(({ isOwn }) => isOwn), suitable.filter(({ isOwn }) => !isOwn)].map(
      (some) =>
        some.flatMap(({ phrase }) => {
          const text = fillPhrase(phrase, student);
          return text.length <= limit && text !== student.otherComment ? [{ phrase, text }] : [];
        }),
    );
    const choice = texts.find((some) => some.length > 0) ?? [];
    const choiceKey = JSON.stringify(choice.map(({ phrase }) => phrase));
    const turn = turns.get(choiceKey) ?? 0;
    turns.set(choiceKey, turn + 1);
    return choice[turn % choice.length]?.text ?? null;
  });
}

/** Tells whether an average, rounded to a whole percentage as marks are, is in the range. */
export function isAverageInRange(average: string, { from, to }: AverageRange): boolean {
  const whole = Math.round(parseFloat(average));
  return whole >= from && whole <= to;
}

/**
 * Returns the name of a student's tick box, such as `12-345`: the student's key and the version of the report that the
 * page showed.
 */
export function commentTickName(studentKey: number, version: number): string {
  return `${studentKey}-${version}`;
}

export function parseCommentTickName(name: string): { studentKey: number; version: number } | null {
  const [, studentKey, version] = /^([1-9]\d{0,8})-(\d{1,15})$/.exec(name) ?? [];
  return studentKey === undefined ? null : { studentKey: Number(studentKey), version: Number(version) };
}
