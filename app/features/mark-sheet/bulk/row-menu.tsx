import { useNavigate } from "@remix-run/react";
import { useState } from "react";

import { ATTENDANCE_WORDS, attendancesOf, type Attendance } from "#domain/attendance.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";

import { attendanceOf } from "../row/sheet-values.rules.ts";
import { useSheet } from "../sheet/sheet-context.ts";
import { rowsNow, writeMany } from "../sheet/sheet-rows.ts";
import { Choice } from "./choice.tsx";
import { entryOf } from "./plan-entry.rules.ts";
import type { RowNow, ToolProps } from "./tasks.ts";
import { ToolDialog } from "./tool-dialog.tsx";

/** What can be done with one student's row, where there is no room for it in the row itself. */
export function RowMenu({ bulk, row }: ToolProps & { row: string }) {
  const { store } = useSaving();
  const { sheet, parts } = useSheet();
  const [now] = useState(() => rowsNow({ sheet, store }).find((each) => each.row === row));
  const navigate = useNavigate();
  const loaded = sheet.rows.find((each) => each.row === row);
  if (!now || !loaded) return null;
  const others = attendancesOf(sheet.rules.testId).filter((each) => each !== attendanceOf(now.values));

  function mark(student: RowNow, attendance: Attendance) {
    const entry = entryOf(student, { attendance }, { rules: sheet.rules, parts });
    const words = () => `${student.name}: ${ATTENDANCE_WORDS[attendance]}`;
    bulk.end(entry ? writeMany({ entries: [entry], words }, { sheet, store }) : undefined);
  }

  function openHistory(url: string) {
    bulk.end();
    navigate(url, { preventScrollReset: true });
  }

  return (
    <ToolDialog onCancel={() => bulk.end()} title={loaded.name}>
      <ul className="divide-y divide-line border-y bg-paper">
        <Choice onChoose={() => openHistory(loaded.historyUrl)} title="History">
          Who entered what, and when.
        </Choice>
        {others.map((attendance) => (
          <Choice
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
