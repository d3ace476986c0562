import { noTransaction, queryAll, type ReadTransaction } from "#db/index.ts";
import { selectClassStudents } from "#db/queries/class-students.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import type { ReportCardClass } from "#db/queries/reports/report-card.ts";
import { listReportedSubjects, type ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import type { MarkingScheme } from "#domain/subject-results.ts";

/** A class with each student's results in each subject of the term. Students are in register order. */
export type ReportedClass = { ofClass: ReportCardClass; scheme: MarkingScheme; students: ReportedStudent[] };

export type ReportedStudent = {
  student_key: number;
  student_id: string;
  first_name: string;
  other_name: string;
  last_name: string;
  subjects: ReportedSubject[];
};

type ResultsTerm = Pick<TermRow, "academic_term_id" | "assessment_type">;

/** Loads a class's results with the same grades as on the report card. */
export async function loadReportCardClassResults(
  classes: readonly ReportCardClass[],
  { term, school }: { term: ResultsTerm; school: Pick<SchoolRow, "flavour"> },
  t: ReadTransaction = noTransaction,
): Promise<ReportedClass[]> {
  const classIds = classes.map(({ class_id }) => class_id);
  const key = { classIds, academicTermId: term.academic_term_id, studentKey: null };
  const columns = "s.id as student_key, s.student_id, s.first_name, s.other_name, s.last_name";
  const [students, subjectsOf] = await queryAll(
    [
      () => selectClassStudents<Omit<ReportedStudent, "subjects">>({ columns }, key, t),
      () => listReportedSubjects(key, { byCriteria: classes.some((item) => item.by_criteria) }, t),
    ],
    t,
  );
  return classes.map((ofClass) => {
    const scheme = { ...ofClass, flavour: school.flavour, assessment_type: term.assessment_type };
    const own = students.filter(({ class_id }) => class_id === ofClass.class_id);
    const results = own.map((item) => ({ ...item, subjects: subjectsOf(item.student_key, scheme) }));
    return { ofClass, scheme, students: results };
  });
}

export type ClassSubject = Pick<ReportedSubject, "subject_id" | "subject" | "abbr" | "kind"> & {
  takers: { student: ReportedStudent; result: ReportedSubject }[];
  /** True if some students of the class do not take the subject. */
  isOption: boolean;
};

const BY_TITLE = new Intl.Collator("en");

export function listSubjectsOfClass({ students }: ReportedClass): ClassSubject[] {
  const all = students.flatMap((student) => student.subjects.map((result) => ({ student, result })));
  const ids = new Set(all.map(({ result }) => result.subject_id));
  const subjects = [...ids].flatMap((id): ClassSubject[] => {
    const takers = all.filter(({ result }) => result.subject_id === id);
    const [first] = takers;
    if (!first) return [];
    const { subject_id, subject, abbr, kind } = first.result;
    const isOption = isByChoice(takers) || takers.length < students.length;
    return [{ subject_id, subject, abbr, kind, takers, isOption }];
  });
  return subjects.sort((one, other) => BY_TITLE.compare(one.subject, other.subject));
}

/** Returns whether students choose subjects, in which case their totals cannot be compared. */
export function hasOptionalSubjects(subjects: readonly ClassSubject[]): boolean {
  return subjects.some(({ takers }) => isByChoice(takers));
}

function isByChoice(takers: ClassSubject["takers"]): boolean {
  return takers.some(({ result }) => result.by_choice);
}
