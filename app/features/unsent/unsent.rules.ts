import { ABSENT, ATTENDANCE_WORDS, NO_WORK, PRESENT, type Attendance } from "#domain/attendance.ts";
import { archiveFields } from "#fields/archive.ts";
import { REGISTER_FIELDS } from "#fields/attendance.ts";
import { formatValue, type FieldKind } from "#fields/kind.ts";
import { EVERY_MARK_FIELD } from "#fields/mark.ts";
import { findFieldTitle } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { Values, FieldValue } from "#fields/value.ts";
import type { ConnectionState } from "#saving/client/row-phase.ts";
import { sendableValues } from "#saving/client/row-state.ts";
import { mergeUnsentRows, type UnsentRow } from "#saving/outbox/unsent.ts";
import type { StoredUnsentRow } from "#saving/outbox/outbox-database.ts";
import { hasChanges } from "#saving/protocol/merge.ts";
import { joinReasons } from "#saving/protocol/protocol.ts";
import type { SaveKind } from "#ui/page/save-status.tsx";

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
): { kind: SaveKind; words: string } {
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

export function mergeUnsentValues({ sent, typed }: UnsentRow): Values {
  return { ...sent?.changes, ...typed };
}

const FIELDS = new Map([...TERM_RECORD, ...EVERY_MARK_FIELD, ...REGISTER_FIELDS, ...archiveFields([], null)]);

/**
 * Describes typed values, such as 'Mark 72', 'Absent' or 'Punctual S'. An absent student has no mark, and a student
 * with a mark was present. `titles` names the fields that only the mark sheet knows, such as its criteria.
 */
export function formatTypedValues(values: Values, titles: Record<string, string>): string {
  const { attendance, ...others } = values;
  if (attendance === ABSENT || attendance === NO_WORK) return ATTENDANCE_WORDS[attendance as Attendance];
  const parts = Object.entries(others).map(([field, value]) =>
    fieldWords(titles[field] ?? fieldTitle(field), FIELDS.get(field)?.kind, value),
  );
  if (attendance === PRESENT && parts.length === 0) return ATTENDANCE_WORDS[PRESENT];
  return parts.join(", ");
}

function fieldTitle(field: string): string {
  return field.startsWith("criterion_") ? "Criterion" : findFieldTitle(FIELDS, field);
}

function fieldWords(title: string, kind: FieldKind | undefined, value: FieldValue): string {
  return `${title} ${formatValue(kind, value, "cleared")}`;
}
