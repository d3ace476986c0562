import { noTransaction } from "#db/index.ts";
import { listTimetableLessons } from "#db/queries/timetable/lesson-rows.ts";
import { listClassesOfEmployee, listClassesWithFormTeacher } from "#db/queries/timetable/teacher-class.ts";
import { timetableRefusal, type TimetableChangeRefusal } from "../stored.ts";
import type { ExistingOrNewClass } from "../classes/set-teacher-class.server.ts";
import type { SubjectAndClass } from "./save-lesson.server.ts";
import { getCurrentYear } from "../timetable-of.server.ts";

/** The class in an API call. A primary school can have several classes of one form class. */
export type ClassIdOrFormClassId = { classId: number | null; formClassId: string | null };

export type ReferencedLesson = ({ ok: true } & SubjectAndClass) | TimetableChangeRefusal;

export async function findReferencedClass(
  employeeId: number,
  { classId, formClassId }: ClassIdOrFormClassId,
): Promise<{ ok: true; classId: number } | TimetableChangeRefusal> {
  if (classId !== null) return { ok: true, classId };
  const { academic_year_id: academicYearId } = await getCurrentYear(noTransaction);
  return theOne(await classesMeant({ employeeId, academicYearId, formClassId: formClassId ?? "" }));
}

/**
 * Finds the classes of a form class. If there are several and some of them are the employee's own, returns only
 * those.
 */
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

/**
 * Finds the employee's lesson that an API call refers to, or null. If a form class has several classes, only those in
 * which the employee teaches the subject count.
 */
export async function findReferencedLesson(
  employeeId: number,
  { subjectId, ...named }: ClassIdOrFormClassId & { subjectId: number },
): Promise<ReferencedLesson | null> {
  const { academic_year_id: academicYearId } = await getCurrentYear(noTransaction);
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

/** Returns the only class. If there are several, the error message lists them so that the caller can choose one. */
function theOne(
  classes: readonly { class_id: number; label: string }[],
): { ok: true; classId: number } | TimetableChangeRefusal {
  const [only, ...others] = classes;
  if (!only)
    return timetableRefusal(
      422,
      "form_class_id",
      "The school does not have this class this year. Choose another class.",
    );
  if (others.length === 0) return { ok: true, classId: only.class_id };
  const names = classes.map(({ class_id, label }) => `${label} (class_id ${class_id})`).join(", ");
  return timetableRefusal(
    422,
    "form_class_id",
    `This form class has more than one class: ${names}. Send the class_id of the class.`,
  );
}

type Wanting = ClassIdOrFormClassId & { employeeId: number; isNew: boolean; academicYearId: number };

/** Returns the class that an API call assigns to a teacher: an existing or new class, or none. */
export async function resolveRequestedClass({
  formClassId,
  classId,
  isNew,
  ...of
}: Wanting): Promise<{ ok: true; wanted: ExistingOrNewClass | null } | TimetableChangeRefusal> {
  if (classId !== null) return { ok: true, wanted: { classId } };
  if (formClassId === null) return { ok: true, wanted: null };
  const classes = isNew ? [] : await classesMeant({ ...of, formClassId });
  if (classes.length === 0) return { ok: true, wanted: { newOf: formClassId } };
  const one = theOne(classes);
  return one.ok ? { ok: true, wanted: { classId: one.classId } } : one;
}
