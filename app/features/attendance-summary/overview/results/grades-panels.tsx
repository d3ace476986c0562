import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import { resultNamesUrl } from "./results-address.rules.ts";
import type { FiguresProps } from "./results.server.ts";
import { formatChange, formatFigure } from "./results-view.rules.ts";

/** Counts the students of each level or class by the grade of their average. */
export function GradesPanel({ figures, params }: FiguresProps) {
  const { letters, grades, allGrades, isByLevel, scale } = figures;
  const place = (key: number) => (isByLevel ? { ...params, level: key } : { ...params, classId: key });
  return (
    <Panel aside={scale} flush heading="h3" title="Students by average">
      <GradeTable letters={letters} title={isByLevel ? "Level" : "Class"}>
        <tbody role="rowgroup">
          {grades.map((row) => (
            <GradeRow
              counts={row.counts}
              key={row.key}
              letters={letters}
              mean={row.mean}
              passRate={row.passRate}
              title={row.title}
              to={(grade) => resultNamesUrl("averages", { ...place(row.key), grade })}
            />
          ))}
        </tbody>
        {grades.length > 1 ? (
          <tbody className="whole" role="rowgroup">
            <GradeRow
              counts={allGrades.counts}
              letters={letters}
              mean={allGrades.mean}
              passRate={allGrades.passRate}
              title={params.level === null ? "All" : "Level"}
              to={(grade) => resultNamesUrl("averages", { ...params, grade })}
            />
          </tbody>
        ) : null}
      </GradeTable>
    </Panel>
  );
}

/** Counts the marks of each subject by grade, and compares its mean with those of earlier terms. */
export function SubjectsPanel({ figures, params }: FiguresProps) {
  const { letters, subjects, before, yearAgo } = figures;
  return (
    <Panel aside="marks, by their grade" className="mt-4" flush heading="h3" title="Every subject">
      <GradeTable
        className="subjects"
        letters={letters}
        more={[before ? `Since ${before.words}` : null, yearAgo === null ? null : "In a year"]}
        title="Subject"
      >
        <tbody role="rowgroup">
          {subjects.map((row) => (
            <GradeRow
              counts={row.counts}
              key={row.key}
              letters={letters}
              mean={row.mean}
              more={[
                before ? changeSince(row.mean, row.before) : null,
                yearAgo === null ? null : changeSince(row.mean, row.yearAgo),
              ]}
              passRate={row.passRate}
              title={row.title}
              to={(grade) => resultNamesUrl("marks", { ...params, subjectId: row.key, grade })}
            />
          ))}
        </tbody>
      </GradeTable>
    </Panel>
  );
}

function changeSince(now: number | null, before: number | null): string {
  return now === null || before === null ? "–" : formatChange(now, before);
}

type GradeTableProps = {
  title: string;
  letters: readonly string[];
  /** The titles of further columns; null for a column that is left out. */
  more?: readonly (string | null)[];
  className?: string;
  children: ReactNode;
};

function GradeTable({ title, letters, more = [], className, children }: GradeTableProps) {
  return (
    <table className={classes("grade-table", className)} role="table">
      <caption className="sr-only">Grades, mean and pass rate by {title.toLowerCase()}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {title}
          </th>
          <td role="cell" />
          {letters.map((letter, index) => (
            <th key={letter} role="columnheader" scope="col">
              <i aria-hidden="true" className={toneOf(index, letters)} />
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

type GradeRowProps = {
  title: string;
  letters: readonly string[];
  counts: readonly number[];
  mean: number | null;
  passRate: number | null;
  more?: readonly (string | null)[];
  /** Returns the address of the names behind a grade, or behind all of them. */
  to: (grade: string | null) => string;
};

function GradeRow({ title, letters, counts, mean, passRate, more = [], to }: GradeRowProps) {
  const open = useLinkClick({ isOver: false });
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {title}
      </th>
      <td aria-hidden="true" className="bar" role="cell">
        <span className="grade-bar">
          {counts.map((count, index) =>
            count === 0 ? null : (
              <i className={toneOf(index, letters)} key={letters[index]} style={{ flexGrow: count }} />
            ),
          )}
        </span>
      </td>
      {counts.map((count, index) => (
        <td data-label={letters[index]} key={letters[index]} role="cell">
          {count === 0 ? (
            0
          ) : (
            <a href={to(letters[index] ?? null)} onClick={open}>
              {count}
            </a>
          )}
        </td>
      ))}
      <td className="mean" role="cell">
        <a href={to(null)} onClick={open}>
          {formatFigure(mean)}
        </a>
      </td>
      <td data-label="Pass" role="cell">
        {passRate === null ? "–" : `${passRate}%`}
      </td>
      {more.map((words, index) =>
        words === null ? null : (
          <td data-label={index === 0 ? "Since last term" : "In a year"} key={index} role="cell">
            {words}
          </td>
        ),
      )}
    </tr>
  );
}

const TONES = ["g-1", "g-2", "g-3", "g-4"];

/** The lowest grade is red; the others become paler from the best one on. */
function toneOf(index: number, letters: readonly string[]): string {
  return index === letters.length - 1 ? "g-low" : (TONES[Math.min(index, TONES.length - 1)] ?? "");
}
