import { PRESENT } from "#domain/attendance.ts";
import type { Attendance } from "#domain/attendance.ts";
import { averageText } from "#domain/averages.ts";
import { gradeOf, hasWorkRatings, percentage } from "#domain/grades.ts";
import type { Flavour, Grade, Rating } from "#domain/grades.ts";
import { sheetKind } from "#domain/sheets.ts";
import type { SheetKind } from "#domain/sheets.ts";
import { END_OF_TERM, FORTNIGHTLY, OTHER_ASSESSMENT, testTitle } from "#domain/terms.ts";
import type { AssessmentType, TestId } from "#domain/terms.ts";
import type { ReportedSubject } from "../missing.rules.ts";
import type { MarkColumns, SubjectRow } from "../report.ts";

/** What decides how the subjects of a class are shown. */
export type Scheme = {
  flavour: Flavour;
  form_level: number;
  by_criteria: boolean;
  course_work_only: boolean;
  assessment_type: AssessmentType;
};

export type SubjectMark = {
  subject_id: number;
  test_id: TestId;
  place: number | null;
  mark: number | null;
  max_mark: number;
  attendance: Attendance;
  grade: Grade | null;
  application: Rating | null;
  preparedness: Rating | null;
  criteria: Readonly<Record<string, number | null>>;
};

export type Criterion = { subject_id: number; criterion_id: number; detail: string };

type Subject = { subject_id: number; title: string; teacher: string | null };

type Given = {
  scheme: Scheme;
  marks: readonly SubjectMark[];
  criteria: readonly Criterion[];
  /** What a test is out of where no mark says so. */
  maxima: readonly { subject_id: number; test_id: TestId; max_mark: number }[];
};

const USUAL_MAXIMUM = 100;

/** A row a subject, as the report's table has it (T3). */
export function subjectRows(subjects: readonly Subject[], given: Given): SubjectRow[] {
  return subjects.map((subject) => subjectRow(subject, given));
}

function subjectRow({ subject_id, title, teacher }: Subject, given: Given): SubjectRow {
  const tests = testsOf(subject_id, given);
  const counted = given.scheme.course_work_only ? tests.course : tests.exam;
  const percent = counted.mark === null ? null : percentage(counted.mark, counted.max_mark);
  const { kind, criteria } = kindOf(subject_id, tests.exam, given);
  const chosen = counted.grade ?? tests.exam.grade;
  return {
    subject_id,
    title,
    teacher,
    max_mark: counted.max_mark,
    mark: counted.mark,
    percentage: percent,
    grade: kind === "grades" ? chosen : gradeOfPercent(percent),
    ...testColumns(tests),
    application: tests.exam.application,
    preparedness: tests.exam.preparedness,
    criteria,
    isGraded: kind !== "marks",
    editUrl: null,
  };
}

type Tests = {
  exam: SubjectMark;
  course: SubjectMark;
  first: SubjectMark | null;
  second: SubjectMark | null;
};

/** The subject's marks by their tests; the two that every term has are blank where nothing is stored. */
function testsOf(subject_id: number, given: Given): Tests {
  const ofTest = (test_id: TestId, place: number | null) =>
    given.marks.find(
      (mark) => mark.subject_id === subject_id && mark.test_id === test_id && mark.place === place,
    ) ?? null;
  return {
    exam: ofTest(END_OF_TERM, null) ?? blankMark(given, { subject_id, test_id: END_OF_TERM }),
    course: ofTest(OTHER_ASSESSMENT, null) ?? blankMark(given, { subject_id, test_id: OTHER_ASSESSMENT }),
    first: ofTest(FORTNIGHTLY, 1),
    second: ofTest(FORTNIGHTLY, 2),
  };
}

function blankMark({ maxima }: Given, of: { subject_id: number; test_id: TestId }): SubjectMark {
  const set = maxima.find(
    ({ subject_id, test_id }) => subject_id === of.subject_id && test_id === of.test_id,
  );
  const ratings = { grade: null, application: null, preparedness: null, criteria: {} };
  const max_mark = set?.max_mark ?? USUAL_MAXIMUM;
  return { ...of, place: null, mark: null, max_mark, attendance: PRESENT, ...ratings };
}

function testColumns({ exam, course, first, second }: Tests) {
  return {
    course_mark: course.mark,
    course_max_mark: course.max_mark,
    course_attendance: course.attendance,
    exam_mark: exam.mark,
    exam_max_mark: exam.max_mark,
    exam_attendance: exam.attendance,
    mark1: first?.mark ?? null,
    max_mark1: first?.max_mark ?? null,
    attendance1: first?.attendance ?? null,
    mark2: second?.mark ?? null,
    max_mark2: second?.max_mark ?? null,
    attendance2: second?.attendance ?? null,
  };
}

function gradeOfPercent(percent: number | null): Grade | null {
  return percent === null ? null : gradeOf(percent);
}

type Kind = { kind: SheetKind; criteria: SubjectRow["criteria"] };

function kindOf(subject_id: number, exam: SubjectMark, { scheme, criteria }: Given): Kind {
  const own = criteria.filter((criterion) => criterion.subject_id === subject_id);
  const kind = sheetKind({ ...scheme, subject_id, criteria: own });
  if (kind !== "criteria") return { kind, criteria: null };
  return {
    kind,
    criteria: own.map(({ criterion_id, detail }) => ({
      detail,
      grade: exam.criteria[criterion_id] ?? null,
    })),
  };
}

/** Mean of what counts, in words (T9). */
export function averageOf(rows: readonly SubjectRow[], scheme: Scheme): string | null {
  return averageText(
    rows.map(({ mark, max_mark, isGraded, ...row }) => ({
      mark,
      maxMark: max_mark,
      isGraded,
      attendance: scheme.course_work_only ? row.course_attendance : row.exam_attendance,
    })),
  );
}

/** Whether something that counts was entered: a mark, a grade, an absence, a criterion's grade. */
export function reportedSubjects(rows: readonly SubjectRow[], scheme: Scheme): ReportedSubject[] {
  return rows.map((row) => {
    const attendance = scheme.course_work_only ? row.course_attendance : row.exam_attendance;
    const hasCriterion = row.criteria?.some(({ grade }) => grade !== null) ?? false;
    const hasResult = row.mark !== null || row.grade !== null || hasCriterion;
    return { title: row.title, isEntered: hasResult || attendance !== PRESENT };
  });
}

/** Which columns the table of a class has in this term. */
export function markColumns(rows: readonly SubjectRow[], scheme: Scheme): MarkColumns {
  const { assessment_type, course_work_only, by_criteria, flavour, form_level } = scheme;
  return {
    fortnightly: assessment_type === "Forthnightly Test" && !by_criteria,
    course: hasCourse(rows, scheme) ? testTitle(OTHER_ASSESSMENT, assessment_type, null) : null,
    exam: course_work_only ? null : testTitle(END_OF_TERM, assessment_type, null),
    workRatings: hasWorkRatings(flavour, form_level),
  };
}

/** In fortnightly terms a course mark is given in some schools only: without one its column would say nothing. */
function hasCourse(
  rows: readonly SubjectRow[],
  { assessment_type, by_criteria, course_work_only }: Scheme,
): boolean {
  if (course_work_only) return true;
  if (by_criteria) return false;
  const isGiven = rows.some((row) => row.course_mark !== null || row.course_attendance !== PRESENT);
  return assessment_type !== "Forthnightly Test" || isGiven;
}
