import {
  ABSENT_FROM_TEST,
  ATTENDANCE_WORDS,
  NO_WORK_HANDED_IN,
  PRESENT_AT_TEST,
  type TestAttendance,
} from "#domain/attendance.ts";
import { archiveFields } from "#fields/archive.ts";
import { REGISTER_FIELDS } from "#fields/attendance.ts";
import { formatValue } from "#fields/kind.ts";
import { ALL_MARK_FIELDS } from "#fields/mark.ts";
import { findFieldTitle } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { ConnectionState } from "#saving/client/row-phase.ts";
import type { TargetDescription } from "#saving/client/target-names.ts";
import { sendableValues } from "#saving/client/row-state.ts";
import { mergeUnsentRows, type UnsentRow } from "#saving/outbox/unsent.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import { hasChanges, joinReasons } from "#saving/protocol/protocol.ts";
import type { SaveStatusKind } from "#ui/page/save-status.tsx";

export type UnsentGroup = { target: string; rows: readonly StoredUnsentRow[] };

/** Groups the waiting rows by target in the order of typing. Merges the entries of two pages for the same row. */
export function groupUnsentRows(unsentRows: readonly StoredUnsentRow[]): UnsentGroup[] {
  const groups = new Map<string, Map<string, StoredUnsentRow>>();
  for (const row of unsentRows.toSorted((one, other) => one.at - other.at)) {
    const group = groups.get(row.target) ?? new Map<string, StoredUnsentRow>();
    const older = group.get(row.row);
    group.set(row.row, older ? { ...row, ...mergeUnsentRows(older, row) } : row);
    groups.set(row.target, group);
  }
  return [...groups].map(([target, rows]) => ({ target, rows: [...rows.values()] }));
}

/** Describes the state of a row that waits on this device. */
export function describeUnsentState(
  unsent: UnsentRow,
  connection: ConnectionState,
): { kind: SaveStatusKind; words: string } {
  const { issue, sent } = unsent;
  if (issue?.kind === "refused")
    return { kind: "refused", words: `Not saved: ${joinReasons(issue.refusals)}` };
  if (issue?.kind === "changed")
    return {
      kind: "changed",
      words: "Changed elsewhere: open the page and choose which value to keep",
    };
  if (sent === null && !hasChanges(sendableValues(unsent)))
    return { kind: "typing", words: "Typed, but not sent yet" };
  if (connection === "open") return { kind: "saving", words: "Saving" };
  return {
    kind: "waiting",
    words: sent ? "Sent, but not confirmed yet: Termbook keeps trying" : "Waiting on this device",
  };
}

export function mergeUnsentValues({ sent, typed }: UnsentRow): FieldValues {
  return { ...sent?.changes, ...typed };
}

const FIELDS = new Map([
  ...TERM_RECORD_FIELDS,
  ...ALL_MARK_FIELDS,
  ...REGISTER_FIELDS,
  ...archiveFields([], null),
]);

/**
 * Describes typed values, such as 'Mark 72', 'Absent' or 'Punctual S'. An absent student has no mark, and a student
 * with a mark was present. The server's description names the fields that only a mark sheet knows, such as its criteria,
 * and the values that a school chooses itself.
 */
export function formatTypedValues(
  values: FieldValues,
  { fields: titles = {}, values: known = {} }: Partial<Pick<TargetDescription, "fields" | "values">>,
): string {
  const { attendance, ...others } = values;
  if (attendance === ABSENT_FROM_TEST || attendance === NO_WORK_HANDED_IN)
    return ATTENDANCE_WORDS[attendance as TestAttendance];
  const parts = Object.entries(others).map(
    ([field, value]) =>
      `${titles[field] ?? fieldTitle(field)} ${known[field]?.[String(value)] ?? formatValue(FIELDS.get(field)?.kind, value, "cleared")}`,
  );
  if (attendance === PRESENT_AT_TEST && parts.length === 0) return ATTENDANCE_WORDS[PRESENT_AT_TEST];
  return parts.join(", ");
}

function fieldTitle(field: string): string {
  return field.startsWith("criterion_") ? "Criterion" : findFieldTitle(FIELDS, field);
}
