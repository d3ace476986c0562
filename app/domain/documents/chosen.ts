import type { ClassSheet } from "../terms.ts";

/** A class as the calls know it (T7): by its form class and a teacher of it, where it has one. */
export type NamedClass = { formClassId: string; employeeId: number | null };

/** What was chosen for a document; what its kind does not ask for is as it is. */
export type Chosen = {
  academicTermId: number;
  /** Also that of the student; of no class where none is asked for. */
  held: NamedClass & { classId: number };
  /** The public id. */
  studentId: string | null;
  formLevel: number;
  sheet: ClassSheet;
  /** As `2026-11`. */
  month: string;
  /** The reference date; null is the document's own. */
  day: string | null;
};

type Held = { class_id: number; form_class_id: string; teachers: readonly { employee_id: number }[] };

/** Null where form class and teacher would name other classes too: without a teacher it must be the only one. */
export function namedClass(classes: readonly Held[], classId: number): NamedClass | null {
  const held = classes.find(({ class_id }) => class_id === classId);
  if (!held) return null;
  const employeeId = held.teachers[0]?.employee_id ?? null;
  const namesakes = classes.filter(({ form_class_id }) => form_class_id === held.form_class_id);
  return employeeId === null && namesakes.length > 1 ? null : { formClassId: held.form_class_id, employeeId };
}
