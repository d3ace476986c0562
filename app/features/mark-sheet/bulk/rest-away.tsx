import { useState } from "react";

import { ABSENT, ATTENDANCE_WORDS, type Attendance } from "#domain/attendance.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";

import { actionWords } from "./act.rules.ts";
import { planRest } from "./fill-plan.rules.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { useSheet } from "../sheet/sheet-context.ts";
import { rowsNow } from "../sheet/sheet-rows.ts";
import type { ToolProps } from "./tasks.ts";

/** Everybody without a mark and without an absence did not come, or handed nothing in. */
export function RestAway({ bulk, attendance }: ToolProps & { attendance: Attendance }) {
  const { store } = useSaving();
  const { sheet, parts } = useSheet();
  const [rows] = useState(() => rowsNow({ sheet, store }));
  const words = ATTENDANCE_WORDS[attendance].toLowerCase();
  const action = attendance === ABSENT ? "made absent" : "made no work";
  return (
    <PlanDialog
      actWords={(count) => `Make ${count} ${words}`}
      bulk={bulk}
      doneWords={(count) => actionWords(count, "student", action)}
      noun="absence"
      plan={planRest({ rows, attendance, rules: sheet.rules, parts })}
      title={`The rest ${words}`}
    />
  );
}
