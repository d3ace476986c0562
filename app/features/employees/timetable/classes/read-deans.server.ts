import { holds, readsAllClasses } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { deanAssignments } from "#db/queries/timetable/deans.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { currentYear } from "../timetable-of.server.ts";

export type DeanClasses = { employeeId: number; formClassIds: string[] };

/** The form deans of this year with their form classes: all for who makes timetables or reads every class, else oneself. */
export async function listDeans(person: Person): Promise<DeanClasses[]> {
  const seesAll = seesEveryDean(person);
  if (!seesAll && person.employeeId === null) return [];
  const { academic_year_id: academicYearId } = await currentYear(noTransaction);
  const employeeId = seesAll ? null : person.employeeId;
  const found = await deanAssignments({ academicYearId, employeeId }, noTransaction);
  const byDean = new Map<number, string[]>();
  for (const { employee_id, form_class_id } of found) {
    byDean.set(employee_id, [...(byDean.get(employee_id) ?? []), form_class_id]);
  }
  return [...byDean].map(([id, formClassIds]) => ({ employeeId: id, formClassIds }));
}

/** @throws notFound when they are not theirs to see */
export async function readDeanClasses(person: Person, employeeId: number): Promise<DeanClasses> {
  if (!seesEveryDean(person) && employeeId !== person.employeeId) throw notFound();
  const deans = await listDeans(person);
  return deans.find((dean) => dean.employeeId === employeeId) ?? { employeeId, formClassIds: [] };
}

function seesEveryDean(person: Person): boolean {
  return readsAllClasses(person) || holds(person, "employees.manage");
}
