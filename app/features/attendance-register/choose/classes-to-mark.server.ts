import { readingScope, requireTerm } from "#access/visible.server.ts";
import { hasPermission } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import { listClassesWithTeachers, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import type { Person } from "#domain/person.ts";

/**
 * Lists the person's own classes. An administrator, or a person without a class, gets every class that they may read.
 */
export async function listClassesToMark(person: Person): Promise<ClassWithTeachersRow[]> {
  const { term } = await requireTerm(null, noTransaction);
  const input = { academicYearId: term.academic_year_id, formClassId: null };
  const inScope = await listClassesWithTeachers({ ...readingScope(person), ...input }, noTransaction);
  const own = inScope.filter(({ teachers }) =>
    teachers.some(({ employee_id }) => employee_id === person.employeeId),
  );
  return own.length > 0 && !hasPermission(person, "admin") ? own : inScope;
}
