import type { ClassSheet } from "../terms.ts";

/** A class as the API names it: by its form class and a teacher, if it has one. */
export type ClassReference = { formClassId: string; employeeId: number | null };

/** The choices for a document; a choice that its kind does not offer is ignored. */
export type Chosen = {
  academicTermId: number;
  /** The class, including that of a student; a placeholder when no class is asked for. */
  held: ClassReference & { classId: number };
  studentId: string | null;
  formLevel: number;
  sheet: ClassSheet;
  /** Such as `2026-11`. */
  month: string;
  /** The reference date; null for the document's own. */
  day: string | null;
};

type Held = { class_id: number; form_class_id: string; teachers: readonly { employee_id: number }[] };

/** Returns null when form class and teacher match other classes too: without a teacher it must be the only one. */
export function findClassReference(classes: readonly Held[], classId: number): ClassReference | null {
  const held = classes.find(({ class_id }) => class_id === classId);
  if (!held) return null;
  const employeeId = held.teachers[0]?.employee_id ?? null;
  const namesakes = classes.filter(({ form_class_id }) => form_class_id === held.form_class_id);
  return employeeId === null && namesakes.length > 1 ? null : { formClassId: held.form_class_id, employeeId };
}
