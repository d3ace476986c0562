import type { ReactNode } from "react";
import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { dateField, maxField } from "#fields/assessment.ts";
import { formatValue } from "#fields/kind.ts";
import { classes } from "#ui/classes.ts";
import { fieldsOf, type ClassTests, type SubjectRow } from "./assessments.rules.ts";

/** A row of the table; on a phone a record: subject | marks, then day | maximum of each test. */
export const ROW =
  "scroll-mb-40 border-b bg-paper last:border-b-0 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_104px] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3 lg:h-10";

/** The margin rule stands before each test. */
export const FIRST_OF_TEST = "lg:border-l lg:border-l-rule";

/** More tests do not fit beside the subject: the panel scrolls sideways. */
const TESTS_IN_VIEW = 2;

/** In a wide table the state of a row stands under its subject, which stays in view. */
export function isWide(tests: readonly TestOfClass[]): boolean {
  return tests.length > TESTS_IN_VIEW;
}

type TestsTableProps = { tests: ClassTests; children: ReactNode };

/** The columns are the subject, the day and maximum of each test under its name, the marks, and the state. */
export function TestsTable({ tests: { tests, label }, children }: TestsTableProps) {
  return (
    <div className={isWide(tests) ? "relative lg:overflow-x-auto" : undefined}>
      <table className="w-full border-collapse text-left max-lg:block" role="table">
        <caption className="sr-only">{`Tests of ${label}`}</caption>
        <thead className="text-13 max-lg:sr-only" role="rowgroup">
          <tr className="h-9 bg-cream-2" role="row">
            <td className={STAYS} />
            {tests.map(({ key, title }) => (
              <th
                className={classes(HEAD, FIRST_OF_TEST)}
                colSpan={2}
                key={key}
                role="columnheader"
                scope="colgroup"
              >
                {title}
              </th>
            ))}
            <td colSpan={isWide(tests) ? 1 : 2} />
          </tr>
          <tr className="h-9 border-b border-b-red bg-cream-2" role="row">
            <th className={`${HEAD} ${STAYS} min-w-[180px] pl-5`} role="columnheader" scope="col">
              Subject
            </th>
            {tests.map(({ key }) => (
              <TestHeads key={key} />
            ))}
            <th className={`${HEAD} w-16 text-right`} role="columnheader" scope="col">
              Marks
            </th>
            {isWide(tests) ? null : (
              <th className={`${HEAD} w-[196px] min-w-[164px] pl-4`} role="columnheader" scope="col">
                State
              </th>
            )}
          </tr>
        </thead>
        <tbody className="max-lg:block" role="rowgroup">
          {children}
        </tbody>
      </table>
    </div>
  );
}

const HEAD = "border-t border-t-line px-2 font-semibold";

function TestHeads() {
  return (
    <>
      <th className={classes(HEAD, FIRST_OF_TEST, "w-[152px]")} role="columnheader" scope="col">
        Date
      </th>
      <th className={`${HEAD} w-[84px] whitespace-nowrap text-right`} role="columnheader" scope="col">
        Max mark
      </th>
    </>
  );
}

/** The subject stays in view while the tests scroll sideways. */
const STAYS = "lg:sticky lg:left-0 lg:z-10 lg:[background:inherit]";

type RowCellsProps = {
  name: string;
  marks: number;
  isWide: boolean;
  base?: ReactNode;
  state?: ReactNode;
  children: ReactNode;
};

export function RowCells({
  name,
  marks,
  isWide: isUnder,
  base = null,
  state = null,
  children,
}: RowCellsProps) {
  return (
    <>
      <th
        className={classes(
          STAYS,
          "min-w-0 font-normal max-lg:row-start-1 max-lg:font-semibold lg:py-1 lg:pl-5 lg:pr-2",
        )}
        role="rowheader"
        scope="row"
      >
        {base}
        {name}
        {isUnder ? <div className="text-13 font-normal empty:hidden">{state}</div> : null}
      </th>
      {children}
      <td
        className="text-right max-lg:col-start-2 max-lg:row-start-1 max-lg:text-13 max-lg:text-muted lg:px-2"
        role="cell"
      >
        {marks}
        <span className="lg:hidden">{marks === 1 ? " mark" : " marks"}</span>
      </td>
      {isUnder ? null : (
        <td className="max-lg:col-span-full max-lg:empty:hidden lg:py-1 lg:pl-4 lg:pr-3" role="cell">
          {state}
        </td>
      )}
    </>
  );
}

/** The cell in the place of a test of a subject whose grade is chosen. */
export function ByGrade({ title }: { title: string }) {
  return (
    <td
      className={classes(FIRST_OF_TEST, "text-muted max-lg:col-span-full max-lg:text-13 lg:px-2")}
      colSpan={2}
      role="cell"
    >
      <span className="lg:sr-only">{title}: </span>by grade
    </td>
  );
}

/** The tests of a term that is over, which can only be read. */
export function ReadTests({ tests }: { tests: ClassTests }) {
  return (
    <TestsTable tests={tests}>
      {tests.rows.map((row) => (
        <tr className={ROW} key={row.row} role="row">
          <RowCells isWide={isWide(tests.tests)} marks={row.marks} name={row.name}>
            <Values row={row} tests={tests} />
          </RowCells>
        </tr>
      ))}
    </TestsTable>
  );
}

function Values({ row, tests }: { row: SubjectRow; tests: ClassTests }) {
  const fields = fieldsOf(tests, row);
  const words = (field: string) => formatValue(fields.get(field)?.kind, row.values[field], "–");
  return tests.tests.map(({ key, title }) =>
    row.byGrade ? (
      <ByGrade key={key} title={title} />
    ) : (
      [
        <td className={classes(FIRST_OF_TEST, "lg:px-2")} key={dateField(key)} role="cell">
          <span className="text-13 text-muted lg:sr-only">{title}: </span>
          {words(dateField(key))}
        </td>,
        <td className="text-right lg:px-2" key={maxField(key)} role="cell">
          <span className="text-13 text-muted lg:sr-only">Max mark: </span>
          {words(maxField(key))}
        </td>,
      ]
    ),
  );
}
