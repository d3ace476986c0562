import type { ListedPerson } from "#domain/people/list-params.ts";
import type { EmployeesParams } from "./params.rules.ts";

export type EmployeeView = ListedPerson & {
  /** The status of a former employee; null for a current one. */
  status: string | null;
  /** Text such as `Std 2 R, co-teacher`, and the number of lessons. Null in the tab of records. */
  teaches: { what: string; lessons: number } | null;
};

export type EmployeesList = {
  params: EmployeesParams;
  employees: EmployeeView[];
  found: number;
  total: number;
  /** Employees with a similar name, such as `Baptiste, Jaheim`, when the search finds nobody. */
  alike: { id: number; name: string }[];
  /** The options of the status filter; null for a person who sees only current employees. */
  statuses: { value: string; label: string }[] | null;
};

export type TeachingSummary = {
  classes: readonly { label: string; is_lead: boolean }[];
  lesson_classes: number;
  subjects: readonly string[];
};

/** Names the employee's classes or, failing that, subjects, such as `Spanish in 6 classes`. May be empty. */
export function formatTeachingSummary({ classes, lesson_classes, subjects }: TeachingSummary): string {
  if (classes.length > 0)
    return classes.map(({ label, is_lead }) => (is_lead ? label : `${label}, co-teacher`)).join("; ");
  const [only, ...others] = subjects;
  if (only === undefined) return "";
  const what = others.length === 0 ? only : `${subjects.length} subjects`;
  return `${what} in ${lesson_classes === 1 ? "1 class" : `${lesson_classes} classes`}`;
}
