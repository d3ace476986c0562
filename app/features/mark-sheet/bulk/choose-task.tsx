import {
  ABSENT_FROM_TEST,
  NO_WORK_HANDED_IN,
  listAllowedAttendances,
  type TestAttendance,
} from "#domain/attendance.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { BulkTaskButton } from "./choice.tsx";
import { planAbsenceForRest } from "./fill-plan.rules.ts";
import { NextSubjectLink } from "../sheet/sheet-head.tsx";
import { useSheet } from "../sheet/sheet-context.ts";
import { listCurrentSheetRows } from "../sheet/sheet-rows.ts";
import type { BulkTaskProps } from "./tasks.ts";
import { BulkToolDialog } from "./tool-dialog.tsx";

/** Offers the tasks that change many rows at once. Each task shows a preview first. */
export function BulkTaskChooser({ bulk }: BulkTaskProps) {
  const { store } = useSaving();
  const { sheet, parts } = useSheet();
  const { notice, end, commands } = bulk;
  const { begin } = commands;
  const undo = notice?.undo ?? null;
  const undoable = undo?.words() ?? null;
  const { rules } = sheet;

  function restCount(attendance: TestAttendance): number {
    return planAbsenceForRest({ rows: listCurrentSheetRows({ sheet, store }), attendance, rules, parts })
      .entries.length;
  }

  return (
    <BulkToolDialog onCancel={() => end()} title="Fill or paste">
      <ul className="divide-y divide-line border-y bg-paper">
        {undo && undoable ? (
          <BulkTaskButton onChoose={() => end(undo.act())} title={`Undo: ${undoable}`}>
            Restores the earlier values.
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
          title="Mark the rest absent"
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
