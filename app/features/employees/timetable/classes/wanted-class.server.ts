import { classesMeant, theOne, type NamedClass } from "../lessons/meant-class.server.ts";
import type { WantedClass } from "./set-teacher-class.server.ts";
import type { Refused } from "../stored.ts";

type Asked = NamedClass & { employeeId: number; isNew: boolean; academicYearId: number };

/** The class that a call gives a teacher: one that is there, the first one of its form class, or none. */
export async function wantedByCall({
  formClassId,
  classId,
  isNew,
  ...of
}: Asked): Promise<{ ok: true; wanted: WantedClass | null } | Refused> {
  if (classId !== null) return { ok: true, wanted: { classId } };
  if (formClassId === null) return { ok: true, wanted: null };
  const classes = isNew ? [] : await classesMeant({ ...of, formClassId });
  if (classes.length === 0) return { ok: true, wanted: { newOf: formClassId } };
  const one = theOne(classes);
  return one.ok ? { ok: true, wanted: { classId: one.classId } } : one;
}
