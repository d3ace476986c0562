import { isLowGrade, type Grade } from "#domain/grades.ts";
import {
  resultCell,
  type TestResultCell,
  type ListColumn,
  type ListDocument,
  type ListHeading,
  type ListRow,
} from "../list/data.ts";
import type { Fact } from "../parts/heading.ts";
import type { SignatureField } from "../parts/signatures.ts";

/**
 * A student's subjects with their results, compared with the other students of the class who take them. It is meant for
 * a talk with the parents.
 */
export type SubjectChoiceStudent = ListHeading & {
  facts: readonly Fact[];
  tests: readonly string[];
  subjects: readonly SubjectOfStudent[];
  /** A label and a value such as `Average of 6 end of term marks` and `61.0%`; the value is null without marks. */
  average: { label: string; value: string } | null;
  signed: readonly SignatureField[];
};

export type SubjectOfStudent = {
  title: string;
  teacher: string;
  /** One result for each test. The one that counts is last. */
  results: readonly TestResultCell[];
  percent: number | null;
  grade: Grade | null;
  /** The mean of the class's students who take the subject, as a whole percentage. */
  groupMean: number | null;
};

const PERCENT = { key: "percent", title: "%", kind: "number", width: 34, strong: true } as const;
const AFTER: readonly ListColumn[] = [
  PERCENT,
  { key: "grade", title: "Grade", kind: "text", width: 30, align: "center", strong: true },
  { key: "bar", title: "", kind: "bar", width: 112, scale: 100 },
  { key: "mean", title: "Group mean", kind: "number", width: 42 },
];

export function subjectChoiceStudent(data: SubjectChoiceStudent): ListDocument {
  const { tests, subjects, average, ...heading } = data;
  const columns: ListColumn[] = [
    { key: "subject", title: "Subject", kind: "text", width: "*" },
    ...tests.map((title): ListColumn => ({ key: title, title, kind: "number", width: 44 })),
    ...AFTER,
  ];
  const closing = average && {
    subject: { value: average.label, strong: true, oneLine: true },
    percent: average.value,
  };
  const rows = subjects.map((subject) => rowOf(subject, tests));
  const table = { columns, groups: [{ title: "", rows }], ...(closing && { closing: [closing] }) };
  return { ...heading, tables: [table] };
}

function rowOf(subject: SubjectOfStudent, tests: readonly string[]): ListRow {
  const { title, teacher, results, percent, grade, groupMean } = subject;
  const cells = tests.map((test, index) => [test, resultCell(plain(results[index]))]);
  return {
    ...Object.fromEntries(cells),
    subject: { value: title, under: teacher },
    percent: low(percent, grade),
    grade,
    bar: { value: percent ?? 0, stroke: groupMean },
    mean: groupMean,
  };
}

/** Removes the underline from a low result, because the percentage beside it already shows that it is low. */
function plain(result: TestResultCell | undefined): TestResultCell {
  if (result === undefined) return { is: "nothing" };
  return result.is === "result" ? { ...result, isLow: false } : result;
}

function low(percent: number | null, grade: Grade | null) {
  return { value: percent, underlined: percent !== null && isLowGrade(grade) };
}
