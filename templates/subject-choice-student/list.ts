import type { Grade } from "#domain/grading.ts";
import {
  resultCell,
  type TestCell,
  type ListColumn,
  type ListDocument,
  type ListHeading,
  type ListRow,
} from "../list/data.ts";
import type { LabelledFact } from "../parts/heading.ts";
import type { SignatureField } from "../parts/signatures.ts";

/**
 * A student's subjects with their results, compared with the results of classmates who take the same subject. It is
 * meant for a conversation with the parents.
 */
export type SubjectChoiceStudent = ListHeading & {
  facts: readonly LabelledFact[];
  tests: readonly string[];
  subjects: readonly SubjectOfStudent[];
  /** A label and a value such as `Average of 6 end of term marks` and `61.0%`; null if there are no marks. */
  average: { label: string; value: string } | null;
  signed: readonly SignatureField[];
};

export type SubjectOfStudent = {
  title: string;
  teacher: string;
  /** One result for each test. The last result counts. */
  results: readonly TestCell[];
  percent: number | null;
  /** True if the percentage is below the pass mark. */
  isLow: boolean;
  grade: Grade | null;
  /** The mean of the classmates who take the subject, as a whole percentage. */
  groupMean: number | null;
};

const PERCENT = { key: "percent", title: "%", kind: "number", width: 34, strong: true } as const;
const AFTER: readonly ListColumn[] = [
  PERCENT,
  { key: "grade", title: "Grade", kind: "text", width: 30, align: "center", strong: true },
  { key: "bar", title: "", kind: "bar", width: 112, scale: 100 },
  { key: "mean", title: "Group mean", kind: "number", width: 42 },
];

export function buildSubjectChoiceStudent(data: SubjectChoiceStudent): ListDocument {
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
  const { title, teacher, results, percent, isLow, grade, groupMean } = subject;
  const cells = tests.map((test, index) => [test, resultCell(plain(results[index]))]);
  return {
    ...Object.fromEntries(cells),
    subject: { value: title, under: teacher },
    percent: { value: percent, underlined: isLow },
    grade,
    bar: { value: percent ?? 0, stroke: groupMean },
    mean: groupMean,
  };
}

/** Removes the underline of a low result, because the percentage beside it already shows that it is low. */
function plain(result: TestCell | undefined): TestCell {
  if (result === undefined) return { is: "nothing" };
  return result.is === "result" ? { ...result, isLow: false } : result;
}
