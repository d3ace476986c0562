import { holds } from "#access/permissions.ts";
import { teacherVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { currentEmployees } from "#db/queries/employees.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** Lessons and classes of a colleague are for those who make the timetable, too. @throws notFound */
export async function requireTimetableOf(person: Person, employeeId: number): Promise<void> {
  if (!holds(person, "employees.manage")) {
    await teacherVisibleTo(person, employeeId, noTransaction);
    return;
  }
  const [employee] = await currentEmployees({ only: employeeId }, noTransaction);
  if (!employee) throw notFound("There is no such employee.");
}
