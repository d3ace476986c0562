import { PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
import type { FieldValues } from "#fields/value.ts";
import { listResultFields, type MarkRules } from "#fields/mark.ts";
import { findValueChanges, hasChanges } from "#saving/protocol/protocol.ts";
import { formatValues, type RowPart } from "#saving/screen/conflicts.rules.ts";
import { findMarkRefusal, withoutMarkWhenAway } from "../save/marks.rules.ts";
import { getReceiptCategory } from "../row/sheet-values.rules.ts";
import type { BulkPlan, CurrentMarkSheetRow, PlannedEntry } from "./tasks.ts";

type Fill = FillPlanContext & {
  rows: readonly CurrentMarkSheetRow[];
  field: string;
  values: FieldValues;
  startRow: string | undefined;
};

/** Plans one value for every row that is blank in this column, from `startRow` downwards. */
export function planColumnFill({ rows, field, values, startRow, ...context }: Fill): BulkPlan {
  const start = Math.max(
    0,
    rows.findIndex(({ row }) => row === startRow),
  );
  const isResult = listResultFields(context.rules).includes(field);
  return planFor(rows.slice(start), values, context, (now) => {
    const isThere = !isResult || now.values.attendance === PRESENT_AT_TEST;
    const fits = findMarkRefusal({ changes: values, values, maxMark: now.maxMark }, context.rules) === null;
    return isThere && fits && (now.values[field] ?? null) === null;
  });
}

type Rest = FillPlanContext & { rows: readonly CurrentMarkSheetRow[]; attendance: TestAttendance };

/** Plans the same attendance for every student who has neither a mark nor an absence. */
export function planAbsenceForRest({ rows, attendance, ...context }: Rest): BulkPlan {
  return planFor(
    rows,
    { attendance },
    context,
    ({ values }) => getReceiptCategory(values, context.rules) === "blank",
  );
}

function planFor(
  rows: readonly CurrentMarkSheetRow[],
  wanted: FieldValues,
  context: FillPlanContext,
  isBlank: (now: CurrentMarkSheetRow) => boolean,
): BulkPlan {
  const blank = rows.filter((now) => isAtRest(now) && isBlank(now));
  return { entries: blank.flatMap((now) => planMarkSheetRowEntry(now, wanted, context) ?? []), leftOut: [] };
}

/** Tells whether a row may be filled. A row that is being typed or saved, was refused or has a conflict may not. */
function isAtRest({ phase }: CurrentMarkSheetRow): boolean {
  return phase === "saved" || phase === "blank";
}

export type FillPlanContext = { rules: MarkRules; parts: readonly RowPart[] };

/** Returns the change to a row, or null if the row already has these values. */
export function planMarkSheetRowEntry(
  now: CurrentMarkSheetRow,
  wanted: FieldValues,
  { rules, parts }: FillPlanContext,
): PlannedEntry | null {
  const normalised = withoutMarkWhenAway({ ...now.values, ...wanted }, rules);
  const after = findValueChanges(now.values, normalised);
  if (!hasChanges(after)) return null;
  const fields = Object.keys(after);
  const before = Object.fromEntries(fields.map((field) => [field, now.values[field] ?? null]));
  return {
    row: now.row,
    name: now.name,
    before,
    after,
    from: formatValues(fields, now.values, parts),
    to: formatValues(fields, normalised, parts),
  };
}
