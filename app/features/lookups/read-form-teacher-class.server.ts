import { noTransaction } from "#db/index.ts";
import { classesOfFormTeacher } from "#db/queries/form-classes.ts";
import type { FormTeacherClass } from "#db/queries/form-classes.ts";
import type { Person } from "#domain/person.ts";
import { requireTimetableOf } from "./colleague.server.ts";

/** The class that an employee leads or co-teaches in a year, or null. @throws notFound when they are not theirs to see */
export async function readFormTeacherClass(
  person: Person,
  { employeeId, academicYearId }: { employeeId: number; academicYearId: number },
): Promise<FormTeacherClass | null> {
  await requireTimetableOf(person, employeeId);
  const [first] = await classesOfFormTeacher({ employeeId, academicYearId }, noTransaction);
  return first ?? null;
}
