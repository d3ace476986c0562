import { ABSENT, ATTENDANCE_WORDS, NO_WORK, PRESENT, type Attendance } from "#domain/attendance.ts";
import { REGISTER_FIELDS } from "#fields/attendance.ts";
import { archiveFields } from "#fields/archive.ts";
import { formatValue, type FieldKind } from "#fields/kind.ts";
import { EVERY_MARK_FIELD } from "#fields/mark.ts";
import { titleOf } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { FieldValue, Values } from "#fields/value.ts";

const FIELDS = new Map([...TERM_RECORD, ...EVERY_MARK_FIELD, ...REGISTER_FIELDS, ...archiveFields([], null)]);

/**
 * Returns typed values in words: 'Mark 72', 'Absent', 'Punctual S'. An absent student has no mark, and a student with a
 * mark was present. `titles` names the fields that only the mark sheet knows, such as its criteria.
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
  return field.startsWith("criterion_") ? "Criterion" : titleOf(FIELDS, field);
}

function fieldWords(title: string, kind: FieldKind | undefined, value: FieldValue): string {
  return `${title} ${formatValue(kind, value, "cleared")}`;
}
