import { PRESENT, type Attendance } from "#domain/attendance.ts";
import type { Values } from "#fields/value.ts";
import { resultFields } from "#fields/mark.ts";
import { markRefusal } from "../save/marks.rules.ts";
import { entryOf, type PlanContext } from "./plan-entry.rules.ts";
import { countedAs } from "../row/sheet-values.rules.ts";
import type { Plan, RowNow } from "./tasks.ts";

type Fill = PlanContext & {
  rows: readonly RowNow[];
  field: string;
  values: Values;
  startRow: string | undefined;
};

/** Plans one value for every row from `startRow` down that is blank in this column. */
export function planFill({ rows, field, values, startRow, ...context }: Fill): Plan {
  const start = Math.max(
    0,
    rows.findIndex(({ row }) => row === startRow),
  );
  const isResult = resultFields(context.rules).includes(field);
  return planFor(rows.slice(start), values, context, (now) => {
    const isThere = !isResult || now.values.attendance === PRESENT;
    const fits = markRefusal({ changes: values, values, maxMark: now.maxMark }, context.rules) === null;
    return isThere && fits && (now.values[field] ?? null) === null;
  });
}

type Rest = PlanContext & { rows: readonly RowNow[]; attendance: Attendance };

/** Plans an attendance for every student with no mark and no absence, anywhere on the sheet. */
export function planRest({ rows, attendance, ...context }: Rest): Plan {
  return planFor(rows, { attendance }, context, ({ values }) => countedAs(values, context.rules) === "blank");
}

function planFor(
  rows: readonly RowNow[],
  wanted: Values,
  context: PlanContext,
  isBlank: (now: RowNow) => boolean,
): Plan {
  const blank = rows.filter((now) => isAtRest(now) && isBlank(now));
  return { entries: blank.flatMap((now) => entryOf(now, wanted, context) ?? []), leftOut: [] };
}

/** A fill leaves alone any row that is being typed or saved, was refused, or is in conflict. */
function isAtRest({ phase }: RowNow): boolean {
  return phase === "saved" || phase === "blank";
}
