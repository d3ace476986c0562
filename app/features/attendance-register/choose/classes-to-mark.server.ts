import { getReadingScope, requireTerm } from "#access/visible.server.ts";
import { hasPermission } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import {
  findShownLevel,
  listClassesWithTeachers,
  type ClassWithTeachersRow,
} from "#db/queries/class-teachers.ts";
import type { ShownLevel } from "#domain/list/levels.ts";
import type { Person } from "#domain/person.ts";

type ClassesToMark = { classes: readonly ClassWithTeachersRow[]; level: ShownLevel };

/**
 * Lists the person's own classes. An administrator, or a person without a class, gets every class that they may read.
 * If these are too many for a page, only the classes of the requested or the first level are listed.
 */
export async function listClassesForRegister(
  person: Person,
  requestedLevel: number | null = null,
): Promise<ClassesToMark> {
  const { term } = await requireTerm(null, noTransaction);
  const ofYear = { academicYearId: term.academic_year_id };
  const own = hasPermission(person, "admin") ? [] : await listOwnClasses(person, ofYear);
  if (own.length > 0) return { classes: own, level: { levels: [], shown: null } };
  const scope = { ...getReadingScope(person), ...ofYear };
  const level = await findShownLevel(scope, requestedLevel, noTransaction);
  const input = { ...scope, formClassId: null, level: level.shown };
  return { classes: await listClassesWithTeachers(input, noTransaction), level };
}

async function listOwnClasses(
  { employeeId }: Person,
  ofYear: { academicYearId: number },
): Promise<ClassWithTeachersRow[]> {
  if (employeeId === null) return [];
  const input = { ...ofYear, all: false, employeeId, formClassId: null };
  const classes = await listClassesWithTeachers(input, noTransaction);
  return classes.filter(({ teachers }) => teachers.some((teacher) => teacher.employee_id === employeeId));
}
