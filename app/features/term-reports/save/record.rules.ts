import { formatFieldText } from "#fields/kind.ts";
import { TERM_RECORD_ATOMIC_GROUPS, TERM_RECORD_FIELDS, getAtomicGroup } from "#fields/term-record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SavingRules } from "#saving/protocol/protocol.ts";
import { normaliseValues, columnsToValues, findFieldTitle, type RecordFields } from "#fields/record.ts";
import { toValuePart, type RowPart } from "#saving/screen/conflicts.rules.ts";

/** The message after the teacher's comment was emptied without ticking the box for clearing the comment. */
export const EMPTY_COMMENT_MESSAGE = "An empty comment is not saved, so the earlier comment stays.";

export const RECORD_VALUE_RULES: SavingRules = {
  normalise: (values) => normaliseValues(TERM_RECORD_FIELDS, values),
  countedAs: getReportReceiptCategory,
  atomicGroups: TERM_RECORD_ATOMIC_GROUPS,
};

/** Tells whether a record counts as saved or blank. The total of sessions belongs to the term and is ignored. */
export function getReportReceiptCategory(values: FieldValues): "saved" | "blank" {
  const written = [...TERM_RECORD_FIELDS.keys()].some(
    (field) => field !== "total_sessions" && (values[field] ?? null) !== null,
  );
  return written ? "saved" : "blank";
}

/** Returns a stored record as the values of the report's fields, with null for blank text. */
export function toRecordValues(stored: Parameters<typeof columnsToValues>[1]): FieldValues {
  return columnsToValues(TERM_RECORD_FIELDS, stored);
}

/** Returns the parts of a record for its history. The fields of the decision on promotion are one part. */
export function groupFieldsForHistory(fields: RecordFields): RowPart[] {
  return [...fields.values()].flatMap((field) => {
    const group = getAtomicGroup(field.name);
    if (group[0] !== field.name) return [];
    return group.length > 1 ? groupPart(group, fields) : toValuePart(field);
  });
}

/** Describes a group of fields by the field that has a value, such as 'Repeating Std 4'. */
function groupPart(group: readonly string[], fields: RecordFields): RowPart {
  return {
    fields: group,
    title: group.map((name) => findFieldTitle(fields, name)).join(", "),
    words(values) {
      const held = group.filter((name) => (values[name] ?? null) !== null);
      return (
        held.map((name) => `${findFieldTitle(fields, name)} ${formatFieldText(values[name])}`).join(", ") ||
        "blank"
      );
    },
  };
}
