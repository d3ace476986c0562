import { noTransaction } from "#db/index.ts";
import { listTimetableLessons } from "#db/queries/timetable/lesson-rows.ts";
import { listClassesOfEmployee, listClassesWithFormTeacher } from "#db/queries/timetable/teacher-class.ts";
import { refused, type Refused } from "../stored.ts";
import type { WantedClass } from "../classes/set-teacher-class.server.ts";
import type { TaughtClass } from "./save-lesson.server.ts";
import { currentYear } from "../timetable-of.server.ts";

/**
 * A call names a class by its id, or by its form class; a primary school can have several classes of one form class.
 */
export type ClassReference = { classId: number | null; formClassId: string | null };

export type ResolvedClass = ({ ok: true } & TaughtClass) | Refused;

/** Finds the class of this year that a call names. */
export async function findReferencedClass(
  employeeId: number,
  { classId, formClassId }: ClassReference,
): Promise<{ ok: true; classId: number } | Refused> {
  if (classId !== null) return { ok: true, classId };
  const { academic_year_id: academicYearId } = await currentYear(noTransaction);
  return theOne(await classesMeant({ employeeId, academicYearId, formClassId: formClassId ?? "" }));
}

/** Finds the classes of a form class; if there are several, only the employee's own. */
async function classesMeant(input: {
  employeeId: number;
  academicYearId: number;
  formClassId: string;
}): Promise<{ class_id: number; label: string }[]> {
  const classes = await listClassesWithFormTeacher(input, noTransaction);
  if (classes.length < 2) return classes;
  const held = await listClassesOfEmployee(input, noTransaction);
  const own = classes.filter(({ class_id }) => held.some((item) => item.class_id === class_id));
  return own.length > 0 ? own : classes;
}

/** Finds the employee's lesson that a call names, or null: their own lessons tell classes of one form class apart. */
export async function findReferencedLesson(
  employeeId: number,
  { subjectId, ...named }: ClassReference & { subjectId: number },
): Promise<ResolvedClass | null> {
  const { academic_year_id: academicYearId } = await currentYear(noTransaction);
  const own = await listTimetableLessons({ employeeId, academicYearId }, noTransaction);
  const meant = own.filter(
    (lesson) =>
      lesson.subject_id === subjectId &&
      (named.classId === null
        ? lesson.form_class_id === named.formClassId
        : lesson.class_id === named.classId),
  );
  if (meant.length === 0) return null;
  const one = theOne(meant.map(({ class_id, class_label }) => ({ class_id, label: class_label })));
  return one.ok ? { ...one, subjectId } : one;
}

/** If several classes share the name, the message lists them so that the caller can choose. */
function theOne(
  classes: readonly { class_id: number; label: string }[],
): { ok: true; classId: number } | Refused {
  const [only, ...others] = classes;
  if (!only) return refused(422, "form_class_id", "The school has no such class this year.");
  if (others.length === 0) return { ok: true, classId: only.class_id };
  const names = classes.map(({ class_id, label }) => `${label} (class_id ${class_id})`).join(", ");
  return refused(
    422,
    "form_class_id",
    `This form class has more than one class: ${names}. Send the class_id of the class.`,
  );
}

type Wanting = ClassReference & { employeeId: number; isNew: boolean; academicYearId: number };

/** The class that a call gives a teacher: an existing class, the first class of a form class, or none. */
export async function wantedByCall({
  formClassId,
  classId,
  isNew,
  ...of
}: Wanting): Promise<{ ok: true; wanted: WantedClass | null } | Refused> {
  if (classId !== null) return { ok: true, wanted: { classId } };
  if (formClassId === null) return { ok: true, wanted: null };
  const classes = isNew ? [] : await classesMeant({ ...of, formClassId });
  if (classes.length === 0) return { ok: true, wanted: { newOf: formClassId } };
  const one = theOne(classes);
  return one.ok ? { ok: true, wanted: { classId: one.classId } } : one;
}
