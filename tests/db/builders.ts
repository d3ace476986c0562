import { runQuery, transaction } from "#db/index.ts";
import { AssessmentCriterion, FortnightlyTest } from "#db/models/marks.ts";
import { AcademicTerm, AcademicYear } from "#db/models/school.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createMark, createStudent, createStudents } from "#tests/support/builders/students.ts";

/** PostgreSQL's codes for violated constraints. */
export const CHECK = "23514";
export const UNIQUE = "23505";
export const FOREIGN = "23503";
export const NOT_NULL = "23502";

export type Values = Record<string, string | number | boolean | null | undefined>;

export const LAST_YEAR = 20242025;
export const LAST_YEAR_TERM = 202420251;
const CRITERION = 900;
export const FORTNIGHTLY_TEST = 900;

/**
 * Creates a school with a person of each kind, and for each table a valid row: a rejected row differs from it in one
 * value.
 */
export async function createGoodRows() {
  const { yearId, terms } = await createSchool();
  const [term1, , term3] = terms;
  const { accountId } = await createAdmin();
  const formTeacher = await createFormTeacher();
  const other = await createTeacher();
  const std4 = await createClass({ formClassId: "Std 4", formTeacher });
  const lesson = await createLesson(formTeacher, std4);
  const [pupil, classmate] = await createStudents(std4, 2, [term3]);
  const stranger = await createStudent();
  if (!pupil || !classmate) throw new Error("the class is empty");
  const { markId } = await createMark(classmate, lesson, { mark: 61 });
  await createOtherYear(lesson, term1);
  const good: Record<string, Values> = {
    academic_years: { academic_year_id: 20302031 },
    academic_terms: {
      academic_term_id: 202420252,
      academic_year_id: LAST_YEAR,
      term: 2,
      term_start: "2025-01-06",
      term_end: "2025-03-28",
      next_term_start: "2025-04-14",
      total_sessions: 116,
      assessment_type: "Mid Term",
    },
    form_classes: { form_class_id: "Std 6", form_level: 7, group_title: "Standard 6", position: 900 },
    employees: { first_name: "Renée", last_name: "Salandy", gender: "F", title: "Ms." },
    accounts: { user_name: "r.salandy", password_hash: "x" },
    account_permissions: { account_id: formTeacher.accountId, user_permission_id: 7 },
    students: {
      student_id: "SR-99001",
      first_name: "Anya",
      last_name: "Lee Lum",
      birth_certificate_pin: "1",
    },
    classes: { academic_year_id: yearId, form_class_id: "Std 4", label: "Std 4 P" },
    class_teachers: {
      class_id: std4.classId,
      employee_id: other.employeeId,
      is_lead: false,
      from_date: "2025-09-01",
    },
    registrations: {
      student_key: pupil.id,
      academic_term_id: term1,
      academic_year_id: yearId,
      class_id: std4.classId,
    },
    subjects: { subject_id: 5000, title: "Steel Pan", abbr: "Pan" },
    lessons: { employee_id: other.employeeId, subject_id: lesson.subjectId, class_id: std4.classId },
    assessments: {
      class_id: std4.classId,
      academic_term_id: term1,
      subject_id: lesson.subjectId,
      test_id: 1,
      max_mark: 50,
    },
    fortnightly_tests: { class_id: std4.classId, academic_term_id: term1, title: "Fortnightly Test 2" },
    marks: {
      student_key: pupil.id,
      academic_term_id: term3,
      subject_id: lesson.subjectId,
      test_id: 1,
      mark: 88,
      max_mark: 100,
    },
    criterion_grades: { mark_id: markId, criterion_id: CRITERION, grade: 5, version: 1 },
    term_records: {
      student_key: stranger.id,
      academic_term_id: term1,
      total_sessions: 120,
      sessions_absent: 4,
    },
    postings: { academic_term_id: term1, posted: true, date_posted: "2025-12-12T14:30:00-04:00" },
    report_card_settings: {
      form_level: 3,
      from_term_id: term1,
      grading: JSON.stringify({ steps: [{ letter: "A", from: 0, words: "" }], passMark: 50 }),
    },
    entry_windows: {
      academic_term_id: term1,
      kind: "marks",
      opens_at: "2025-11-10",
      closes_at: "2025-12-05",
    },
    entry_extensions: {
      academic_term_id: term1,
      kind: "marks",
      employee_id: other.employeeId,
      until: "2025-12-08",
      reason: "Sick leave",
      given_by: accountId,
    },
    entry_corrections: {
      academic_term_id: term1,
      class_id: std4.classId,
      until: new Date().toISOString().slice(0, 10),
      reason: "Two scripts were missing.",
      opened_by: accountId,
    },
    comment_phrases: { phrase: "A joy to teach." },
    files: { file_name: "a.jpg", kind: "picture", media_type: "image/jpeg", bytes: 9, sha256: "\\x00" },
  };
  return { good, yearId, term1, term3, accountId, formTeacher, std4, pupil, classmate };
}

/** Returns the database's answer to the row with the change: `taken`, or the code of its error. Nothing is kept. */
export async function answerTo(table: string, row: Values): Promise<string> {
  const done = new Error("taken");
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => column).join(", ");
  const places = given.map((_, index) => `$${index + 1}`).join(", ");
  const values = given.map(([, value]) => value);
  const storing = transaction(TEST, async (t) => {
    await runQuery(`insert into ${table} (${columns}) values (${places})`, values, t);
    throw done;
  });
  return storing.catch(
    (error: { message: string; parent?: { code: string } }) => error.parent?.code ?? error.message,
  );
}

async function createOtherYear(
  { subjectId, classId }: { subjectId: number; classId: number },
  termId: number,
): Promise<void> {
  const term = { academic_term_id: LAST_YEAR_TERM, academic_year_id: LAST_YEAR, term: 1 };
  const days = { term_start: "2024-09-02", term_end: "2024-12-13" };
  const criterion = { criterion_id: CRITERION, subject_id: subjectId, form_level: 1, detail: "Counts" };
  const test = { fortnightly_test_id: FORTNIGHTLY_TEST, class_id: classId, academic_term_id: termId };
  await transaction(TEST, async (t) => {
    await AcademicYear.insert({ academic_year_id: LAST_YEAR }, t);
    await AcademicTerm.insert({ ...term, ...days, assessment_type: "Mid Term" }, t);
    await AssessmentCriterion.insert({ ...criterion, position: 1 }, t);
    await FortnightlyTest.insert({ ...test, title: "Fortnightly Test 1" }, t);
  });
}
