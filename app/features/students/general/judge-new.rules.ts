import { CURRENT, REGISTERED } from "#domain/people/students.ts";
import { generalFields, withClass, type GeneralRules } from "#fields/people/student-general.ts";
import { normalisedValues, refusedChange, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { RefusedFields } from "#saving/protocol/protocol.ts";
import { classRefusal } from "./class.rules.ts";

type Judging = { rules: GeneralRules; term: { term_end: string } | null; fields?: RecordFields };

/** What a new student would have, and all that speaks against it but that somebody has the ID, pin or serial number. */
export function judgedNew(
  values: Values,
  { rules, term, fields = generalFields(rules) }: Judging,
): { wanted: Values; refusals: RefusedFields[] } {
  const given = normalisedValues(fields, values);
  const wanted = withClass(rules, given);
  const ofFields = refusedFields(fields, given);
  const isClassRead = !ofFields.some(({ field }) => field === "form_class_id" || field === "class_id");
  const asked = { rules, term, student: { student_status_id: CURRENT }, hasEntries: false };
  const ofClass = isClassRead ? classRefusal({ changes: given, values: wanted }, asked) : null;
  return { wanted, refusals: [...ofFields, ...refused(ofClass)] };
}

/** Somebody who is written down for a day to come is registered until then. */
export function entryOf(values: Values, today: string): { entry: string; statusId: number } {
  const entry = String(values["entry_date"] ?? today);
  return { entry, statusId: entry > today ? REGISTERED : CURRENT };
}

/** Also what is missing, but the ID: a new student is judged by all fields that are asked for. */
function refusedFields(fields: RecordFields, values: Values): RefusedFields[] {
  return [...fields.values()].flatMap(({ name, required }) => {
    const value = values[name] ?? null;
    return value === null && (!required || name === "student_id")
      ? []
      : refused(refusedChange(fields, { [name]: value }, ""));
  });
}

export function refused(refusal: { field: string; reason: string } | null): RefusedFields[] {
  return refusal ? [{ ...refusal, fields: [refusal.field] }] : [];
}
