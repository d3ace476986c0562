import { row, run, transaction } from "#db/index.ts";
import type { Transaction } from "#db/index.ts";
import type { Flavour } from "#domain/grades.ts";
import type { AssessmentType, TestId } from "#domain/terms.ts";
import { END_OF_TERM } from "#domain/terms.ts";

/** What the rows that a test makes are recorded under. */
export const TEST = { system: "test" };

export type School = { flavour: Flavour; yearId: number; terms: TermIds; currentTermId: number };
export type TermIds = readonly [first: number, second: number, third: number];
export type SchoolClass = { classId: number; academicYearId: number; formClassId: string; label: string };
export type Lesson = { lessonId: number; subjectId: number; classId: number; employeeId: number };
export type Employed = { employeeId: number };

export const YEAR_ID = 20252026;
export const TERM_IDS: TermIds = [202520261, 202520262, 202520263];

const TERM_DATES = [
  { term: 1, start: "2025-09-01", end: "2025-12-12", next: "2026-01-05" },
  { term: 2, start: "2026-01-05", end: "2026-03-27", next: "2026-04-13" },
  { term: 3, start: "2026-04-13", end: "2026-07-03", next: "2026-09-07" },
] as const;

const PRIMARY_CLASSES = ["1st Year", "2nd Year", "Std 1", "Std 2", "Std 3", "Std 4", "Std 5"];
const SECONDARY_CLASSES = ["1A", "2A", "3A", "4A", "5A", "6A"];

type SchoolOptions = { flavour?: Flavour; assessmentType?: AssessmentType; currentTerm?: 1 | 2 | 3 };

/** The school's row, the year 2025-2026 with its three terms, and one form class a level. */
export function createSchool({
  flavour = "primary",
  assessmentType = "Mid Term",
  currentTerm = 3,
}: SchoolOptions = {}): Promise<School> {
  const currentTermId = YEAR_ID * 10 + currentTerm;
  return transaction(TEST, async (t) => {
    await run("insert into academic_years (academic_year_id) values ($1)", [YEAR_ID], t);
    for (const { term, start, end, next } of TERM_DATES) {
      await run(
        `insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, total_sessions,
                                     next_term_start, assessment_type)
         values ($1, $2, $3, $4, $5, 120, $6, $7)`,
        [YEAR_ID * 10 + term, YEAR_ID, term, start, end, next, assessmentType],
        t,
      );
    }
    await createFormClasses(flavour === "primary" ? PRIMARY_CLASSES : SECONDARY_CLASSES, t);
    await run(
      "insert into schools (name, flavour, current_term_id) values ('Test School', $1, $2)",
      [flavour, currentTermId],
      t,
    );
    return { flavour, yearId: YEAR_ID, terms: TERM_IDS, currentTermId };
  });
}

async function createFormClasses(formClassIds: readonly string[], t: Transaction): Promise<void> {
  for (const [index, formClassId] of formClassIds.entries()) {
    const level = index + 1;
    await run(
      "insert into form_classes (form_class_id, form_level, group_title, position) values ($1, $2, $3, $4)",
      [formClassId, level, /^\d\w$/.test(formClassId) ? `Form ${level}` : formClassId, level * 10],
      t,
    );
  }
}

type ClassOptions = {
  formClassId?: string;
  label?: string;
  lead?: Employed | null;
  courseWorkOnly?: boolean;
  assessmentType?: "Grade" | null;
};

/** A class of 2025-2026; `lead` is its form teacher. Two classes of one form class need a `label` of their own. */
export function createClass({
  formClassId = "Std 1",
  label = formClassId,
  lead = null,
  courseWorkOnly = false,
  assessmentType = null,
}: ClassOptions = {}): Promise<SchoolClass> {
  return transaction(TEST, async (t) => {
    const { id: classId } = await inserted(
      `insert into classes (academic_year_id, form_class_id, label, course_work_only, assessment_type)
       values ($1, $2, $3, $4, $5) returning class_id as id`,
      [YEAR_ID, formClassId, label, courseWorkOnly, assessmentType],
      t,
    );
    if (lead) await insertClassTeacher({ classId, employeeId: lead.employeeId, isLead: true }, t);
    return { classId, academicYearId: YEAR_ID, formClassId, label };
  });
}

/** A co-teacher of the class, from the first day of the year. */
export function addCoTeacher({ classId }: { classId: number }, { employeeId }: Employed): Promise<void> {
  return transaction(TEST, (t) => insertClassTeacher({ classId, employeeId, isLead: false }, t));
}

function insertClassTeacher(
  { classId, employeeId, isLead }: { classId: number; employeeId: number; isLead: boolean },
  t: Transaction,
): Promise<void> {
  return run(
    "insert into class_teachers (class_id, employee_id, is_lead, from_date) values ($1, $2, $3, '2025-09-01')",
    [classId, employeeId, isLead],
    t,
  );
}

export function assignDean(
  { formClassId }: { formClassId: string },
  { employeeId }: Employed,
): Promise<void> {
  return transaction(TEST, (t) =>
    run(
      "insert into dean_assignments (academic_year_id, form_class_id, employee_id) values ($1, $2, $3)",
      [YEAR_ID, formClassId, employeeId],
      t,
    ),
  );
}

/** A subject by its title; made when the school does not teach it yet. `subjectId` for the subjects that rules name. */
export function createSubject(title: string, subjectId: number | null = null): Promise<number> {
  return transaction(TEST, async (t) => {
    const known = await row<{ id: number }>(
      "select subject_id as id from subjects where lower(title) = lower($1) and is_active",
      [title],
      t,
    );
    if (known) return known.id;
    const { id } = await inserted(
      `insert into subjects (subject_id, title, abbr)
       values (coalesce($1::integer, 1000 + (select count(*) from subjects)), $2, $3) returning subject_id as id`,
      [subjectId, title, title.slice(0, 4).toUpperCase()],
      t,
    );
    return id;
  });
}

type LessonOptions = { subject?: string; subjectId?: number | null; byChoice?: boolean };

/** The teacher takes the class in the subject. */
export async function createLesson(
  { employeeId }: Employed,
  { classId }: { classId: number },
  { subject = "Mathematics", subjectId = null, byChoice = false }: LessonOptions = {},
): Promise<Lesson> {
  const taught = await createSubject(subject, subjectId);
  return transaction(TEST, async (t) => {
    const { id: lessonId } = await inserted(
      `insert into lessons (employee_id, subject_id, class_id, by_choice)
       values ($1, $2, $3, $4) returning lesson_id as id`,
      [employeeId, taught, classId, byChoice],
      t,
    );
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
    testId = END_OF_TERM,
    fortnightlyTestId = null,
    maxMark = 100,
    testDate = null,
  }: AssessmentOptions = {},
): Promise<number> {
  return transaction(TEST, async (t) => {
    const { id } = await inserted(
      `insert into assessments (class_id, academic_term_id, subject_id, test_id, fortnightly_test_id, max_mark, test_date)
       values ($1, $2, $3, $4, $5, $6, $7) returning assessment_id as id`,
      [classId, termId, subjectId, testId, fortnightlyTestId, maxMark, testDate],
      t,
    );
    return id;
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
    const { id } = await inserted(
      `insert into fortnightly_tests (class_id, academic_term_id, title, test_date)
       values ($1, $2, $3, $4) returning fortnightly_test_id as id`,
      [classId, termId, title, testDate],
      t,
    );
    return id;
  });
}

/** The one row that an `insert … returning` answers. */
export async function inserted<Row extends object = { id: number }>(
  sql: string,
  bind: readonly unknown[],
  t: Transaction,
): Promise<Row> {
  const made = await row<Row>(sql, bind, t);
  if (!made) throw new Error(`nothing was inserted: ${sql}`);
  return made;
}
