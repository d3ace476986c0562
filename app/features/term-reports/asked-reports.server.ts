import { readingScope, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { classesOfTeacher, classesWithTeachers, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { cardClassOfStudent } from "#db/queries/reports/report-card.ts";
import type { Person } from "#domain/person.ts";
import { notFound, type ExpectedError } from "#runtime/errors.ts";
import { findClass, type FoundClass } from "./find-report.server.ts";

/**
 * Reports as the specification's calls name them: of a student by the public id, or of a form class; without a term the
 * current one's. `employeeId` only narrows to the classes that this teacher has: it is nobody's identity.
 */
export type AskedReports = { academicTermId: number | null; employeeId: number | null } & (
  { studentId: string } | { formClassId: string }
);

export type FoundReports = FoundClass & {
  /** The form teacher; null where nobody leads the class. */
  leadId: number | null;
  /** The one student that was asked for. */
  studentKey: number | null;
};

/** The same of one who is nobody's: the numbers of a school's students are not to be found out by trying. */
const NOT_YOURS = {
  student: "There is no such student in that term, or they are not yours to see.",
  class: "There is no such class, or it is not yours to see.",
};

/** For a student without a report: one who has left has none, though a registration and marks may still say the class. */
export function noSuchStudent(): ExpectedError {
  return notFound(NOT_YOURS.student);
}

/** The classes whose reports are meant, as far as the person sees them. @throws notFound when there is none */
export async function findReports(person: Person, asked: AskedReports): Promise<FoundReports[]> {
  const { term } = await requireTerm(asked.academicTermId, noTransaction);
  const formClassId = "formClassId" in asked ? asked.formClassId : null;
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const visible = await classesWithTeachers(
    { ...readingScope(person), academicYearId, academicTermId, formClassId },
    noTransaction,
  );
  const { classes, studentKey } = await meant(classesOfTeacher(visible, asked.employeeId), asked, term);
  if (classes.length === 0) throw notFound(NOT_YOURS["studentId" in asked ? "student" : "class"]);
  return Promise.all(
    classes.map(async (held) => {
      const key = { classId: held.class_id, academicTermId };
      return { ...(await findClass(person, key, noTransaction)), leadId: leadOf(held), studentKey };
    }),
  );
}

/** As `findReports`, of one student. @throws notFound */
export async function findReportOf(
  person: Person,
  asked: { studentId: string; academicTermId: number | null },
): Promise<FoundReports & { studentKey: number }> {
  const [found] = await findReports(person, { ...asked, employeeId: null });
  if (!found || found.studentKey === null) throw noSuchStudent();
  return { ...found, studentKey: found.studentKey };
}

async function meant(classes: readonly TaughtClassRow[], asked: AskedReports, { academic_term_id }: TermRow) {
  if (!("studentId" in asked)) return { classes, studentKey: null };
  const { studentId } = asked;
  const found = await cardClassOfStudent({ studentId, academicTermId: academic_term_id }, noTransaction);
  if (!found) throw noSuchStudent();
  const { class_id, student_key: studentKey } = found;
  return { classes: classes.filter((held) => held.class_id === class_id), studentKey };
}

function leadOf({ teachers }: TaughtClassRow): number | null {
  return teachers.find(({ is_lead }) => is_lead)?.employee_id ?? null;
}
