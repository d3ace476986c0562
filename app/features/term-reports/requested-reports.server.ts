import { readingScope, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  classesOfTeacher,
  listClassesWithTeachers,
  type TaughtClassRow,
} from "#db/queries/class-teachers.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { findCardClassOfStudent } from "#db/queries/reports/report-card.ts";
import type { Person } from "#domain/person.ts";
import { notFound, type ExpectedError } from "#runtime/errors.ts";
import { findClass, type FoundClass } from "./find-report.server.ts";

/**
 * A request for reports as the API names them: a student by the public ID, or a form class. The default term is the
 * current one. `employeeId` only narrows the result to the classes of this teacher; it does not identify the person.
 */
export type ReportsRequest = { academicTermId: number | null; employeeId: number | null } & (
  { studentId: string } | { formClassId: string }
);

export type FoundReports = FoundClass & {
  /** The form teacher; null when the class has none. */
  leadId: number | null;
  /** The key of the requested student; null when a class was requested. */
  studentKey: number | null;
};

/**
 * Uses the same words for a student who does not exist, so that nobody can find out a school's student numbers by
 * trying.
 */
const NOT_YOURS = {
  student: "This student has no report in this term, or you cannot open it.",
  class: "This class no longer exists, or you cannot open it.",
};

/**
 * Returns the error for a student without a report, such as one who has left: a registration and marks may still name
 * the class.
 */
export function noSuchStudent(): ExpectedError {
  return notFound(NOT_YOURS.student);
}

/** Finds the requested classes, as far as the person may see their reports. @throws notFound */
export async function findReports(person: Person, input: ReportsRequest): Promise<FoundReports[]> {
  const { term } = await requireTerm(input.academicTermId, noTransaction);
  const formClassId = "formClassId" in input ? input.formClassId : null;
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const visible = await listClassesWithTeachers(
    { ...readingScope(person), academicYearId, academicTermId, formClassId },
    noTransaction,
  );
  const { classes, studentKey } = await meant(classesOfTeacher(visible, input.employeeId), input, term);
  if (classes.length === 0) throw notFound(NOT_YOURS["studentId" in input ? "student" : "class"]);
  return Promise.all(
    classes.map(async (held) => {
      const key = { classId: held.class_id, academicTermId };
      return { ...(await findClass(person, key, noTransaction)), leadId: leadOf(held), studentKey };
    }),
  );
}

/** Finds the report of one student, like `findReports`. @throws notFound */
export async function findReportOf(
  person: Person,
  input: { studentId: string; academicTermId: number | null },
): Promise<FoundReports & { studentKey: number }> {
  const [found] = await findReports(person, { ...input, employeeId: null });
  if (!found || found.studentKey === null) throw noSuchStudent();
  return { ...found, studentKey: found.studentKey };
}

async function meant(
  classes: readonly TaughtClassRow[],
  input: ReportsRequest,
  { academic_term_id }: TermRow,
) {
  if (!("studentId" in input)) return { classes, studentKey: null };
  const { studentId } = input;
  const found = await findCardClassOfStudent({ studentId, academicTermId: academic_term_id }, noTransaction);
  if (!found) throw noSuchStudent();
  const { class_id, student_key: studentKey } = found;
  return { classes: classes.filter((held) => held.class_id === class_id), studentKey };
}

function leadOf({ teachers }: TaughtClassRow): number | null {
  return teachers.find(({ is_lead }) => is_lead)?.employee_id ?? null;
}
