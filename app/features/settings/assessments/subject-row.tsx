import { useMemo, useState } from "react";
import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { dateField, maxField } from "#fields/assessment.ts";
import type { RowSnapshot } from "#saving/client/row-phase.ts";
import { baseOf } from "#saving/protocol/loaded-row.ts";
import { fieldPart } from "#saving/screen/conflicts.rules.ts";
import { FieldController } from "#saving/screen/field-controller.ts";
import { focusInColumn, rowId } from "#saving/screen/field-dom.ts";
import { FieldControl } from "#saving/screen/field/field-control.tsx";
import { RowProvider, useControlName } from "#saving/screen/field/row-context.ts";
import { useFieldController } from "#saving/screen/field/use-field-controller.ts";
import { RowStatus } from "#saving/screen/row-status.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { classes } from "#ui/classes.ts";
import { fieldsOf, type ClassTests, type SubjectRow } from "./assessments.rules.ts";
import { ByGrade, FIRST_OF_TEST, isWide, ROW, RowCells } from "./tests-table.tsx";

type SubjectRowProps = { loaded: SubjectRow; tests: ClassTests };

/** A row of the table: a subject with the day and maximum of each test. */
export function SubjectRowView({ loaded, tests }: SubjectRowProps) {
  const { controller, note, snapshot, fields } = useRowController(loaded, tests);
  const parts = useMemo(() => [...fields.values()].map(fieldPart), [fields]);
  const { row, name, marks, byGrade } = loaded;
  const hasChanged = useChanged(snapshot);
  if (!snapshot) return null;
  const isResting = (snapshot.phase === "saved" || snapshot.phase === "blank") && !note;
  const isSaved = hasChanged || loaded.outcome?.state === "saved";
  const context = { row, fields, parts, controller, note, historyUrl: null, isOneOfMany: true };
  return (
    <RowProvider value={context}>
      <tr
        className={classes(ROW, PHASES)}
        data-phase={snapshot.phase}
        id={rowId(row)}
        role="row"
        {...controller.events}
      >
        <RowCells
          base={<input name={`base.${row}`} type="hidden" value={baseOf(loaded)} />}
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

function useRowController({ row, byGrade, given }: SubjectRow, tests: ClassTests) {
  const fields = useMemo(() => fieldsOf(tests, { byGrade, given }), [tests, byGrade, given]);
  const controlled = useFieldController(
    { screen: useSaving(), row, fields },
    (parts) =>
      new FieldController({
        ...parts,
        atomicGroups: [],
        root: () => document.getElementById(rowId(row)),
        focusNext: (from, step) => focusInColumn(from, step, () => false),
      }),
  );
  return { ...controlled, fields };
}

/** Tells whether something was stored since the page was served: only then is the row's state worth showing. */
function useChanged(snapshot: RowSnapshot | undefined): boolean {
  const version = snapshot?.state.version;
  const [first, setFirst] = useState(version);
  if (first === undefined && version !== undefined) setFirst(version);
  return first !== undefined && version !== first;
}

const FIELD =
  "h-7 w-full scroll-mb-40 scroll-mt-24 rounded-sm border border-field bg-paper px-2 font-semibold focus-visible:-outline-offset-1 max-lg:h-11 max-lg:px-3 max-lg:text-18 touch:h-11 touch:text-18";

/** On a phone each field has its name above it. */
function TestCells({ subject, test: { key, title } }: { subject: string; test: TestOfClass }) {
  return (
    <>
      <td className={classes(FIRST_OF_TEST, "lg:py-1 lg:pl-2 lg:pr-1")} role="cell">
        <Labelled field={dateField(key)} shown={title} subject={subject} what="date" />
        <FieldControl className={FIELD} field={dateField(key)} isCompact />
      </td>
      <td className="lg:py-1 lg:pl-1 lg:pr-2" role="cell">
        <Labelled field={maxField(key)} isEnd shown="Max mark" subject={subject} what={title} />
        <FieldControl className={`${FIELD} text-right`} field={maxField(key)} />
      </td>
    </>
  );
}

type LabelledProps = { field: string; subject: string; shown: string; what: string; isEnd?: boolean };

function Labelled({ field, subject, shown, what, isEnd = false }: LabelledProps) {
  return (
    <label
      className={classes("text-13 text-muted max-lg:block lg:sr-only", isEnd && "max-lg:text-right")}
      htmlFor={useControlName(field)}
    >
      {shown}
      <span className="sr-only">{`, ${what}, ${subject}`}</span>
    </label>
  );
}
