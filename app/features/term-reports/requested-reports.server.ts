import { getReadingScope, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  filterClassesOfTeacher,
  listClassesWithTeachers,
  type ClassWithTeachersRow,
} from "#db/queries/class-teachers.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { findReportCardClassOfStudent } from "#db/queries/reports/report-card.ts";
import type { Person } from "#domain/person.ts";
import { notFound, type ExpectedError } from "#runtime/errors.ts";
import { findReportClass, type ReportClass } from "./find-report.server.ts";

/**
 * A request for reports in an API call: for a student by the public ID, or for a form class. The default term is the
 * current one. `employeeId` limits the request to the classes of that teacher; it does not identify the caller.
 */
export type ReportsRequest = { academicTermId: number | null; employeeId: number | null } & (
  { studentId: string } | { formClassId: string }
);

export type RequestedReports = ReportClass & {
  /** The form teacher; null when the class has none. */
  leadId: number | null;
  /** The key of the requested student; null when a class was requested. */
  studentKey: number | null;
};

/** The message is the same as for a student who does not exist, so that nobody can find out student IDs by trying. */
const NOT_YOURS = {
  student: "This student has no report for this term, or you cannot open it. Choose another student or term.",
  class: "This class no longer exists, or you cannot open it. Choose another class.",
};

/** Returns the error for a student without a report in the class, such as a student who left although marks remain. */
export function noSuchStudentError(): ExpectedError {
  return notFound(NOT_YOURS.student);
}

/** Finds the requested classes whose reports the person may see. @throws notFound */
export async function findRequestedReports(
  person: Person,
  request: ReportsRequest,
): Promise<RequestedReports[]> {
  const { term } = await requireTerm(request.academicTermId, noTransaction);
  const formClassId = "formClassId" in request ? request.formClassId : null;
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const visible = await listClassesWithTeachers(
    { ...getReadingScope(person), academicYearId, academicTermId, formClassId },
    noTransaction,
  );
  const { classes, studentKey } = await meant(
    filterClassesOfTeacher(visible, request.employeeId),
    request,
    term,
  );
  if (classes.length === 0) throw notFound(NOT_YOURS["studentId" in request ? "student" : "class"]);
  return Promise.all(
    classes.map(async (held) => {
      const key = { classId: held.class_id, academicTermId };
      return { ...(await findReportClass(person, key, noTransaction)), leadId: leadOf(held), studentKey };
    }),
  );
}

/** Finds the report of one student, by the same rules as `findRequestedReports`. @throws notFound */
export async function findRequestedReport(
  person: Person,
  input: { studentId: string; academicTermId: number | null },
): Promise<RequestedReports & { studentKey: number }> {
  const [found] = await findRequestedReports(person, { ...input, employeeId: null });
  if (!found || found.studentKey === null) throw noSuchStudentError();
  return { ...found, studentKey: found.studentKey };
}

async function meant(
  classes: readonly ClassWithTeachersRow[],
  input: ReportsRequest,
  { academic_term_id }: TermRow,
) {
  if (!("studentId" in input)) return { classes, studentKey: null };
  const { studentId } = input;
  const found = await findReportCardClassOfStudent(
    { studentId, academicTermId: academic_term_id },
    noTransaction,
  );
  if (!found) throw noSuchStudentError();
  const { class_id, student_key: studentKey } = found;
  return { classes: classes.filter((held) => held.class_id === class_id), studentKey };
}

function leadOf({ teachers }: ClassWithTeachersRow): number | null {
  return teachers.find(({ is_lead }) => is_lead)?.employee_id ?? null;
}
