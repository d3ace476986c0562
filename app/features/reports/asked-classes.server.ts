import { noTransaction } from "#db/index.ts";
import { classesOfTeacher, classesWithTeachers } from "#db/queries/class-teachers.ts";
import { chosenTerm, type TermRow } from "#db/queries/lessons.ts";
import type { Scope } from "#db/queries/parts.ts";
import { notFound } from "#runtime/errors.ts";

/** A form class in a term, all of it or the class of one of its teachers. */
export type AskedClasses = { academicTermId: number; formClassId: string; employeeId: number | null };

/** @throws notFound */
export async function begunTerm(academicTermId: number): Promise<TermRow> {
  const { term } = await chosenTerm(academicTermId, noTransaction);
  if (!term) throw notFound("The school has no such term, or it has not begun.");
  return term;
}

/**
 * The classes that are meant, of those in scope. A teacher only narrows what the person sees anyway: their own class,
 * where they lead none those they co-teach. @throws notFound
 */
export async function visibleClassIds(
  { formClassId, employeeId }: AskedClasses,
  { academic_year_id: academicYearId }: TermRow,
  scope: Scope,
): Promise<number[]> {
  const visible = await classesWithTeachers({ ...scope, academicYearId, formClassId }, noTransaction);
  const classes = classesOfTeacher(visible, employeeId);
  if (classes.length === 0) throw notFound("There is no such class, or it is not yours to see.");
  return classes.map(({ class_id }) => class_id);
}
