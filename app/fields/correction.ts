import { EVERY_MARK_FIELD } from "./mark.ts";
import { blankValues, fromColumns, type RecordFields } from "./record.ts";
import { TERM_RECORD } from "./term-record.ts";
import type { ColumnValue, FieldValue } from "./value.ts";

type Columns = Readonly<Record<string, unknown>> | null;

/** A change of a mark, of a criterion's grade or of a term record while its past term was open for correction. */
type Change = { table_name: string; old_values: Columns; new_values: Columns };

export type ChangedField = { name: string; from: FieldValue; to: FieldValue };

/** Lists the fields that a change gave another value. A row that did not exist had blank fields. */
export function listChangedFields(
  fields: RecordFields,
  { table_name, old_values, new_values }: Change,
): ChangedField[] {
  const blank = blankValues(fields);
  const [before, after] = [old_values ?? {}, new_values ?? {}].map((columns) =>
    fromColumns(fields, columns as Record<string, ColumnValue>),
  );
  return Object.keys(after ?? {}).flatMap((name) => {
    // A new term record starts with the sessions of the calendar, also when the principal only signs it.
    if (table_name === "term_records" && old_values === null && name === "total_sessions") return [];
    const [from, to] = [before?.[name] ?? blank[name] ?? null, after?.[name] ?? blank[name] ?? null];
    return from === to ? [] : [{ name, from, to }];
  });
}

/**
 * Tells whether a change corrected something that a report shows. Signing or sending back, for example, corrects
 * nothing. The report, its printed card and the list of corrections count alike.
 */
export function isCorrection(change: Change): boolean {
  if (change.table_name === "criterion_grades")
    return (change.old_values?.["grade"] ?? null) !== (change.new_values?.["grade"] ?? null);
  return (
    listChangedFields(change.table_name === "term_records" ? TERM_RECORD : EVERY_MARK_FIELD, change).length >
    0
  );
}
