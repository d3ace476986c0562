import { ABSENT, NO_WORK, PRESENT } from "#domain/attendance.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import { blankMark, criterionField, resultFields } from "./marks.rules.ts";
import type { MarkRules } from "./marks.rules.ts";

type StoredMark = {
  mark: number | null;
  attendance: number;
  grade: string | null;
  application: string | null;
  preparedness: string | null;
  criteria: Record<string, number> | null;
};

/** A stored mark as the fields that its sheet shows. */
export function valuesOfMark(stored: StoredMark, rules: MarkRules): Values {
  const criteria = rules.criterionIds.map(
    (id) => [criterionField(id), stored.criteria?.[id] ?? null] as const,
  );
  const all: Values = { ...stored, criteria: null, ...Object.fromEntries(criteria) };
  return Object.fromEntries(Object.keys(blankMark(rules)).map((field) => [field, all[field] ?? null]));
}

/** Counts a whole sheet: marks given, absent, no work, and rows where nothing was entered (design section 5). */
export function receiptOf(rows: readonly Values[], rules: MarkRules): Receipt {
  const earned = resultFields(rules).filter((field) => field !== "attendance");
  const count = (matches: (values: Values) => boolean) => rows.filter(matches).length;
  const absent = count((values) => values.attendance === ABSENT);
  const noWork = count((values) => values.attendance === NO_WORK);
  const saved = count(
    (values) => values.attendance === PRESENT && earned.some((field) => values[field] !== null),
  );
  return { total: rows.length, saved, absent, noWork, blank: rows.length - saved - absent - noWork };
}
