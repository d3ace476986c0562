import { USUAL_MAXIMUM } from "#domain/grades.ts";
import { summarisePercentages, summarise } from "#domain/documents/class-figures.ts";
import { registerName } from "#domain/names.ts";
import { isEntered, toPercent, type Earned } from "#domain/subject-results.ts";
import { END_OF_TERM, OTHER_ASSESSMENT, testTitle } from "#domain/terms.ts";
import { nounFor } from "#domain/text/noun.ts";
import type { SubjectMaximum } from "#db/queries/reports/term-reports.ts";
import type { DocumentData } from "#templates/index.ts";
import { formalNames } from "../report-card-words.rules.ts";
import { resultIn } from "./class-mark-sheet-data.server.ts";
import {
  subjectsOfClass,
  type ClassResults,
  type ClassSubject,
  type StudentResults,
} from "./class-results.server.ts";
import { resultColumns, type ResultColumn } from "./sheet-columns.server.ts";

type ChosenSubject = DocumentData["subject-choice-class"]["subjects"][number];
type SubjectOfStudent = DocumentData["subject-choice-student"]["subjects"][number];

/** A subject with its columns, null for a test without results. The last column counts on the report card. */
export type SubjectTests = { subject: ClassSubject; columns: (ResultColumn | null)[] };

/**
 * Returns true if any student has a mark in the term's other assessment, which is then printed beside the mark that
 * counts.
 */
export function hasCourseMarks({ scheme, students }: ClassResults): boolean {
  const isMarked = ({ course }: StudentResults["subjects"][number]) =>
    course !== null && isEntered(course, []);
  return !scheme.course_work_only && students.some(({ subjects }) => subjects.some(isMarked));
}

/** Lists the titles of the tests; the one that counts comes last. */
export function testTitles({ scheme }: ClassResults, withCourse: boolean): string[] {
  const counted = scheme.course_work_only ? "Course work" : "Exam";
  return withCourse ? [testTitle(OTHER_ASSESSMENT, scheme.assessment_type, null), counted] : [counted];
}

/** Lists the subjects of a class by title, with their columns. */
export function subjectTests(
  results: ClassResults,
  maxima: readonly SubjectMaximum[],
  withCourse: boolean,
): SubjectTests[] {
  const stored = { scheme: results.scheme, maxima, tests: [], fortnightlyMarks: () => [], today: "" };
  const tests = withCourse ? ([OTHER_ASSESSMENT, END_OF_TERM] as const) : ([END_OF_TERM] as const);
  return subjectsOfClass(results).map((subject) => ({
    subject,
    columns: tests.map((testId) => {
      return resultColumns([subject], { testId, fortnightlyTestId: null }, stored)[0] ?? null;
    }),
  }));
}

/**
 * Builds a subject's block: the students who take it and their results. Documents of several classes have a class
 * label.
 */
export function chosenSubject({ subject, columns }: SubjectTests, label: string): ChosenSubject {
  const { takers, isOption, kind } = subject;
  const counted = columns.at(-1) ?? null;
  const isMarked = kind === "marks";
  const hasPercent = isMarked && counted !== null && counted.maxMark !== USUAL_MAXIMUM;
  const teachers = formalNames(teachersOf(subject));
  const marksIn = (column: ResultColumn) =>
    takers.map(({ student }) => column.resultOf(student)?.mark?.mark ?? null);
  return {
    title: [label, subject.subject].filter(Boolean).join(": "),
    aside: [teachers, hasPercent ? `marks of ${counted.maxMark}` : ""].filter(Boolean).join(", "),
    taken: { figure: takers.length, words: wordsFor(takers.length, isOption) },
    hasPercent,
    students: takers.map(({ student }) => ({
      name: registerName(student),
      results: columns.map((column) =>
        column ? resultIn(column, column.resultOf(student)) : { is: "nothing" },
      ),
      percent: hasPercent ? percentIn(counted, student) : null,
    })),
    means: columns.map((column) => (column && isMarked ? (summarise(marksIn(column))?.mean ?? null) : null)),
    meanPercent: hasPercent
      ? (summarisePercentages(takers.map(({ student }) => earnedIn(counted, student)))?.mean ?? null)
      : null,
  };
}

function wordsFor(count: number, isOption: boolean): string {
  const words = nounFor(count, "student");
  return isOption ? words : `${words}, all`;
}

/** Builds the row of a subject for one student, compared with the others who take it. */
export function toSubjectRow({ subject, columns }: SubjectTests, student: StudentResults): SubjectOfStudent {
  const counted = columns.at(-1) ?? null;
  const own = student.subjects.find(({ subject_id }) => subject_id === subject.subject_id);
  const isMarked = subject.kind === "marks" && counted !== null;
  const marks = isMarked ? subject.takers.map(({ student: each }) => earnedIn(counted, each)) : [];
  const mean = summarisePercentages(marks, 0)?.mean ?? null;
  return {
    title: subject.subject,
    teacher: formalNames(own?.teachers ?? []),
    results: columns.map((column) =>
      column ? resultIn({ ...column, maxMark: USUAL_MAXIMUM }, column.resultOf(student)) : { is: "nothing" },
    ),
    percent: isMarked ? percentIn(counted, student) : null,
    grade: own?.grade ?? null,
    groupMean: mean === null ? null : Number(mean),
  };
}

function percentIn(column: ResultColumn, student: StudentResults): number | null {
  return toPercent(earnedIn(column, student));
}

function earnedIn(column: ResultColumn, student: StudentResults): Earned {
  return column.resultOf(student)?.mark ?? null;
}

function teachersOf({ takers }: ClassSubject) {
  const all = takers.flatMap(({ result }) => result.teachers);
  return all.filter(
    (item, index) => all.findIndex(({ employee_id }) => employee_id === item.employee_id) === index,
  );
}
