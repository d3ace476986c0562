import { useState } from "react";

import { ABSENT, ATTENDANCE_WORDS } from "#domain/attendance.ts";
import type { Attendance } from "#domain/attendance.ts";

import { deedWords } from "./act.rules.ts";
import { planRest } from "./fill-plan.rules.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { rowsNow, writeMany } from "../sheet/sheet-rows.ts";
import type { ToolProps } from "./task-dialog.tsx";
import { ToolDialog } from "./tool-dialog.tsx";
import { Commit } from "./tool-parts.tsx";

/** Everybody without a mark and without an absence did not come, or handed nothing in. */
export function RestAway(props: ToolProps & { attendance: Attendance }) {
  const { sheet, columns, store, hands, attendance } = props;
  const [rows] = useState(() => rowsNow(props));
  const { entries, leftOut } = planRest({ rows, attendance, rules: sheet.rules, columns });
  const words = ATTENDANCE_WORDS[attendance].toLowerCase();
  const deed = attendance === ABSENT ? "made absent" : "made no work";

  function commit() {
    hands.end(writeMany({ entries, words: (count) => deedWords(count, "student", deed) }, { sheet, store }));
  }

  return (
    <ToolDialog
      actions={
        <Commit
          isEmpty={entries.length === 0}
          onCancel={() => hands.end()}
          onCommit={commit}
          words={`Make ${entries.length} ${words}`}
        />
      }
      onClose={() => hands.end()}
      title={`The rest ${words}`}
    >
      <PlanPreview noun="absence" plan={{ entries, leftOut }} />
    </ToolDialog>
  );
}
