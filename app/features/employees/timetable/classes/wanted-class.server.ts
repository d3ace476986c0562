import { noTransaction } from "#db/index.ts";
import { ledClasses } from "#db/queries/timetable/teacher-class.ts";
import { theOne, type NamedClass } from "../lessons/meant-class.server.ts";
import type { WantedClass } from "./set-teacher-class.server.ts";
import type { Refused } from "../stored.ts";

/** The class that a call gives a teacher: one that is there, the first one of its form class, or none. */
export async function wantedByCall({
  formClassId,
  classId,
  isNew,
  academicYearId,
}: NamedClass & { isNew: boolean; academicYearId: number }): Promise<
  { ok: true; wanted: WantedClass | null } | Refused
> {
  if (classId !== null) return { ok: true, wanted: { classId } };
  if (formClassId === null) return { ok: true, wanted: null };
  const classes = isNew ? [] : await ledClasses({ academicYearId, formClassId }, noTransaction);
  if (classes.length === 0) return { ok: true, wanted: { newOf: formClassId } };
  const one = theOne(classes);
  return one.ok ? { ok: true, wanted: { classId: one.classId } } : one;
}
