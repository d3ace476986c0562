/** The students affected by a deleted lesson: `kept` have marks in it, and `left` had chosen it. */
export type AffectedStudentCounts = { kept: number; left: number };

export const NO_AFFECTED_STUDENTS: AffectedStudentCounts = { kept: 0, left: 0 };

/** The reply to a change in the dialog. `undo` is the id of the change that deleted a lesson. */
export type TimetableReplyValue = AffectedStudentCounts & {
  deleted: { titles: string; undo: number } | null;
};

export function describeDeletedLessons({ titles }: { titles: string }): string {
  return `${titles} deleted.`;
}

/** Returns the message after deleting a lesson with marks or students. */
export function describeAffectedStudents({ kept, left }: AffectedStudentCounts): string {
  const marks = `The marks of ${studentsOf(kept)} stay on their reports and on the mark sheets of past terms.`;
  const who = left === 1 ? "This student" : "They";
  const chosen = `${studentsOf(left)} chose this lesson. ${who} will not appear on a mark sheet until another teacher has the lesson.`;
  return [kept > 0 ? marks : "", left > 0 ? chosen : ""].filter(Boolean).join(" ");
}

function studentsOf(count: number): string {
  return count === 1 ? "1 student" : `${count} students`;
}

type Held = { class_id: number; is_lead: boolean };

/** Returns the teacher's classes as text, by which the server notices changes since the form was shown. */
export function listShownClasses(held: readonly Held[]): string {
  return held.map(({ class_id, is_lead }) => `${class_id}${is_lead ? "L" : "C"}`).join(" ");
}

type OfYear = { class_id: number; form_class_id: string; lead: { employee_id: number } | null };

/** Finds the class of which the teacher is form teacher or, if that class has no form teacher, co-teacher. */
export function findClassOfTeacher<Class extends OfYear>(
  classes: readonly Class[],
  { formClassId, employeeId, held }: { formClassId: string; employeeId: number; held: readonly Held[] },
): Class | undefined {
  return classes.find(({ class_id, form_class_id, lead: formTeacher }) => {
    const isOwn = formTeacher
      ? formTeacher.employee_id === employeeId
      : held.some((item) => item.class_id === class_id);
    return isOwn && form_class_id === formClassId;
  });
}

type Year = { first_day: string; last_day: string; today: string };

/** Returns today, or the first or last day of the school year if today is outside it. */
export function nearestDayInSchoolYear({ first_day, last_day, today }: Year): string {
  if (today < first_day) return first_day;
  return today > last_day ? last_day : today;
}

type Days = { from: string; to: string };

/**
 * The number of days from today within which a substitution must end. The limit goes beyond the school year, because
 * marks are entered in the holidays too, but is low enough to catch a mistyped year.
 */
const FARTHEST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Returns an error and its form field if a substitute cannot have a lesson on these dates; otherwise null. */
export function findSubstituteDatesError(
  { from, to }: Days,
  { first_day, today }: Pick<Year, "first_day" | "today">,
): { field: "from" | "to"; fault: string } | null {
  if (from < first_day)
    return { field: "from", fault: "This day is before the start of the school year. Enter a later day." };
  if (to < from) return { field: "to", fault: "The last day is before the first day. Enter a later day." };
  if (to < today) return { field: "to", fault: "This day is in the past. Enter today or a later day." };
  const days = (Date.parse(to) - Date.parse(today)) / DAY_MS;
  return days > FARTHEST_DAYS
    ? { field: "to", fault: "This day is more than a year away. Enter an earlier day." }
    : null;
}
