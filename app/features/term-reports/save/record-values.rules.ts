import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { RATINGS } from "#domain/grades.ts";
import type { Rating } from "#domain/grades.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import { blankRecord, countedAs } from "./record.rules.ts";

type Stored = Readonly<Record<string, string | number | boolean | null | object>>;

/** A stored record, or a part of one in its history, as the fields that the report shows: blank text is null. */
export function valuesOfRecord(stored: Stored): Values {
  return { ...blankRecord(), ...knownValues(stored) };
}

/** Those fields alone that the stored part names. */
export function knownValues(stored: Stored): Values {
  const known = Object.keys(blankRecord()).filter((field) => field in stored);
  return Object.fromEntries(known.map((field) => [field, valueOf(stored[field])]));
}

function valueOf(stored: Stored[string] | undefined): string | number | null {
  if (typeof stored === "boolean") return stored ? "Yes" : "No";
  if (typeof stored === "number") return stored;
  return typeof stored === "string" && stored !== "" ? stored : null;
}

/** A record as the database keeps it. */
export function storedRecord(values: Values) {
  const ratings = BEHAVIOUR_FIELDS.map((field) => [field, ratingOf(values[field])] as const);
  return {
    ...(Object.fromEntries(ratings) as Record<(typeof BEHAVIOUR_FIELDS)[number], Rating | null>),
    total_sessions: numberOf(values.total_sessions),
    sessions_absent: numberOf(values.sessions_absent),
    sessions_late: numberOf(values.sessions_late),
    participation: String(values.participation ?? ""),
    project: String(values.project ?? ""),
    promotion_progress: values.promotion_progress == null ? null : values.promotion_progress === "Yes",
    promoted_to: textOf(values.promoted_to),
    repeating: textOf(values.repeating),
    teacher_comment: String(values.teacher_comment ?? ""),
    principal_comment: String(values.principal_comment ?? ""),
  };
}

/** One record a sheet: it is saved when somebody wrote in it (design section 5). */
export function receiptOf(values: Values): Receipt {
  const isSaved = countedAs(values) === "saved";
  return { total: 1, saved: isSaved ? 1 : 0, absent: 0, noWork: 0, blank: isSaved ? 0 : 1 };
}

function ratingOf(value: Values[string] | undefined): Rating | null {
  return Object.keys(RATINGS).includes(String(value)) ? (value as Rating) : null;
}

function numberOf(value: Values[string] | undefined): number | null {
  return value == null ? null : Number(value);
}

function textOf(value: Values[string] | undefined): string | null {
  return value == null ? null : String(value);
}
