import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { formatDate } from "#domain/dates.ts";
import type { GeneralRules } from "#fields/people/student-general.ts";
import type { Refusal } from "#fields/record.ts";
import type { FieldValue, Values } from "#fields/value.ts";

/** Statuses of who is or will be here. */
const LAST_HERE = 2;

type Registered = {
  rules: Pick<GeneralRules, "classes">;
  student: { student_status_id: number };
  term: { term_end: string } | null;
  hasEntries: boolean;
};

/** Why a student cannot be in this class, or in none, or null. @param changes what is asked for @param values with all else */
export function classRefusal(
  { changes, values }: { changes: Values; values: Values },
  { rules, student, term, hasEntries }: Registered,
): Refusal | null {
  const asked = changes["class_id"];
  const [formClassId = null, classId = null] = [values["form_class_id"], values["class_id"]];
  if (!("form_class_id" in changes) && asked === undefined) return null;
  if (formClassId === null && asked != null) return refusal("form_class_id", PEOPLE_MESSAGES.required);
  if (formClassId === null)
    return hasEntries ? refusal("form_class_id", "marks or a report are entered for this term") : null;
  if (asked != null && formOf(rules, asked) !== formClassId)
    return refusal("class_id", `not a teacher of ${formClassId}`);
  if (classId === null) return refusal("class_id", PEOPLE_MESSAGES.required);
  if (student.student_status_id > LAST_HERE)
    return refusal("form_class_id", "has left: bring the student back first");
  const entry = values["entry_date"];
  if (!term) return refusal("form_class_id", "the school has no current term");
  if (typeof entry === "string" && entry > term.term_end)
    return refusal("form_class_id", `enters after this term, which ends on ${formatDate(term.term_end)}`);
  return null;
}

function refusal(field: string, reason: string): Refusal {
  return { field, reason };
}

function formOf({ classes }: Registered["rules"], classId: FieldValue): string | null {
  return classes.find((each) => each.class_id === classId)?.form_class_id ?? null;
}
