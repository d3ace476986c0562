import { type ReactNode, useMemo, useState, type FormEvent } from "react";
import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { testDateField, testMaxField } from "#fields/assessment.ts";
import { formatValue } from "#fields/kind.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import type { SavingStore } from "#saving/client/saving-store.ts";
import { getBaseVersion } from "#saving/protocol/protocol.ts";
import { describeRowResult } from "#saving/screen/announcer.ts";
import { toValuePart } from "#saving/screen/conflicts.rules.ts";
import { FieldController } from "#saving/screen/field-controller.ts";
import { focusInColumn, rowElementId } from "#saving/screen/field-dom.ts";
import { FieldControl } from "#saving/screen/field/field-status.tsx";
import { RowProvider, useControlName, useFieldController } from "#saving/screen/field/row-context.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { SaveFooter } from "#saving/screen/save-foot.tsx";
import { SavingProvider, useSavingScreen, useSaving } from "#saving/screen/saving-screen.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import {
  subjectTestFields,
  type ClassTests,
  type AssessedSubjectRow,
  TEST_VALUE_RULES,
} from "./assessments.rules.ts";

type TestsFormProps = { tests: ClassTests; isPosted: boolean };

/**
 * The form for the tests of a class. Each subject's row saves by itself. Without JavaScript, all rows are saved
 * together.
 */
export function TestsForm({ tests, isPosted }: TestsFormProps) {
  const { saveUrl, accountId: account, rows, timeZone } = tests;
  const { screen, words } = useSavingScreen({
    target: { saveUrl, account, rows, receipt: { total: rows.length }, rules: TEST_VALUE_RULES },
    timeZone,
    wordsOf: (result) => describeRowResult(result, rows.find(({ row }) => row === result.row)?.name ?? ""),
  });
  useUnsavedFields(() => unsavedNames(screen.store, rows), `the tests of ${tests.label}`);
  return (
    <SavingProvider screen={screen} words={words}>
      <form
        action={tests.url}
        aria-label="Tests for this class"
        autoComplete="off"
        data-early=""
        method="post"
        noValidate
        onSubmit={stay}
      >
        <AuthorField savesItself />
        {isPosted ? (
          <div className="px-4 pt-4 md:px-5">
            <RowsSummary
              fields={subjectTestFields(tests, { byGrade: false, given: [] })}
              leaveTo={null}
              rows={rows}
            />
          </div>
        ) : null}
        <TestsTable tests={tests}>
          {rows.map((row) => (
            <SubjectRowView key={row.row} loaded={row} tests={tests} />
          ))}
        </TestsTable>
        <SaveFooter receiptWords={({ total }) => formatCountOf(total, "subject")} />
      </form>
    </SavingProvider>
  );
}

/** Returns the names of the subjects with unsaved rows, which wait for the network or for a decision. */
function unsavedNames({ rows }: SavingStore, listed: readonly AssessedSubjectRow[]): string[] {
  const waits = ["waiting", "refused", "changed"];
  return listed.filter(({ row }) => waits.includes(rows.row(row)?.phase ?? "")).map(({ name }) => name);
}

/** Prevents the submission. With JavaScript each row saves by itself, so there is nothing left to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}

/** The grid of a row. On a phone the row becomes a card: subject | marks, then day | maximum of each test. */
const ROW =
  "scroll-mb-40 border-b bg-paper last:border-b-0 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_104px] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3 lg:h-10";

const FIRST_OF_TEST = "lg:border-l lg:border-l-rule";

/** The number of tests that fit beside the subject. With more tests the table scrolls sideways. */
const TESTS_IN_VIEW = 2;

/** Returns whether the table scrolls sideways. The save status is then in the first column, which stays in view. */
function isWide(tests: readonly TestOfClass[]): boolean {
  return tests.length > TESTS_IN_VIEW;
}

type TestsTableProps = { tests: ClassTests; children: ReactNode };

function TestsTable({ tests: { tests, label }, children }: TestsTableProps) {
  return (
    <div className={isWide(tests) ? "relative lg:overflow-x-auto" : undefined}>
      <table className="w-full border-collapse text-left max-lg:block" role="table">
        <caption className="sr-only">{`Tests of ${label}`}</caption>
        <thead className="text-13 max-lg:sr-only" role="rowgroup">
          <tr className="h-9 bg-cream-2" role="row">
            <td className={STAYS} />
            {tests.map(({ key, title }) => (
              <th
                className={joinClassNames(HEAD, FIRST_OF_TEST)}
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
                Status
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
      <th className={joinClassNames(HEAD, FIRST_OF_TEST, "w-[152px]")} role="columnheader" scope="col">
        Date
      </th>
      <th className={`${HEAD} w-[84px] whitespace-nowrap text-right`} role="columnheader" scope="col">
        Max mark
      </th>
    </>
  );
}

/** The style that keeps the subject in view while the table scrolls sideways. */
const STAYS = "lg:sticky lg:left-0 lg:z-10 lg:[background:inherit]";

type RowCellsProps = {
  name: string;
  marks: number;
  isWide: boolean;
  base?: ReactNode;
  state?: ReactNode;
  children: ReactNode;
};

function RowCells({ name, marks, isWide: isUnder, base = null, state = null, children }: RowCellsProps) {
  return (
    <>
      <th
        className={joinClassNames(
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

/** The cell of a test in the row of a subject that is graded by letter. */
function ByGrade({ title }: { title: string }) {
  return (
    <td
      className={joinClassNames(FIRST_OF_TEST, "text-muted max-lg:col-span-full max-lg:text-13 lg:px-2")}
      colSpan={2}
      role="cell"
    >
      <span className="lg:sr-only">{title}: </span>by grade
    </td>
  );
}

/** The tests of a term that is over, which can only be read. */
export function ReadOnlyTests({ tests }: { tests: ClassTests }) {
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

function Values({ row, tests }: { row: AssessedSubjectRow; tests: ClassTests }) {
  const fields = subjectTestFields(tests, row);
  const words = (field: string) => formatValue(fields.get(field)?.kind, row.values[field], "–");
  return tests.tests.map(({ key, title }) =>
    row.byGrade ? (
      <ByGrade key={key} title={title} />
    ) : (
      [
        <td className={joinClassNames(FIRST_OF_TEST, "lg:px-2")} key={testDateField(key)} role="cell">
          <span className="text-13 text-muted lg:sr-only">{title}: </span>
          {words(testDateField(key))}
        </td>,
        <td className="text-right lg:px-2" key={testMaxField(key)} role="cell">
          <span className="text-13 text-muted lg:sr-only">Max mark: </span>
          {words(testMaxField(key))}
        </td>,
      ]
    ),
  );
}

type SubjectRowProps = { loaded: AssessedSubjectRow; tests: ClassTests };

function SubjectRowView({ loaded, tests }: SubjectRowProps) {
  const { controller, note, snapshot, fields } = useRowController(loaded, tests);
  const parts = useMemo(() => [...fields.values()].map(toValuePart), [fields]);
  const { row, name, marks, byGrade } = loaded;
  const hasChanged = useChanged(snapshot);
  if (!snapshot) return null;
  const isResting = (snapshot.phase === "saved" || snapshot.phase === "blank") && !note;
  const isSaved = hasChanged || loaded.outcome?.state === "saved";
  const context = { row, fields, parts, controller, note, historyUrl: null, isOneOfMany: true };
  return (
    <RowProvider value={context}>
      <tr
        className={joinClassNames(ROW, PHASES)}
        data-phase={snapshot.phase}
        id={rowElementId(row)}
        role="row"
        {...controller.events}
      >
        <RowCells
          base={<input name={`base.${row}`} type="hidden" value={getBaseVersion(loaded)} />}
          isWide={isWide(tests.tests)}
          marks={marks}
          name={name}
          state={
            isResting ? (
              isSaved && <SaveStatus kind="saved" />
            ) : (
              <RowStatus
                controller={controller}
                name={name}
                note={note}
                offer={null}
                parts={parts}
                resting=""
                row={row}
                snapshot={snapshot}
              />
            )
          }
        >
          {tests.tests.map((test) =>
            byGrade ? (
              <ByGrade key={test.key} title={test.title} />
            ) : (
              <TestCells key={test.key} subject={name} test={test} />
            ),
          )}
        </RowCells>
      </tr>
    </RowProvider>
  );
}

const PHASES =
  "data-[phase=typing]:bg-lit data-[phase=changed]:bg-colleague-wash data-[phase=refused]:bg-refused-wash";

function useRowController({ row, byGrade, given }: AssessedSubjectRow, tests: ClassTests) {
  const fields = useMemo(() => subjectTestFields(tests, { byGrade, given }), [tests, byGrade, given]);
  const controlled = useFieldController(
    { screen: useSaving(), row, fields },
    (parts) =>
      new FieldController({
        ...parts,
        atomicGroups: [],
        root: () => document.getElementById(rowElementId(row)),
        focusNext: (from, step) => focusInColumn(from, step, () => false),
      }),
  );
  return { ...controlled, fields };
}

/** Returns whether the row was saved since the page was loaded. Only then does the row show its save status. */
function useChanged(snapshot: RowSnapshot | undefined): boolean {
  const version = snapshot?.state.version;
  const [first, setFirst] = useState(version);
  if (first === undefined && version !== undefined) setFirst(version);
  return first !== undefined && version !== first;
}

const FIELD =
  "h-7 w-full scroll-mb-40 scroll-mt-24 rounded-sm border border-field bg-paper px-2 font-semibold focus-visible:-outline-offset-1 max-lg:h-11 max-lg:px-3 max-lg:text-18 touch:h-11 touch:text-18";

/** The fields of a test. On a phone each field has its label above it. */
function TestCells({ subject, test: { key, title } }: { subject: string; test: TestOfClass }) {
  return (
    <>
      <td className={joinClassNames(FIRST_OF_TEST, "lg:py-1 lg:pl-2 lg:pr-1")} role="cell">
        <Labelled field={testDateField(key)} shown={title} subject={subject} what="date" />
        <FieldControl className={FIELD} field={testDateField(key)} isCompact />
      </td>
      <td className="lg:py-1 lg:pl-1 lg:pr-2" role="cell">
        <Labelled field={testMaxField(key)} isEnd shown="Max mark" subject={subject} what={title} />
        <FieldControl className={`${FIELD} text-right`} field={testMaxField(key)} />
      </td>
    </>
  );
}

type LabelledProps = { field: string; subject: string; shown: string; what: string; isEnd?: boolean };

function Labelled({ field, subject, shown, what, isEnd = false }: LabelledProps) {
  return (
    <label
      className={joinClassNames("text-13 text-muted max-lg:block lg:sr-only", isEnd && "max-lg:text-right")}
      htmlFor={useControlName(field)}
    >
      {shown}
      <span className="sr-only">{`, ${what}, ${subject}`}</span>
    </label>
  );
}
