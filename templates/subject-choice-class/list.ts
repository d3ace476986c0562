import {
  resultCell,
  type TestCell,
  type ListColumn,
  type ListDocument,
  type ListGroup,
  type ListHeading,
  type ListRow,
} from "../list/data.ts";
import type { LabelledCount } from "../parts/counts.ts";

/** The students of each subject with their results. Each subject has a block of its own. */
export type SubjectChoiceClass = ListHeading & {
  /** The tests with results, such as `Mid Term` and `Exam`. The last test counts. */
  tests: readonly string[];
  subjects: readonly ChosenSubject[];
};

export type ChosenSubject = {
  title: string;
  /** The teacher and the scale, such as `Mr. S. Ramnarine, marks out of 50`. */
  aside: string;
  taken: LabelledCount;
  /** True if the result that counts is also shown as a percentage, because its maximum is not 100. */
  hasPercent: boolean;
  students: readonly { name: string; results: readonly TestCell[]; percent: number | null }[];
  /** The means of the marks, without other results; null if there are no marks. */
  means: readonly (string | null)[];
  meanPercent: string | null;
};

const TEST = { first: 38, last: 32 };
const PERCENT: ListColumn = { key: "percent", title: "%", kind: "number", width: 22 };

export function buildSubjectChoiceClass({ tests, subjects, ...heading }: SubjectChoiceClass): ListDocument {
  const columns: ListColumn[] = [
    { key: "name", title: "", kind: "text", width: "*" },
    ...tests.map((title, index): ListColumn => {
      const isLast = index === tests.length - 1;
      return { key: title, title, kind: "number", width: isLast ? TEST.last : TEST.first };
    }),
    ...(subjects.some(({ hasPercent }) => hasPercent) ? [PERCENT] : []),
  ];
  const groups = subjects.map((subject) => groupOf(subject, tests));
  return { ...heading, tables: [{ columns, groups, numbered: "by group", arrangement: "blocks" }] };
}

function groupOf(subject: ChosenSubject, tests: readonly string[]): ListGroup {
  const { title, aside, taken, students, means, meanPercent, hasPercent } = subject;
  const rows = students.map(({ name, results, percent }): ListRow => {
    const cells = results.map((result, index) => resultCell(result, index === tests.length - 1));
    return { name, ...byTest(tests, cells), percent };
  });
  const mean = {
    ...byTest(
      tests,
      means.map((figure) => figure ?? ""),
    ),
    name: { value: "Mean", strong: true },
    percent: meanPercent ?? "",
  };
  return {
    title,
    aside,
    count: taken,
    rows,
    ...(means.some((figure) => figure !== null) && { closing: [mean] }),
    ...(!hasPercent && { without: [PERCENT_KEY] }),
  };
}

const PERCENT_KEY = "percent";

function byTest(tests: readonly string[], cells: readonly ListRow[string][]): ListRow {
  return Object.fromEntries(
    tests.map((test, index) => [test, cells[index] === undefined ? "" : cells[index]]),
  );
}
