import { useState, type ReactNode } from "react";
import { useNavigate } from "@remix-run/react";
import {
  ABSENT_FROM_TEST,
  ATTENDANCE_WORDS,
  type TestAttendance,
  listAllowedAttendances,
  NO_WORK_HANDED_IN,
} from "#domain/attendance.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { FindStudentTask } from "./find-student.tsx";
import { PasteColumnTask } from "./paste/paste-many.tsx";
import type { BulkTaskProps, CurrentMarkSheetRow } from "./tasks.ts";
import { formatActionDone, formatCountWithNoun } from "./act.rules.ts";
import { planAbsenceForRest, planColumnFill, planMarkSheetRowEntry } from "./fill-plan.rules.ts";
import { BulkPlanDialog } from "./plan-dialog.tsx";
import { useMarkSheet } from "../sheet/sheet-context.ts";
import { listCurrentMarkSheetRows, writePlannedEntries } from "../sheet/sheet-rows.ts";
import { Button } from "#ui/form/button.tsx";
import { capitalise } from "#domain/text/capital.ts";
import { formatFieldText } from "#fields/kind.ts";
import { LabelledTextField } from "#ui/form/field.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { readTestAttendance } from "../row/sheet-values.rules.ts";
import { readCellValue } from "./paste/read-value.rules.ts";
import {
  MarkSheetColumnSelect,
  MarkSheetRowSelect,
  chooseStartColumn,
  findColumnFieldKind,
  columnValueNoun,
  BulkToolDialog,
} from "./tool-parts.tsx";
import { NextSubjectLink } from "../sheet/sheet-head.tsx";

/** Shows the dialog of the current task. This file is a separate script, so that the page does not wait for it. */
export function BulkTaskDialog(props: BulkTaskProps) {
  const { task } = props.bulk;
  switch (task?.kind) {
    case "find":
      return <FindStudentTask {...props} typed={task.typed} />;
    case "choose":
      return <BulkTaskChooser {...props} />;
    case "paste":
      return <PasteColumnTask {...props} text={task.text} />;
    case "fill":
      return <FillColumnTask {...props} />;
    case "rest":
      return <RestAway {...props} attendance={task.attendance} />;
    case "row":
      return <RowMenu {...props} row={task.row} />;
    default:
      return null;
  }
}

/** Marks every student who has neither a mark nor an absence as absent, or as having handed in no work. */
function RestAway({ bulk, attendance }: BulkTaskProps & { attendance: TestAttendance }) {
  const { store } = useSaving();
  const { sheet, parts } = useMarkSheet();
  const [rows] = useState(() => listCurrentMarkSheetRows({ sheet, store }));
  const words = attendance === ABSENT_FROM_TEST ? "absent" : "as no work";
  return (
    <BulkPlanDialog
      actWords={(count) => `Mark ${count} ${words}`}
      bulk={bulk}
      doneWords={(count) => formatActionDone(count, "student", `marked ${words}`)}
      noun="absence"
      plan={planAbsenceForRest({ rows, attendance, rules: sheet.rules, parts })}
      title={`Mark the rest ${words}`}
    />
  );
}

/** A menu of the actions on one student's row, for screens that have no room for buttons in the row. */
function RowMenu({ bulk, row }: BulkTaskProps & { row: string }) {
  const { store } = useSaving();
  const { sheet, parts } = useMarkSheet();
  const [now] = useState(() => listCurrentMarkSheetRows({ sheet, store }).find((item) => item.row === row));
  const navigate = useNavigate();
  const loaded = sheet.rows.find((item) => item.row === row);
  if (!now || !loaded) return null;
  const others = listAllowedAttendances(sheet.rules.testId).filter(
    (item) => item !== readTestAttendance(now.values),
  );

  function mark(student: CurrentMarkSheetRow, attendance: TestAttendance) {
    const entry = planMarkSheetRowEntry(student, { attendance }, { rules: sheet.rules, parts });
    const words = () => `${student.name}: ${ATTENDANCE_WORDS[attendance]}`;
    bulk.end(entry ? writePlannedEntries({ entries: [entry], words }, { sheet, store }) : undefined);
  }

  function openHistory(url: string) {
    bulk.end();
    navigate(url, { preventScrollReset: true });
  }

  return (
    <BulkToolDialog onCancel={() => bulk.end()} title={loaded.name}>
      <ul className="divide-y divide-line border-y bg-paper">
        <BulkTaskButton onChoose={() => openHistory(loaded.historyUrl)} title="History">
          See who entered each value, and when.
        </BulkTaskButton>
        {others.map((attendance) => (
          <BulkTaskButton
            key={attendance}
            onChoose={() => mark(now, attendance)}
            title={ATTENDANCE_WORDS[attendance]}
          />
        ))}
      </ul>
      <Button className="md:self-end" onClick={() => bulk.end()} type="button">
        Close
      </Button>
    </BulkToolDialog>
  );
}

/** Offers the tasks that change many rows at once. Each task shows a preview first. */
function BulkTaskChooser({ bulk }: BulkTaskProps) {
  const { store } = useSaving();
  const { sheet, parts } = useMarkSheet();
  const { notice, end, commands } = bulk;
  const { begin } = commands;
  const undo = notice?.undo ?? null;
  const undoable = undo?.words() ?? null;
  const { rules } = sheet;

  function restCount(attendance: TestAttendance): number {
    return planAbsenceForRest({ rows: listCurrentMarkSheetRows({ sheet, store }), attendance, rules, parts })
      .entries.length;
  }

  return (
    <BulkToolDialog onCancel={() => end()} title="Ways to enter many marks at once">
      <ul className="divide-y divide-line border-y bg-paper">
        {undo && undoable ? (
          <BulkTaskButton onChoose={() => end(undo.act())} title={`Undo: ${undoable}`}>
            Restore the earlier values.
          </BulkTaskButton>
        ) : null}
        <BulkTaskButton onChoose={() => begin({ kind: "paste", text: "" })} title="Paste from a spreadsheet">
          Paste a column, or names with their marks. You can also paste straight into a field.
        </BulkTaskButton>
        <BulkTaskButton onChoose={() => begin({ kind: "fill" })} title="Fill down">
          Enter one value in all blank rows.
        </BulkTaskButton>
        <RestChoice
          count={restCount(ABSENT_FROM_TEST)}
          onChoose={() => begin({ kind: "rest", attendance: ABSENT_FROM_TEST })}
          title="Mark the rest as absent"
        />
        {listAllowedAttendances(rules.testId).includes(NO_WORK_HANDED_IN) ? (
          <RestChoice
            count={restCount(NO_WORK_HANDED_IN)}
            onChoose={() => begin({ kind: "rest", attendance: NO_WORK_HANDED_IN })}
            title="Mark the rest as no work"
          />
        ) : null}
      </ul>
      <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
        <NextSubjectLink className="whitespace-nowrap !px-2 md:!px-4" sheet={sheet} />
        <Button onClick={() => end()} type="button">
          Close
        </Button>
      </div>
    </BulkToolDialog>
  );
}

type RestChoiceProps = { count: number; title: string; onChoose: () => void };

function RestChoice({ count, ...choice }: RestChoiceProps) {
  return <BulkTaskButton {...choice}>{restWords(count)}</BulkTaskButton>;
}

function restWords(count: number): string {
  if (count === 0) return "Every student has a mark or an absence.";
  return count === 1
    ? "1 student has no mark and no absence."
    : `${count} students have no mark and no absence.`;
}

/** Fills the blank rows of a column with one value, from a chosen student downwards. */
function FillColumnTask({ bulk }: BulkTaskProps) {
  const { store } = useSaving();
  const { sheet, columns, parts } = useMarkSheet();
  const [rows] = useState(() => listCurrentMarkSheetRows({ sheet, store }));
  const [place] = useState(() => bulk.place());
  const [field, setField] = useState(() => chooseStartColumn(columns, place?.field));
  const [startRow, setStartRow] = useState(place?.row ?? rows[0]?.row);
  const [text, setText] = useState(() =>
    formatFieldText(
      rows.find(({ row }) => row === place?.row)?.values[chooseStartColumn(columns, place?.field)],
    ),
  );
  const { rules } = sheet;
  const read = readCellValue(text, {
    field,
    kind: findColumnFieldKind(columns, field),
    maxMark: rows[0]?.maxMark ?? 0,
    rules,
  });
  const noun = columnValueNoun(field);
  return (
    <BulkPlanDialog
      actWords={(count) => `Fill in ${formatCountWithNoun(count, noun)}`}
      bulk={bulk}
      doneWords={(count) => formatActionDone(count, noun, "filled in")}
      noun={noun}
      plan={
        read.kind === "value"
          ? planColumnFill({ rows, field, values: read.values, startRow, rules, parts })
          : null
      }
      title="Fill down"
      width="record"
    >
      <div className="grid gap-4 empty:hidden md:grid-cols-2">
        <MarkSheetColumnSelect columns={columns} field={field} onChoose={setField} />
        <LabelledTextField
          autoComplete="off"
          data-first-focus=""
          defaultValue={text}
          error={read.kind === "refused" ? read.reason : undefined}
          label={`${capitalise(noun)} to enter`}
          name="fill-with"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MarkSheetRowSelect label="First blank row to fill" onChoose={setStartRow} row={startRow} rows={rows} />
      </div>
    </BulkPlanDialog>
  );
}

type ChoiceProps = { title: string; onChoose: () => void; children?: ReactNode };

function BulkTaskButton({ title, onChoose, children = null }: ChoiceProps) {
  return (
    <li>
      <button
        className="group flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left hover:bg-cream"
        onClick={onChoose}
        type="button"
      >
        <span className="min-w-0 grow">
          <span className="block font-semibold group-hover:text-red group-hover:underline group-hover:underline-offset-4">
            {title}
          </span>
          <span className="block text-13 text-muted empty:hidden">{children}</span>
        </span>
        <Icon className="text-field" name="chevron-right" />
      </button>
    </li>
  );
}
