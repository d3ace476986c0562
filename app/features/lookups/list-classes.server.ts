import { holds, readsAllClasses } from "#access/permissions.ts";
import { noTransaction } from "#db/index.ts";
import {
  listClassesWithTeachers,
  listFormClassRows,
  type FormClassRow,
  type TaughtClassRow,
} from "#db/queries/class-teachers.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** Lists the form classes of the school, from the youngest to the oldest. */
export function listFormClasses(): Promise<FormClassRow[]> {
  return listFormClassRows(noTransaction);
}

/** The year of the classes, by default the current one, and the form class, by default any. */
type AskedClassList = { academicYearId: number | null; formClassId: string | null };

/**
 * Lists the classes of a year with their teachers: all classes for people who read or keep every class, otherwise only
 * those that the person has as form teacher, co-teacher or dean.
 */
export async function listClasses(person: Person, input: AskedClassList): Promise<TaughtClassRow[]> {
  const academicYearId = input.academicYearId ?? (await getCurrentTerm(noTransaction))?.academic_year_id;
  if (academicYearId === undefined) return [];
  const scope = { employeeId: person.employeeId, all: seesAllClasses(person) };
  return listClassesWithTeachers({ ...scope, academicYearId, formClassId: input.formClassId }, noTransaction);
}

/** Lists the classes of one form class as `listClasses` does; an empty list counts as not found. @throws notFound */
export async function classesOfForm(
  person: Person,
  input: { formClassId: string; academicYearId: number },
): Promise<TaughtClassRow[]> {
  const classes = await listClasses(person, input);
  if (classes.length === 0) throw notFound("This class no longer exists, or you cannot open it.");
  return classes;
}

/**
 * People who make the timetable, keep the students or post reports know who has which class, like those who read all.
 */
function seesAllClasses(person: Person): boolean {
  return (
    readsAllClasses(person) ||
    holds(person, "employees.manage") ||
    holds(person, "students.manage") ||
    holds(person, "settings.manage")
  );
}
