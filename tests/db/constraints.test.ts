import { expect, test } from "vitest";
import { run, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/people.ts";
import { createClass, createLesson, createSchool, TEST } from "#tests/support/school.ts";
import { createMark, createStudents } from "#tests/support/students.ts";

await freshDatabase();

const CHECK = "23514";
const UNIQUE = "23505";
const FOREIGN = "23503";
const NOT_NULL = "23502";

const LAST_YEAR = 20242025;
const LAST_YEAR_TERM = 202420251;

const { yearId, terms } = await createSchool();
const [term1, , term3] = terms;
const { accountId } = await createAdmin();
const lead = await createFormTeacher();
const other = await createTeacher();
const std4 = await createClass({ formClassId: "Std 4", lead });
const lesson = await createLesson(lead, std4);
const students = await createStudents(std4, 3);
const [pupil, classmate] = students.map(({ id }) => id);
const { markId } = await createMark({ id: Number(classmate) }, lesson, { mark: 61 });
await transaction(TEST, async (t) => {
  await run("insert into academic_years values ($1)", [LAST_YEAR], t);
  await run(
    `insert into academic_terms (academic_term_id, academic_year_id, term, term_start, term_end, assessment_type)
     values ($1, $2, 1, '2024-09-02', '2024-12-13', 'Mid Term')`,
    [LAST_YEAR_TERM, LAST_YEAR],
    t,
  );
  await run("insert into assessment_criteria values (1, $1, 1, 'Counts to 20', 1)", [lesson.subjectId], t);
  await run(
    "insert into fortnightly_tests values (1, $1, $2, 'Fortnightly Test 1', null)",
    [std4.classId, term1],
    t,
  );
});

type Values = Record<string, string | number | boolean | null | undefined>;

/** A row that the database takes; each refused one differs from it in what its line says. */
const GOOD: Record<string, Values> = {
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
  account_permissions: { account_id: lead.accountId, user_permission_id: 7 },
  students: { student_id: "SR-99001", first_name: "Anya", last_name: "Lee Lum", birth_certificate_pin: "1" },
  classes: { academic_year_id: yearId, form_class_id: "Std 4", label: "Std 4 P" },
  class_teachers: {
    class_id: std4.classId,
    employee_id: other.employeeId,
    is_lead: false,
    from_date: "2025-09-01",
  },
  registrations: {
    student_key: pupil,
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
    student_key: pupil,
    academic_term_id: term3,
    subject_id: lesson.subjectId,
    test_id: 1,
    mark: 88,
    max_mark: 100,
  },
  criterion_grades: { mark_id: markId, criterion_id: 1, grade: 5, version: 1 },
  term_records: { student_key: pupil, academic_term_id: term1, total_sessions: 120, sessions_absent: 4 },
  postings: { academic_term_id: term1, posted: true, date_posted: "2025-12-12T14:30:00-04:00" },
  comment_phrases: { phrase: "A joy to teach." },
  files: { file_name: "a.jpg", kind: "picture", media_type: "image/jpeg", bytes: 9, sha256: "\\x00" },
};

test.each(Object.keys(GOOD))("a good row of %s is taken", async (table) => {
  const storing = tried(table, {});

  await expect(storing).resolves.toBe("taken");
});

const REFUSED: [sentence: string, table: string, change: Values, code: string][] = [
  ["a year whose second half does not follow", "academic_years", { academic_year_id: 20302032 }, CHECK],
  ["a term numbered unlike its year", "academic_terms", { academic_term_id: 202420253 }, CHECK],
  ["a fourth term", "academic_terms", { academic_term_id: 202420254, term: 4 }, CHECK],
  ["a term that ends before it starts", "academic_terms", { term_end: "2025-01-03" }, CHECK],
  [
    "a next term that starts before this one ends",
    "academic_terms",
    { next_term_start: "2025-03-28" },
    CHECK,
  ],
  ["a term of the calendar without dates", "academic_terms", { term_start: null }, CHECK],
  ["a term of the calendar without an assessment type", "academic_terms", { assessment_type: null }, CHECK],
  ["an assessment type of its own invention", "academic_terms", { assessment_type: "Quiz" }, CHECK],
  [
    "an archive term numbered unlike level and term",
    "academic_terms",
    { academic_year_id: null, academic_term_id: 203 },
    CHECK,
  ],
  ["a level beyond Standard 5", "form_classes", { form_level: 8 }, CHECK],
  ["a place that another form class has", "form_classes", { position: 10 }, UNIQUE],
  ["an employee without a first name", "employees", { first_name: "" }, CHECK],
  ["a gender that is neither M nor F", "employees", { gender: "X" }, CHECK],
  ["an unknown title", "employees", { title: "Dr." }, CHECK],
  ["an unknown status", "employees", { employee_status_id: 9 }, FOREIGN],
  ["a user name that differs in case only", "accounts", { user_name: "ADMIN" }, UNIQUE],
  ["a user name with a space at its end", "accounts", { user_name: "r.salandy " }, CHECK],
  ["a second account of an employee", "accounts", { employee_id: lead.employeeId }, UNIQUE],
  ["the unused permission 5", "account_permissions", { user_permission_id: 5 }, FOREIGN],
  ["a permission given twice", "account_permissions", { user_permission_id: 1 }, UNIQUE],
  ["a student without a birth certificate pin", "students", { birth_certificate_pin: "" }, CHECK],
  ["a birthday before 1950", "students", { date_of_birth: "1949-12-31" }, CHECK],
  ["a student number that is taken", "students", { student_id: students[0]?.studentId }, UNIQUE],
  ["two classes of one name in a year", "classes", { label: std4.label }, UNIQUE],
  ["a class of a form class that does not exist", "classes", { form_class_id: "Std 9" }, FOREIGN],
  ["a class assessed by anything but criteria", "classes", { assessment_type: "Mid Term" }, CHECK],
  ["two leads of a class", "class_teachers", { is_lead: true }, UNIQUE],
  ["a teacher twice in a class", "class_teachers", { employee_id: lead.employeeId }, UNIQUE],
  ["a teacher who left the class before coming", "class_teachers", { to_date: "2025-08-31" }, CHECK],
  ["two classes of a student in a term", "registrations", { academic_term_id: term3 }, UNIQUE],
  [
    "a term of another year than the class",
    "registrations",
    { academic_term_id: LAST_YEAR_TERM, academic_year_id: LAST_YEAR },
    FOREIGN,
  ],
  ["a year that is not the term's", "registrations", { academic_year_id: LAST_YEAR }, FOREIGN],
  ["two subjects of one title in use", "subjects", { title: "MATHEMATICS" }, UNIQUE],
  ["a lesson given twice to a teacher", "lessons", { employee_id: lead.employeeId }, UNIQUE],
  ["a maximum of nothing", "assessments", { max_mark: 0 }, CHECK],
  ["a fortnightly assessment without its test", "assessments", { test_id: 3 }, CHECK],
  ["an examination with a fortnightly test", "assessments", { fortnightly_test_id: 1 }, CHECK],
  ["two fortnightly tests of one title", "fortnightly_tests", { title: "Fortnightly Test 1" }, UNIQUE],
  ["a mark above the maximum", "marks", { mark: 100.5 }, CHECK],
  ["a mark below nothing", "marks", { mark: -1 }, CHECK],
  ["a mark of somebody absent", "marks", { attendance: 2 }, CHECK],
  ["a grade of somebody absent", "marks", { mark: null, grade: "A", attendance: 2 }, CHECK],
  ["no work at an examination", "marks", { mark: null, attendance: 3 }, CHECK],
  [
    "no work in a fortnightly test",
    "marks",
    { mark: null, attendance: 3, test_id: 3, fortnightly_test_id: 1 },
    CHECK,
  ],
  ["a fourth kind of attendance", "marks", { mark: null, attendance: 4 }, CHECK],
  ["a grade that is not on the scale", "marks", { grade: "E" }, CHECK],
  ["application beside a test that is not the examination", "marks", { test_id: 2, application: "C" }, CHECK],
  ["a fourth rating", "marks", { preparedness: "X" }, CHECK],
  ["a fortnightly mark without its test", "marks", { test_id: 3 }, CHECK],
  ["a second mark of a student in the same test", "marks", { student_key: classmate }, UNIQUE],
  ["a mark without a maximum", "marks", { max_mark: undefined }, NOT_NULL],
  ["a criterion graded 6", "criterion_grades", { grade: 6 }, CHECK],
  ["a criterion graded 0", "criterion_grades", { grade: 0 }, CHECK],
  [
    "both promoted and repeating",
    "term_records",
    { academic_term_id: term3, promoted_to: "Std 5", repeating: "Std 4" },
    CHECK,
  ],
  ["a promotion in the first term", "term_records", { promoted_to: "Std 5" }, CHECK],
  [
    "a promotion to no class of the school",
    "term_records",
    { academic_term_id: term3, promoted_to: "Std 9" },
    FOREIGN,
  ],
  ["more sessions absent than there were", "term_records", { sessions_absent: 121 }, CHECK],
  ["a fourth rating of behaviour", "term_records", { respect: "A" }, CHECK],
  ["a teacher's comment of 401 characters", "term_records", { teacher_comment: "x".repeat(401) }, CHECK],
  ["a principal's comment of 101 characters", "term_records", { principal_comment: "x".repeat(101) }, CHECK],
  ["a signature without its time", "term_records", { signed_by: accountId }, CHECK],
  ["a signature's picture without a signature", "term_records", { signature: "a.jpg" }, FOREIGN],
  ["posted without a day", "postings", { date_posted: null }, CHECK],
  ["a day without being posted", "postings", { posted: false }, CHECK],
  ["a phrase longer than a comment", "comment_phrases", { phrase: "x".repeat(401) }, CHECK],
  ["an empty file", "files", { bytes: 0 }, CHECK],
];

test.each(REFUSED)("%s is refused", async (_, table, change, code) => {
  const storing = tried(table, change);

  await expect(storing).resolves.toBe(code);
});

test("a term has one posting for the whole school", async () => {
  const whole = { ...GOOD.postings, class_id: null };
  const twice = transaction(TEST, async (t) => {
    await run(...insert("postings", whole), t);
    await run(...insert("postings", whole), t);
  });

  await expect(twice).rejects.toMatchObject({ parent: { code: UNIQUE } });
});

test("a database holds one school", async () => {
  const second = transaction(TEST, (t) =>
    run("insert into schools (name, flavour) values ('Another', 'primary')", [], t),
  );

  await expect(second).rejects.toMatchObject({ parent: { code: UNIQUE } });
});

/** What the database says to a row like the good one but for the change; nothing stays. */
async function tried(table: string, change: Values): Promise<string> {
  const done = new Error("taken");
  const storing = transaction(TEST, async (t) => {
    await run(...insert(table, { ...GOOD[table], ...change }), t);
    throw done;
  });
  return storing.catch(
    (error: { message: string; parent?: { code: string } }) => error.parent?.code ?? error.message,
  );
}

function insert(table: string, values: Values): [sql: string, bind: unknown[]] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = given.map(([column]) => column).join(", ");
  const places = given.map((_, index) => `$${index + 1}`).join(", ");
  return [`insert into ${table} (${columns}) values (${places})`, given.map(([, value]) => value)];
}
