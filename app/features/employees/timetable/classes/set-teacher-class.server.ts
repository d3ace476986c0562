import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { listFormClassRows } from "#db/queries/class-teachers.ts";
import { getSchool } from "#db/queries/school.ts";
import {
  endOtherFormTeachers,
  assignTeacherToClass,
  endTeacherRolesInClasses,
} from "#db/queries/timetable/class-teachers.ts";
import * as held from "#db/queries/timetable/teacher-class.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { buildClassLabel } from "#domain/people/class-label.ts";
import { formatDate } from "#domain/dates.ts";
import { formatShortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { invalid } from "#runtime/errors.ts";
import { timetableRefusal, type TimetableChangeResult } from "../stored.ts";
import { getCurrentYear, lockCurrentEmployee } from "../timetable-of.server.ts";
import { nearestDayInSchoolYear, findClassOfTeacher, listShownClasses } from "../timetable.rules.ts";

/** An existing class, or a new class to be created for a form class. */
export type ExistingOrNewClass = { classId: number } | { newOf: string };

type Asked = {
  employeeId: number;
  academicYearId: number;
  /** The requested class; null if the employee is to have no class. */
  wanted: ExistingOrNewClass | null;
  isLead: boolean;
  /** The first day, or null for today. Taking over a class from its form teacher requires a day. */
  from: string | null;
  /** The employee's classes as the form showed them (`listShownClasses`); null for an API call. */
  shown: string | null;
};

/**
 * Makes an employee the form teacher or co-teacher of one class of a year, in place of any other class.
 * @throws notFound, invalid for a year that is over
 */
export function setFormOrCoTeacher(
  person: Person,
  input: Asked,
): Promise<TimetableChangeResult<{ classId: number | null; label: string }>> {
  return termTransaction(person, async (t) => {
    const year = await openYear(input.academicYearId, t);
    const employee = await lockCurrentEmployee(input.employeeId, t);
    const had = await held.listClassesOfEmployee(input, t);
    if (input.shown !== null && input.shown !== listShownClasses(had))
      return timetableRefusal(
        409,
        "class",
        "The class was changed while you had it open. Check the class, then try again.",
      );
    const from = input.from ?? nearestDayInSchoolYear(year);
    if (from < year.first_day || from > year.last_day)
      return timetableRefusal(422, "from", wordsOfYear(year));
    if (!input.wanted) {
      await endTeacherRolesInClasses({ ...input, from, kept: null }, t);
      return { ok: true, classId: null, label: "" };
    }
    const wanted = await wantedClass(input.wanted, { ...input, employee, had }, t);
    if (!wanted)
      return timetableRefusal(
        422,
        "class",
        "The school does not have this class this year. Choose another class.",
      );
    return taken(person, { ...input, from, wanted, had, isDaySaid: input.from !== null }, t);
  });
}

type Days = { first_day: string; last_day: string };

function wordsOfYear({ first_day, last_day }: Days): string {
  return `Enter a day in the school year, from ${formatDate(first_day)} to ${formatDate(last_day)}.`;
}

async function openYear(academicYearId: number, t: TermTransaction) {
  const current = await getCurrentYear(t);
  if (academicYearId === current.academic_year_id) return current;
  const year = await held.findSchoolYear(academicYearId, t);
  if (!year || academicYearId < current.academic_year_id)
    throw invalid("This school year is over or not in the calendar. Choose another.", "academic_year_id");
  return year;
}

type Wanting = {
  academicYearId: number;
  employeeId: number;
  employee: { first_name: string; last_name: string };
  had: readonly held.TeacherClassRow[];
};

type Found = { classId: number; label: string; formTeacher: held.FormTeacherOfClass | null };

/**
 * Locks the class, so that two people cannot both become its form teacher. Creates the class if a new one is requested.
 */
async function wantedClass(
  wanted: ExistingOrNewClass,
  of: Wanting,
  t: TermTransaction,
): Promise<Found | null> {
  const { academicYearId } = of;
  if ("newOf" in wanted) return newClass(wanted.newOf, of, t);
  await held.lockClass(wanted.classId, t);
  const classes = await held.listClassesWithFormTeacher({ academicYearId, formClassId: null }, t);
  const found = classes.find(({ class_id }) => class_id === wanted.classId);
  return found ? { classId: found.class_id, label: found.label, formTeacher: found.lead } : null;
}

/**
 * Creates a class unless it exists. A secondary school has one class for each form class; in a primary school a teacher
 * can have only one class of a form class.
 */
async function newClass(formClassId: string, of: Wanting, t: TermTransaction): Promise<Found | null> {
  const { academicYearId, employeeId, employee, had } = of;
  const known = await listFormClassRows(t);
  if (!known.some(({ form_class_id }) => form_class_id === formClassId)) return null;
  const { flavour } = await getSchool(t);
  const classes = await held.listClassesWithFormTeacher({ academicYearId, formClassId: null }, t);
  const same =
    flavour === "secondary"
      ? classes.find(({ form_class_id }) => form_class_id === formClassId)
      : findClassOfTeacher(classes, { formClassId, employeeId, held: had });
  if (same) return wantedClass({ classId: same.class_id }, of, t);
  const label = buildClassLabel({
    flavour,
    formClassId,
    teacher: employee,
    taken: classes.map((item) => item.label),
  });
  const classId = await held.createClass({ academicYearId, formClassId, label }, t);
  return { classId, label, formTeacher: null };
}

type Taking = Pick<Asked, "employeeId" | "academicYearId" | "isLead"> & {
  wanted: Found;
  had: readonly held.TeacherClassRow[];
  from: string;
  isDaySaid: boolean;
};

async function taken(
  person: Person,
  { employeeId, academicYearId, isLead, from, wanted, had, isDaySaid }: Taking,
  t: TermTransaction,
): Promise<TimetableChangeResult<{ classId: number | null; label: string }>> {
  const { classId, label, formTeacher } = wanted;
  const isOthers = formTeacher !== null && formTeacher.employee_id !== employeeId;
  if (isLead && isOthers && !isDaySaid) return timetableRefusal(422, "lead", wordsOfLead(label, formTeacher));
  await endTeacherRolesInClasses({ employeeId, academicYearId, from, kept: { classId, isLead } }, t);
  if (isLead && isOthers) await endOtherFormTeachers({ classId, employeeId, from }, t);
  const hadIt = had.some((item) => item.class_id === classId && item.is_lead === isLead);
  if (hadIt) return { ok: true, classId, label };
  await assignTeacherToClass({ classId, employeeId, isLead, from }, t);
  const what = `${label}, ${isLead ? "form teacher" : "co-teacher"}`;
  await logOwnTeachingChange(person, { employeeId, what }, t);
  return { ok: true, classId, label };
}

function wordsOfLead(label: string, formTeacher: held.FormTeacherOfClass): string {
  return `${formatShortName(formTeacher)} is already the form teacher of ${label}. Share the class as co-teacher, or enter the day on which the new teacher takes over.`;
}
