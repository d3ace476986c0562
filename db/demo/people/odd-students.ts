import { CURRENT } from "#domain/people/students.ts";
import type { DemoStudent } from "./demo-student.ts";

/** The id that a student brought from another school, until the office issued one of this school's. */
export const FORMER_ID = "OLD-4711";

/** Finds a student of the first class, whose date of birth and sex are not known yet. */
export function incompleteStudent(students: readonly DemoStudent[]): DemoStudent | undefined {
  return students.find((student) => isPlaced(student) && !student.lateEntry);
}

/** Finds a student who joined during the three terms. */
export function renumberedStudent(students: readonly DemoStudent[]): DemoStudent | undefined {
  return students.find((student) => isPlaced(student) && student.lateEntry);
}

/** Builds the office's later change of the id, which the audit trail records. */
export function renumbering(students: readonly DemoStudent[]): string {
  const studentId = renumberedStudent(students)?.student_id ?? FORMER_ID;
  return `update students set student_id = '${studentId}' where student_id = '${FORMER_ID}'`;
}

/** Adds a student who was entered twice by mistake: one name without its accent, one date of birth, two PINs. */
export function withProbableDuplicate(students: readonly DemoStudent[]): DemoStudent[] {
  const known = students.find(
    (student) => isPlaced(student) && plain(student.first_name) !== student.first_name,
  );
  const unplaced = students.find((student) => student.status === CURRENT && !isPlaced(student));
  if (!known || !unplaced) return [...students];
  const { last_name, gender, ethnicGroup, religion, look, date_of_birth } = known;
  const again = { last_name, gender, ethnicGroup, religion, look, date_of_birth };
  const twin = { ...unplaced, ...again, first_name: plain(known.first_name), other_name: "" };
  return students.map((student) => (student === unplaced ? twin : student));
}

function isPlaced({ status, seats }: DemoStudent): boolean {
  return status === CURRENT && seats.size > 0;
}

function plain(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "");
}
