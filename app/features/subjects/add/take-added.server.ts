import { noTransaction } from "#db/index.ts";
import { wholeClasses, type WholeClass } from "#db/queries/subjects/candidates.ts";
import type { Person } from "#domain/person.ts";
import { addStudents, type Assigned } from "../assign-students.server.ts";
import type { AddFaults } from "../subjects.ts";
import type { Looking } from "../place.rules.ts";
import { subjectOfYear } from "../subject-of-year.server.ts";

type Added = Extract<Assigned, { ok: true }> | { ok: false; status: 409 | 422; faults: AddFaults };

/** Adds who is ticked in the Add Student dialog; both a student and a teacher are needed (A5). @throws notFound */
export async function takeAdded(person: Person, subjectId: number, looking: Looking): Promise<Added> {
  const { title, academicYearId } = await subjectOfYear(subjectId, noTransaction);
  const { classIds, employeeId } = looking;
  const classes = await wholeClasses({ subjectId, academicYearId, words: [], classIds }, noTransaction);
  const studentKeys = chosenOf(looking, classes);
  if (studentKeys.length === 0 && classIds.length > 0)
    return { ok: false, status: 409, faults: { student_id: `The whole class has ${title} already.` } };
  if (studentKeys.length === 0 || employeeId === null) {
    const faults = {
      ...(studentKeys.length === 0 && { student_id: "Choose a student first." }),
      ...(employeeId === null && { employee_id: "Choose a teacher." }),
    };
    return { ok: false, status: 422, faults };
  }
  const added = await addStudents(person, { subjectId, studentKeys, employeeId });
  return added.ok ? added : { ok: false, status: added.status, faults: { [added.field]: added.fault } };
}

/** The students that what is ticked comes to: of a class those who have not the subject yet. */
export function chosenOf({ studentKeys, classIds }: Looking, classes: readonly WholeClass[]): number[] {
  const whole = classes.filter(({ class_id }) => classIds.includes(class_id));
  return [...new Set([...studentKeys, ...whole.flatMap(({ student_keys }) => student_keys)])];
}
