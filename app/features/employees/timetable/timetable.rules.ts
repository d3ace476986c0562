/** Counts for a deleted lesson: the students whose marks stay, and those who had chosen it with its teacher. */
export type RemainingEntries = { kept: number; left: number };

export const NOTHING_LEFT: RemainingEntries = { kept: 0, left: 0 };

/** Returns the message after a lesson with marks or students was deleted. */
export function describeRemaining({ kept, left }: RemainingEntries): string {
  const marks = `The marks of ${studentsOf(kept)} stay on their reports and on the mark sheets of past terms.`;
  const who = left === 1 ? "This student" : "They";
  const chosen = `${studentsOf(left)} chose this lesson. ${who} will not appear on a mark sheet until another teacher takes the lesson.`;
  return [kept > 0 ? marks : "", left > 0 ? chosen : ""].filter(Boolean).join(" ");
}

function studentsOf(count: number): string {
  return count === 1 ? "1 student" : `${count} students`;
}

type Held = { class_id: number; is_lead: boolean };

/** Returns the classes that a form shows as the teacher's, to be compared with the stored ones when it is sent. */
export function listShownClasses(held: readonly Held[]): string {
  return held.map(({ class_id, is_lead }) => `${class_id}${is_lead ? "L" : "C"}`).join(" ");
}

type OfYear = { class_id: number; form_class_id: string; lead: { employee_id: number } | null };

/** Finds the class of a form class that the teacher already has: as form teacher, or where there is no form teacher. */
export function ownClass<Class extends OfYear>(
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

/** Returns today, or the nearest day of the school year. */
export function dayInYear({ first_day, last_day, today }: Year): string {
  if (today < first_day) return first_day;
  return today > last_day ? last_day : today;
}

type Days = { from: string; to: string };

/** Marks are entered in the holidays too, but a mistyped year is refused. */
const FARTHEST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Returns the reasons why a substitute cannot have a lesson on these days, by field, or null. */
export function faultOfDays(
  { from, to }: Days,
  { first_day, today }: Pick<Year, "first_day" | "today">,
): { field: "from" | "to"; fault: string } | null {
  if (from < first_day)
    return { field: "from", fault: "This day is before the school year. Enter a later day." };
  if (to < from) return { field: "to", fault: "The last day is before the first. Enter a later day." };
  if (to < today) return { field: "to", fault: "This day is in the past. Enter today or a later day." };
  const days = (Date.parse(to) - Date.parse(today)) / DAY_MS;
  return days > FARTHEST_DAYS
    ? { field: "to", fault: "This day is more than a year away. Enter an earlier day." }
    : null;
}
