import type { ListedPerson } from "#domain/people/list-place.ts";
import type { EmployeesPlace } from "./place.rules.ts";

/** A line of the list. */
export type ShownEmployee = ListedPerson & {
  /** Null for who works here now. */
  status: string | null;
  /** On the timetable tab: `Std 2 R, co-teacher`, and how many lessons. */
  teaches: { what: string; lessons: number } | null;
};

export type EmployeesList = {
  place: EmployeesPlace;
  employees: ShownEmployee[];
  found: number;
  total: number;
  /** Where nobody was found: who may have been meant, `Baptiste, Jaheim`. */
  alike: { id: number; name: string }[];
  /** What the filter offers; null for those who see only who works here. */
  statuses: { value: string; label: string }[] | null;
};

/** What somebody teaches in the year. */
export type Teaching = {
  classes: readonly { label: string; is_lead: boolean }[];
  lesson_classes: number;
  subjects: readonly string[];
};

/** The classes that are theirs; of who has none, what they teach: `Spanish in 6 classes`. Empty for neither. */
export function teachingWords({ classes, lesson_classes, subjects }: Teaching): string {
  if (classes.length > 0)
    return classes.map(({ label, is_lead }) => (is_lead ? label : `${label}, co-teacher`)).join("; ");
  const [only, ...others] = subjects;
  if (only === undefined) return "";
  const what = others.length === 0 ? only : `${subjects.length} subjects`;
  return `${what} in ${lesson_classes === 1 ? "1 class" : `${lesson_classes} classes`}`;
}
