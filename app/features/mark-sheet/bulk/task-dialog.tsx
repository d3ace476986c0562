import { useState } from "react";
import { useNavigate } from "@remix-run/react";
import { ABSENT, ATTENDANCE_WORDS, type Attendance, listAllowedAttendances } from "#domain/attendance.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { ChooseTask } from "./choose-task.tsx";
import { FillMany } from "./fill-many.tsx";
import { FindStudent } from "./find-student.tsx";
import { PasteMany } from "./paste/paste-many.tsx";
import type { ToolProps, CurrentRow } from "./tasks.ts";
import { formatActionDone } from "./act.rules.ts";
import { planAbsenceForRest } from "./fill-plan.rules.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { useSheet } from "../sheet/sheet-context.ts";
import { currentRows, writePlannedEntries } from "../sheet/sheet-rows.ts";
import { Button } from "#ui/form/button.tsx";
import { attendanceOf } from "../row/sheet-values.rules.ts";
import { TaskChoice } from "./choice.tsx";
import { planEntry } from "./plan-entry.rules.ts";
import { ToolDialog } from "./tool-dialog.tsx";

/** Shows the dialog of the current task. It is a separate script, so that the page does not wait for it. */
export function TaskDialog(props: ToolProps) {
  const { task } = props.bulk;
  switch (task?.kind) {
    case "find":
      return <FindStudent {...props} typed={task.typed} />;
    case "choose":
      return <ChooseTask {...props} />;
    case "paste":
      return <PasteMany {...props} text={task.text} />;
    case "fill":
      return <FillMany {...props} />;
    case "rest":
      return <RestAway {...props} attendance={task.attendance} />;
    case "row":
      return <RowMenu {...props} row={task.row} />;
    default:
      return null;
  }
}

/** Marks every student who has neither a mark nor an absence as absent, or as having handed in no work. */
function RestAway({ bulk, attendance }: ToolProps & { attendance: Attendance }) {
  const { store } = useSaving();
  const { sheet, parts } = useSheet();
  const [rows] = useState(() => currentRows({ sheet, store }));
  const words = ATTENDANCE_WORDS[attendance].toLowerCase();
  const action = attendance === ABSENT ? "marked absent" : "marked no work";
  return (
    <PlanDialog
      actWords={(count) => `Mark ${count} ${words}`}
      bulk={bulk}
      doneWords={(count) => formatActionDone(count, "student", action)}
      noun="absence"
      plan={planAbsenceForRest({ rows, attendance, rules: sheet.rules, parts })}
      title={`Mark the rest ${words}`}
    />
  );
}

/** A menu of the actions on one student's row, for screens that have no room for buttons in the row. */
function RowMenu({ bulk, row }: ToolProps & { row: string }) {
  const { store } = useSaving();
  const { sheet, parts } = useSheet();
  const [now] = useState(() => currentRows({ sheet, store }).find((item) => item.row === row));
  const navigate = useNavigate();
  const loaded = sheet.rows.find((item) => item.row === row);
  if (!now || !loaded) return null;
  const others = listAllowedAttendances(sheet.rules.testId).filter(
    (item) => item !== attendanceOf(now.values),
  );

  function mark(student: CurrentRow, attendance: Attendance) {
    const entry = planEntry(student, { attendance }, { rules: sheet.rules, parts });
    const words = () => `${student.name}: ${ATTENDANCE_WORDS[attendance]}`;
    bulk.end(entry ? writePlannedEntries({ entries: [entry], words }, { sheet, store }) : undefined);
  }

  function openHistory(url: string) {
    bulk.end();
    navigate(url, { preventScrollReset: true });
  }

  return (
    <ToolDialog onCancel={() => bulk.end()} title={loaded.name}>
      <ul className="divide-y divide-line border-y bg-paper">
        <TaskChoice onChoose={() => openHistory(loaded.historyUrl)} title="History">
          See who entered each value, and when.
        </TaskChoice>
        {others.map((attendance) => (
          <TaskChoice
            key={attendance}
            onChoose={() => mark(now, attendance)}
            title={ATTENDANCE_WORDS[attendance]}
          />
        ))}
      </ul>
      <Button className="md:self-end" onClick={() => bulk.end()} type="button">
        Close
      </Button>
    </ToolDialog>
  );
}
