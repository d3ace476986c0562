import { CURRENT } from "#domain/people/students.ts";
import type { DemoStudent } from "./demo-student.ts";

/** The number that a child brought from another school, until the office gave it one of this school's. */
export const FORMER_ID = "OLD-4711";

/** Birth date and sex are not known yet: one of the first class of the school. */
export function incompleteStudent(students: readonly DemoStudent[]): DemoStudent | undefined {
  return students.find((student) => isPlaced(student) && !student.lateEntry);
}

/** Joined during the terms shown. */
export function renumberedStudent(students: readonly DemoStudent[]): DemoStudent | undefined {
  return students.find((student) => isPlaced(student) && student.lateEntry);
}

/** What the office did later: it is in the record of changes. */
export function renumbering(students: readonly DemoStudent[]): string {
  const studentId = renumberedStudent(students)?.student_id ?? FORMER_ID;
  return `update students set student_id = '${studentId}' where student_id = '${FORMER_ID}'`;
}

/** Entered twice by mistake, in no class and without the accent: one name and one birthday, two pins. */
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
