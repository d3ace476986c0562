import { PRESENT } from "#domain/attendance.ts";
import { hasWorkRatings } from "#domain/grades.ts";
import { joinedNames } from "#domain/names.ts";
import type { Scheme, SubjectResult, TestMark } from "#domain/subject-results.ts";
import { END_OF_TERM, OTHER_ASSESSMENT, testTitle } from "#domain/terms.ts";
import type { TestId } from "#domain/terms.ts";
import type { MarkColumns, SubjectRow } from "../report.ts";

export type TaughtResult = SubjectResult & {
  subject_id: number;
  subject: string;
  teachers: readonly { first_name: string; last_name: string }[];
};

type Given = {
  scheme: Scheme;
  /** What a test is out of where no mark says so. */
  maxima: readonly { subject_id: number; test_id: TestId; max_mark: number }[];
};

const USUAL_MAXIMUM = 100;

/** A row a subject, as the report's table has it (T3). */
export function subjectRow(result: TaughtResult, { scheme, maxima }: Given): SubjectRow {
  const { subject_id, teachers, kind, exam, course, counted } = result;
  const most = (mark: TestMark | null, test: TestId) =>
    mark?.max_mark ??
    maxima.find((set) => set.subject_id === subject_id && set.test_id === test)?.max_mark ??
    USUAL_MAXIMUM;
  const [examMost, courseMost] = [most(exam, END_OF_TERM), most(course, OTHER_ASSESSMENT)];
  return {
    subject_id,
    title: result.subject,
    teacher: joinedNames(teachers) || null,
    max_mark: scheme.course_work_only ? courseMost : examMost,
    mark: counted?.mark ?? null,
    percentage: result.percent,
    grade: result.grade,
    course_mark: course?.mark ?? null,
    course_max_mark: courseMost,
    course_attendance: course?.attendance ?? PRESENT,
    exam_mark: exam?.mark ?? null,
    exam_max_mark: examMost,
    exam_attendance: exam?.attendance ?? PRESENT,
    ...fortnightlyMarks(result),
    application: exam?.application ?? null,
    preparedness: exam?.preparedness ?? null,
    criteria: kind === "criteria" ? result.criteria : null,
    isGraded: kind !== "marks",
    editUrl: null,
  };
}

function fortnightlyMarks({ first, second }: SubjectResult) {
  return {
    mark1: first?.mark ?? null,
    max_mark1: first?.max_mark ?? null,
    attendance1: first?.attendance ?? null,
    mark2: second?.mark ?? null,
    max_mark2: second?.max_mark ?? null,
    attendance2: second?.attendance ?? null,
  };
}

/** Which columns the table of a class has in this term. */
export function markColumns(results: readonly SubjectResult[], scheme: Scheme): MarkColumns {
  const { assessment_type, course_work_only, by_criteria, flavour, form_level } = scheme;
  return {
    fortnightly: assessment_type === "Forthnightly Test" && !by_criteria,
    course: hasCourse(results, scheme) ? testTitle(OTHER_ASSESSMENT, assessment_type, null) : null,
    exam: course_work_only ? null : testTitle(END_OF_TERM, assessment_type, null),
    workRatings: hasWorkRatings(flavour, form_level),
  };
}

/** In fortnightly terms a course mark is given in some schools only: without one its column would say nothing. */
function hasCourse(
  results: readonly SubjectResult[],
  { assessment_type, by_criteria, course_work_only }: Scheme,
): boolean {
  if (course_work_only) return true;
  if (by_criteria) return false;
  const isGiven = results.some(
    ({ course }) => course !== null && (course.mark !== null || course.attendance !== PRESENT),
  );
  return assessment_type !== "Forthnightly Test" || isGiven;
}
