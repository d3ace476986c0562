import { transaction, type Transaction } from "#db/index.ts";
import {
  ClassTeacher,
  DeanAssignment,
  FormClass,
  Lesson as Lessons,
  SchoolClass as Classes,
  Subject,
} from "#db/models/classes.ts";
import { Assessment, FortnightlyTest } from "#db/models/marks.ts";
import { AcademicTerm, AcademicYear, School as Schools } from "#db/models/school.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { END_OF_TERM_TEST_ID, type AssessmentType, type TestId } from "#domain/terms.ts";

/** The actor in the audit trail for rows that a test creates. */
export const TEST = { system: "test" };

export type School = { flavour: SchoolFlavour; yearId: number; terms: TermIds; currentTermId: number };
export type TermIds = readonly [first: number, second: number, third: number];
export type SchoolClass = { classId: number; academicYearId: number; formClassId: string; label: string };
export type Lesson = { lessonId: number; subjectId: number; classId: number; employeeId: number };
export type Employed = { employeeId: number };

/** SQL for today in the school's time zone. In the evening, the date in UTC is already the next day. */
export const TODAY = "(now() at time zone 'America/Port_of_Spain')::date";

export const YEAR_ID = 20252026;
export const NEXT_YEAR_ID = 20262027;
export const TERM_IDS: TermIds = [202520261, 202520262, 202520263];

const TERMS = [
  { term: 1, term_start: "2025-09-01", term_end: "2025-12-12", next_term_start: "2026-01-05" },
  { term: 2, term_start: "2026-01-05", term_end: "2026-03-27", next_term_start: "2026-04-13" },
  { term: 3, term_start: "2026-04-13", term_end: "2026-07-03", next_term_start: "2026-09-07" },
] as const;

const PRIMARY_CLASSES = ["1st Year", "2nd Year", "Std 1", "Std 2", "Std 3", "Std 4", "Std 5"];
const SECONDARY_CLASSES = ["1A", "2A", "3A", "4A", "5A", "6A"];

type SchoolOptions = { flavour?: SchoolFlavour; assessmentType?: AssessmentType; currentTerm?: 1 | 2 | 3 };

/** Creates the school, the year 2025-2026 with its three terms, and one form class for each level. */
export function createSchool({
  flavour = "primary",
  assessmentType = "Mid Term",
  currentTerm = 3,
}: SchoolOptions = {}): Promise<School> {
  const currentTermId = YEAR_ID * 10 + currentTerm;
  return transaction(TEST, async (t) => {
    await AcademicYear.insert({ academic_year_id: YEAR_ID }, t);
    for (const term of TERMS) {
      const ids = { academic_term_id: YEAR_ID * 10 + term.term, academic_year_id: YEAR_ID };
      await AcademicTerm.insert({ ...ids, ...term, total_sessions: 120, assessment_type: assessmentType }, t);
    }
    await createFormClasses(flavour === "primary" ? PRIMARY_CLASSES : SECONDARY_CLASSES, t);
    await Schools.insert({ name: "Test School", flavour, current_term_id: currentTermId }, t);
    return { flavour, yearId: YEAR_ID, terms: TERM_IDS, currentTermId };
  });
}

async function createFormClasses(formClassIds: readonly string[], t: Transaction): Promise<void> {
  for (const [index, formClassId] of formClassIds.entries()) {
    const form_level = index + 1;
    const group_title = /^\d\w$/.test(formClassId) ? `Form ${form_level}` : formClassId;
    const names = { form_class_id: formClassId, group_title };
    await FormClass.insert({ ...names, form_level, position: form_level * 10 }, t);
  }
}

type ClassOptions = {
  yearId?: number;
  formClassId?: string;
  label?: string;
  formTeacher?: Employed | null;
  courseWorkOnly?: boolean;
  assessmentType?: "Grade" | null;
};

/** Creates the year 2026-2027 without any terms. */
export async function createNextYear(): Promise<number> {
  await transaction(TEST, (t) => AcademicYear.insert({ academic_year_id: NEXT_YEAR_ID }, t));
  return NEXT_YEAR_ID;
}

/**
 * Creates a class of 2025-2026 or of the next year; `formTeacher` may be null. A second class of the same form class
 * needs a `label`.
 */
export function createClass({
  yearId = YEAR_ID,
  formClassId = "Std 1",
  label = formClassId,
  formTeacher: formTeacher = null,
  courseWorkOnly = false,
  assessmentType = null,
}: ClassOptions = {}): Promise<SchoolClass> {
  return transaction(TEST, async (t) => {
    const { class_id: classId } = await Classes.insert(
      {
        academic_year_id: yearId,
        form_class_id: formClassId,
        label,
        course_work_only: courseWorkOnly,
        assessment_type: assessmentType,
      },
      t,
    );
    const from = yearId === YEAR_ID ? TERMS[0].term_start : TERMS[2].next_term_start;
    if (formTeacher)
      await insertClassTeacher({ classId, employeeId: formTeacher.employeeId, isLead: true, from }, t);
    return { classId, academicYearId: yearId, formClassId, label };
  });
}

/** Adds a co-teacher to the class, from the first day of the year. */
export async function addCoTeacher(
  { classId }: { classId: number },
  { employeeId }: Employed,
): Promise<void> {
  await transaction(TEST, (t) => insertClassTeacher({ classId, employeeId, isLead: false }, t));
}

function insertClassTeacher(
  {
    classId,
    employeeId,
    isLead,
    from = TERMS[0].term_start,
  }: { classId: number; employeeId: number; isLead: boolean; from?: string },
  t: Transaction,
) {
  const formTeacher = { class_id: classId, employee_id: employeeId, is_lead: isLead, from_date: from };
  return ClassTeacher.insert(formTeacher, t);
}

export async function assignDean(
  { formClassId }: { formClassId: string },
  { employeeId }: Employed,
): Promise<void> {
  const deanship = { academic_year_id: YEAR_ID, form_class_id: formClassId, employee_id: employeeId };
  await transaction(TEST, (t) => DeanAssignment.insert(deanship, t));
}

/** Starts above the ids of subjects with special rules. */
let nextSubjectId = 1000;

/** Finds a subject by title, or creates it. `subjectId` is for subjects with special rules. */
export function createSubject(title: string, subjectId: number | null = null): Promise<number> {
  return transaction(TEST, async (t) => {
    const where = { title, is_active: true };
    const known = await Subject.selectOne(["subject_id"], { where }, t);
    if (known) return known.subject_id;
    const abbr = title.slice(0, 4).toUpperCase();
    const { subject_id } = await Subject.insert({ subject_id: subjectId ?? nextSubjectId++, title, abbr }, t);
    return subject_id;
  });
}

type LessonOptions = { subject?: string; subjectId?: number | null; byChoice?: boolean };

export async function createLesson(
  { employeeId }: Employed,
  { classId }: { classId: number },
  { subject = "Mathematics", subjectId = null, byChoice = false }: LessonOptions = {},
): Promise<Lesson> {
  const taught = await createSubject(subject, subjectId);
  return transaction(TEST, async (t) => {
    const ids = { employee_id: employeeId, subject_id: taught, class_id: classId };
    const { lesson_id: lessonId } = await Lessons.insert({ ...ids, by_choice: byChoice }, t);
    return { lessonId, subjectId: taught, classId, employeeId };
  });
}

type AssessmentOptions = {
  termId?: number;
  testId?: TestId;
  fortnightlyTestId?: number | null;
  maxMark?: number;
  testDate?: string | null;
};

export function createAssessment(
  { classId, subjectId }: Pick<Lesson, "classId" | "subjectId">,
  {
    termId = TERM_IDS[2],
    testId = END_OF_TERM_TEST_ID,
    fortnightlyTestId = null,
    maxMark = 100,
    testDate = null,
  }: AssessmentOptions = {},
): Promise<number> {
  return transaction(TEST, async (t) => {
    const ids = { class_id: classId, academic_term_id: termId, subject_id: subjectId };
    const test = { test_id: testId, fortnightly_test_id: fortnightlyTestId, test_date: testDate };
    return (await Assessment.insert({ ...ids, ...test, max_mark: maxMark }, t)).assessment_id;
  });
}

export function createFortnightlyTest(
  { classId }: { classId: number },
  {
    title,
    termId = TERM_IDS[2],
    testDate = null,
  }: { title: string; termId?: number; testDate?: string | null },
): Promise<number> {
  return transaction(TEST, async (t) => {
    const test = { class_id: classId, academic_term_id: termId, title, test_date: testDate };
    return (await FortnightlyTest.insert(test, t)).fortnightly_test_id;
  });
}
