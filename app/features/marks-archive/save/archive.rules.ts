import { describeInvalidArchiveMark, CLASS_MUST_BE_SELECTED } from "#domain/archive/archive-terms.ts";
import { findArchiveCell, ARCHIVE_CLASS_FIELD } from "#fields/archive.ts";
import type { FieldRefusal } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import type { SavingRules } from "#saving/protocol/protocol.ts";

export const ARCHIVE_RULES: SavingRules = {
  normalise: (values) => values,
  countedAs: (values) => (Object.values(values).some((value) => value !== null) ? "saved" : "blank"),
};

type Asked = { changes: FieldValues; values: FieldValues };

/** Refuses a mark in a term without a class, and the clearing of a mark. */
export function findArchiveRefusal({ changes, values }: Asked): FieldRefusal | null {
  const fields = Object.keys(changes);
  const isWithoutClass = (values[ARCHIVE_CLASS_FIELD] ?? null) === null;
  const [field] = isWithoutClass ? fields : [];
  if (field !== undefined) return { reason: CLASS_MUST_BE_SELECTED, field };
  const emptied = fields.find((name) => changes[name] === null);
  const cell = emptied === undefined ? null : findArchiveCell(emptied);
  return cell && { reason: describeInvalidArchiveMark(cell), field: cell.field };
}
