import { ALL_MARK_FIELDS } from "./mark.ts";
import { createBlankValues, columnsToValues, type RecordFields } from "./record.ts";
import { TERM_RECORD_FIELDS } from "./term-record.ts";
import type { ColumnValue, FieldValue } from "./value.ts";

type Columns = Readonly<Record<string, unknown>> | null;

/** A change of a mark, a criterion's grade or a term record while the past term was open for correction. */
type Change = { table_name: string; old_values: Columns; new_values: Columns };

export type FieldValueChange = { name: string; from: FieldValue; to: FieldValue };

/** Lists the fields whose value differs after a change. If the row was new, the old values are blank. */
export function listFieldValueChanges(
  fields: RecordFields,
  { table_name, old_values, new_values }: Change,
): FieldValueChange[] {
  const blank = createBlankValues(fields);
  const [before, after] = [old_values ?? {}, new_values ?? {}].map((columns) =>
    columnsToValues(fields, columns as Record<string, ColumnValue>),
  );
  return Object.keys(after ?? {}).flatMap((name) => {
    // A new term record gets the calendar's number of sessions, even when the principal only signs the report.
    if (table_name === "term_records" && old_values === null && name === "total_sessions") return [];
    const [from, to] = [before?.[name] ?? blank[name] ?? null, after?.[name] ?? blank[name] ?? null];
    return from === to ? [] : [{ name, from, to }];
  });
}

/**
 * Tells whether a change corrected something that a report shows. Signing or sending back, for example, corrects
 * nothing. The report, its printed card and the list of corrections all use this rule.
 */
export function isCorrection(change: Change): boolean {
  if (change.table_name === "criterion_grades")
    return (change.old_values?.["grade"] ?? null) !== (change.new_values?.["grade"] ?? null);
  return (
    listFieldValueChanges(change.table_name === "term_records" ? TERM_RECORD_FIELDS : ALL_MARK_FIELDS, change)
      .length > 0
  );
}
