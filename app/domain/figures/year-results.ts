import { ATTENDANCE_WORDS, PRESENT_AT_TEST } from "../attendance.ts";
import { gradeForPercentage, isBelowPassMark, type Grade, type GradingScale } from "../grading.ts";
import {
  calculateMeanFraction,
  calculateMeanPercent,
  calculateReportAverage,
  formatAverage,
  rankStudentsWithAllMarks,
  roundFraction,
  type Rank,
  type SubjectResult,
} from "../subject-results.ts";

/** A subject's result in one term, as `calculateSubjectResult` calculates it. */
export type TermSubject = Pick<SubjectResult, "kind" | "counted" | "percent" | "grade" | "isEntered"> & {
  subject_id: number;
  subject: string;
};

/** A student's results in one term. `term` is 1, 2 or 3. */
export type TermOfYear = { term: number; subjects: readonly TermSubject[] };

/** A subject's results in the terms of a year, and the result of the year. */
export type YearSubject = Pick<TermSubject, "subject_id" | "subject" | "kind"> & {
  /** The percentage, the chosen grade or the word for an absence, for each term in which something was entered. */
  terms: ReadonlyMap<number, string>;
  /** The mean of the terms' unrounded percentages as a whole percentage; null for a subject with chosen grades. */
  percent: number | null;
  grade: Grade | null;
};

export type YearResult = {
  /** The subjects in the order of the first term in which they appear. */
  subjects: YearSubject[];
  /** The average of each term, such as `72.4%`. No entry means that the term has none. */
  averages: ReadonlyMap<number, string>;
  /** The mean of the year's results, such as `72.8%`; null without marks. */
  average: string | null;
  /** The number of subjects with a result of the year, and the number of these at or above the pass mark. */
  taken: number;
  passed: number;
};

/**
 * Calculates the results of a year. The result of a subject is the mean of its terms with a mark, and the year's average
 * is the mean of these results. Nothing is rounded before it is printed.
 */
export function calculateYearResult(terms: readonly TermOfYear[], grading: GradingScale): YearResult {
  const ids = new Set(terms.flatMap(({ subjects }) => subjects.map(({ subject_id }) => subject_id)));
  const results = [...ids].flatMap((id) => yearOfSubject(id, terms, grading) ?? []);
  const means = results.flatMap(({ mean }) => mean ?? []);
  const average = calculateMeanFraction(means);
  const judged = results.filter(({ subject }) => subject.percent !== null || subject.grade !== null);
  return {
    subjects: results.map(({ subject }) => subject),
    averages: new Map(
      terms.flatMap(({ term, subjects }) => {
        const own = calculateReportAverage(subjects);
        return own === null ? [] : [[term, own] as const];
      }),
    ),
    average: average && formatAverage(average),
    taken: judged.length,
    passed: judged.filter(({ subject }) => !isBelowPassMark(subject, grading)).length,
  };
}

function yearOfSubject(id: number, terms: readonly TermOfYear[], grading: GradingScale) {
  const own = terms.flatMap(({ term, subjects }) =>
    subjects.filter(({ subject_id }) => subject_id === id).map((result) => ({ term, result })),
  );
  const last = own.at(-1)?.result;
  if (!last) return null;
  const { subject_id, subject, kind } = last;
  const texts = own.flatMap(({ term, result }) => {
    const text = textOf(result);
    return text === null ? [] : [[term, text] as const];
  });
  const mean = calculateMeanPercent(
    own.flatMap(({ result }) => (result.kind === "marks" ? [result.counted] : [])),
  );
  const percent = mean && roundFraction(mean, 0);
  const chosen = own.flatMap(({ result }) => result.grade ?? []).at(-1) ?? null;
  const grade = percent === null ? chosen : gradeForPercentage(percent, grading);
  return { mean, subject: { subject_id, subject, kind, terms: new Map(texts), percent, grade } };
}

function textOf({ percent, grade, counted }: TermSubject): string | null {
  if (percent !== null) return String(percent);
  if (counted !== null && counted.attendance !== PRESENT_AT_TEST) return ATTENDANCE_WORDS[counted.attendance];
  return grade;
}

/**
 * Ranks students by their averages of the year. A student is ranked only if, in each term and in each subject that they
 * took, they have a mark wherever a classmate has one.
 */
export function rankYearAverages(
  years: readonly { average: string | null; terms: readonly TermOfYear[] }[],
): (Rank | null)[] {
  const numbers = new Set(years.flatMap(({ terms }) => terms.map(({ term }) => term)));
  const marks = years.map(({ terms }) => {
    const marked = terms.flatMap(({ term, subjects }) =>
      subjects
        .filter(({ kind }) => kind === "marks")
        .map(({ subject_id, percent }) => [`${term} ${subject_id}`, percent !== null] as const),
    );
    const present = [...numbers].map(
      (term) => [`${term}`, marked.some(([key, has]) => has && key.startsWith(`${term} `))] as const,
    );
    return new Map([...marked, ...present]);
  });
  return rankStudentsWithAllMarks(
    years.map(({ average }) => average),
    marks,
  );
}
