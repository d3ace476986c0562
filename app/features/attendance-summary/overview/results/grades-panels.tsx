import type { ReactNode } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { ExploreChart } from "../explore-chart.tsx";
import { gradesTableRowsHtml, gradeToneClass } from "./result-rows.rules.ts";
import { markListUrl } from "../overview-address.rules.ts";
import type { TestFiguresProps } from "./results.server.ts";

/** Counts the students of each level or class by the grade of their average. */
export function GradesPanel({ figures, params }: TestFiguresProps) {
  const { letters, grades, allGrades, isByLevel, scale } = figures;
  const all = { key: 0, title: params.level === null ? "All" : "Level", ...allGrades };
  const within = (key: number) => (isByLevel ? { ...params, level: key } : { ...params, classId: key });
  const body = gradesTableRowsHtml(grades, letters, {
    names: (key, grade) => markListUrl("averages", { ...within(key), grade }),
    belowPass: (key) => markListUrl("below-pass", within(key)),
  });
  const whole = gradesTableRowsHtml([all], letters, {
    names: (_key, grade) => markListUrl("averages", { ...params, grade }),
    belowPass: () => markListUrl("below-pass", params),
  });
  return (
    <Panel aside={scale} flush heading="h3" title="Students by average">
      <ExploreChart
        chart={({ GradesChart }) => <GradesChart counts={allGrades.counts} letters={letters} />}
        drawn={null}
      />
      <GradeTable letters={letters} title={isByLevel ? "Level" : "Class"}>
        <tbody dangerouslySetInnerHTML={{ __html: body }} role="rowgroup" />
        {grades.length > 1 ? (
          <tbody className="whole" dangerouslySetInnerHTML={{ __html: whole }} role="rowgroup" />
        ) : null}
      </GradeTable>
    </Panel>
  );
}

/** Counts the marks of each subject by grade, and compares its mean with those of earlier terms. */
export function SubjectGradesPanel({ figures, results, params }: TestFiguresProps) {
  const { letters, subjects, before, yearAgo, yearAgoTerm } = figures;
  const since = before && `Since ${before.words}`;
  const inYear = yearAgo === null ? null : "Change in a year";
  const marksIn = (term: number | null, subjectId: number) =>
    term === null ? null : markListUrl("marks", { ...params, term, test: results.test, subjectId });
  const rows = subjects.map((row) => ({
    ...row,
    changes: [
      ...(before && since ? [{ label: since, before: row.before, url: marksIn(before.term, row.key) }] : []),
      ...(inYear ? [{ label: inYear, before: row.yearAgo, url: marksIn(yearAgoTerm, row.key) }] : []),
    ],
  }));
  const body = gradesTableRowsHtml(rows, letters, {
    names: (subjectId, grade) => markListUrl("marks", { ...params, subjectId, grade }),
    belowPass: (subjectId) => markListUrl("below-pass", { ...params, subjectId }),
  });
  return (
    <Panel aside="number of marks by grade" className="mt-4" flush heading="h3" title="Every subject">
      <GradeTable className="subjects" letters={letters} more={[since, inYear]} title="Subject">
        <tbody dangerouslySetInnerHTML={{ __html: body }} role="rowgroup" />
      </GradeTable>
    </Panel>
  );
}

type GradeTableProps = {
  title: string;
  letters: readonly string[];
  /** The titles of additional columns. Null leaves a column out. */
  more?: readonly (string | null)[];
  className?: string;
  children: ReactNode;
};

function GradeTable({ title, letters, more = [], className, children }: GradeTableProps) {
  return (
    <table className={joinClassNames("figure-table grade-table text-right", className)} role="table">
      <caption className="sr-only">Grades, mean and pass rate by {title.toLowerCase()}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {title}
          </th>
          <td role="cell" />
          {letters.map((letter, index) => (
            <th key={letter} role="columnheader" scope="col">
              <i
                aria-hidden="true"
                className={`mr-1.5 inline-block h-2.5 w-2.5 ${gradeToneClass(index, letters)}`}
              />
              {letter}
            </th>
          ))}
          {["Mean", "Pass", ...more].map((words) =>
            words === null ? null : (
              <th key={words} role="columnheader" scope="col">
                {words}
              </th>
            ),
          )}
        </tr>
      </thead>
      {children}
    </table>
  );
}
