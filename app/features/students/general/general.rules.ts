import type { StudentIdentity } from "#domain/people/alike.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { STUDENT_CURRENT, STUDENT_REGISTERED } from "#domain/people/students.ts";
import { formatDate } from "#domain/dates.ts";
import { isCalendarDay } from "#domain/paths.ts";
import {
  GENERAL_FIELDS,
  generalFields,
  withClassFilledIn,
  type GeneralTabInput,
} from "#fields/people/student-general.ts";
import { checkNewRecord, type RecordFields, type FieldRefusal } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";

type Judging = { rules: GeneralTabInput; term: { term_end: string } | null; fields?: RecordFields };

/** Returns a new student's values and all errors, apart from an ID, PIN or serial number that is in use. */
export function checkNewStudent(
  given: FieldValues,
  { rules, term, fields = generalFields(rules) }: Judging,
): { wanted: FieldValues; refusals: FieldRefusal[] } {
  const { values, refusals } = checkNewRecord(fields, given);
  const wanted = withClassFilledIn(rules, values);
  // An empty ID is allowed, because the student then gets the school's next ID.
  const ofFields = refusals.filter(({ field }) => field !== "student_id" || values["student_id"] !== null);
  const isClassRead = !ofFields.some(({ field }) => field === "form_class_id" || field === "class_id");
  const input = { rules, term, student: { student_status_id: STUDENT_CURRENT }, hasEntries: false };
  const ofClass = isClassRead ? findClassRefusal({ changes: values, values: wanted }, input) : null;
  return { wanted, refusals: ofClass ? [...ofFields, ofClass] : ofFields };
}

/**
 * The fields that start with the previous student's values, by their parameters in the URL, and the student added last.
 */
const KEPT = {
  classId: "kept_class",
  houseId: "kept_house",
  entry: "kept_entry",
  after: "kept_after",
} as const;

type Kept = Partial<Record<keyof typeof KEPT, string | number | null>>;

export function nextStudentQuery(query: URLSearchParams, kept: Kept): Record<string, string> {
  const values = Object.entries(KEPT).flatMap(([key, name]) => {
    const value = kept[key as keyof typeof KEPT] ?? null;
    return value === null ? [] : [[name, String(value)] as const];
  });
  return { ...Object.fromEntries(queryWithoutKeptValues(query)), ...Object.fromEntries(values) };
}

export function queryWithoutKeptValues(query: URLSearchParams): URLSearchParams {
  const names: readonly string[] = Object.values(KEPT);
  return new URLSearchParams([...query].filter(([name]) => !names.includes(name)));
}

/** Reads the previous student's values from the query, leaving out values that the school no longer offers. */
export function parseKeptValues(query: URLSearchParams, { classes, houses, lastEntry }: GeneralTabInput) {
  const held = classes.find(({ class_id }) => String(class_id) === query.get(KEPT.classId));
  const house = houses.find(({ house_id }) => String(house_id) === query.get(KEPT.houseId));
  const day = query.get(KEPT.entry);
  const values: FieldValues = {
    ...(held && { form_class_id: held.form_class_id, class_id: held.class_id }),
    ...(house && { house_id: house.house_id }),
    ...(isCalendarDay(day) && day <= lastEntry && { entry_date: day }),
  };
  return { values, after: query.get(KEPT.after) };
}

/** Returns the entry date and status. A student with an entry date in the future is Registered until that day. */
export function getEntryStatus(values: FieldValues, today: string): { entry: string; statusId: number } {
  const entry = String(values["entry_date"] ?? today);
  return { entry, statusId: entry > today ? STUDENT_REGISTERED : STUDENT_CURRENT };
}

/**
 * Returns the name and birth date by which to search for similar students. Returns null for a name that cannot be
 * stored.
 */
export function toSimilaritySearch(values: FieldValues): StudentIdentity | null {
  const [first_name, last_name] = [acceptable(values, "first_name"), acceptable(values, "last_name")];
  if (first_name === null || last_name === null) return null;
  return { first_name, last_name, date_of_birth: acceptable(values, "date_of_birth") };
}

function acceptable(values: FieldValues, field: string): string | null {
  const value = values[field];
  const isTaken = typeof value === "string" && GENERAL_FIELDS.get(field)?.kind.refuse(value) === null;
  return isTaken ? value : null;
}

/** The highest status id of current and future students. Higher ids mean that the student has left. */
const LAST_HERE = 2;

type Registered = {
  rules: Pick<GeneralTabInput, "classes">;
  student: { student_status_id: number };
  term: { term_end: string } | null;
  hasEntries: boolean;
};

/** Returns why a student cannot be in this class or without a class, or null. `values` include `changes`. */
export function findClassRefusal(
  { changes, values }: { changes: FieldValues; values: FieldValues },
  { rules, student, term, hasEntries }: Registered,
): FieldRefusal | null {
  const input = changes["class_id"];
  const [formClassId = null, classId = null] = [values["form_class_id"], values["class_id"]];
  if (!("form_class_id" in changes) && input === undefined) return null;
  if (formClassId === null && input != null) return refusal("form_class_id", PEOPLE_MESSAGES.required);
  if (formClassId === null)
    return hasEntries
      ? refusal("form_class_id", "the class cannot be removed: the student has marks or a report this term")
      : null;
  if (input != null && formOf(rules, input) !== formClassId)
    return refusal("class_id", `this teacher has no class in ${formClassId}`);
  if (classId === null) return refusal("class_id", PEOPLE_MESSAGES.required);
  if (student.student_status_id > LAST_HERE)
    return refusal("form_class_id", "this student has left: bring the student back first");
  const entry = values["entry_date"];
  if (!term) return refusal("form_class_id", "the school has no current term");
  if (typeof entry === "string" && entry > term.term_end)
    return refusal(
      "form_class_id",
      `the entry date is after this term, which ends on ${formatDate(term.term_end)}`,
    );
  return null;
}

function refusal(field: string, reason: string): FieldRefusal {
  return { field, reason };
}

function formOf({ classes }: Registered["rules"], classId: FieldValue): string | null {
  return classes.find((item) => item.class_id === classId)?.form_class_id ?? null;
}

/** Names the student who has a unique value: `already used by Jaheim Baptiste, SR-20017`. */
export function describeValueTaken(holder: {
  first_name: string;
  last_name: string;
  student_id: string;
}): string {
  return `already used by ${holder.first_name} ${holder.last_name}, ${holder.student_id}`;
}
