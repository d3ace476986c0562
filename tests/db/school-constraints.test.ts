import { expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  answerTo,
  CHECK,
  createGoodRows,
  FOREIGN,
  LAST_YEAR,
  LAST_YEAR_TERM,
  UNIQUE,
  type Values,
} from "./builders.ts";

await freshDatabase();

const { good, term3, formTeacher, std4, pupil } = await createGoodRows();
const lastYearsTerm = { academic_term_id: LAST_YEAR_TERM, academic_year_id: LAST_YEAR };

test.each(Object.keys(good))("a good row of %s is taken", async (table) => {
  const answer = await answerTo(table, good[table] ?? {});

  expect(answer).toBe("taken");
});

/** Returns the settings of a level with the given grades, such as `{ B: 0, A: 80 }`. */
function scale(grades: Record<string, number | null>, passMark: number | null = 50): Values {
  const steps = Object.entries(grades).map(([letter, from]) => ({ letter, from, words: "" }));
  return { grading: JSON.stringify(passMark === null ? { steps } : { steps, passMark }) };
}

const REFUSED: [sentence: string, table: string, change: Values, code: string][] = [
  ["a year whose second half does not follow", "academic_years", { academic_year_id: 20302032 }, CHECK],
  ["a term numbered unlike its year", "academic_terms", { academic_term_id: 202420253 }, CHECK],
  ["a fourth term", "academic_terms", { academic_term_id: 202420254, term: 4 }, CHECK],
  ["a term that ends before it starts", "academic_terms", { term_end: "2025-01-03" }, CHECK],
  ["a next term before this one ends", "academic_terms", { next_term_start: "2025-03-28" }, CHECK],
  ["a term of the calendar without dates", "academic_terms", { term_start: null }, CHECK],
  ["a term of the calendar without assessment type", "academic_terms", { assessment_type: null }, CHECK],
  ["an assessment type of its own invention", "academic_terms", { assessment_type: "Quiz" }, CHECK],
  [
    "an archive term with a number of the calendar",
    "academic_terms",
    { academic_year_id: null, term: 1 },
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
  ["a second account of an employee", "accounts", { employee_id: formTeacher.employeeId }, UNIQUE],
  ["the unused permission 5", "account_permissions", { user_permission_id: 5 }, FOREIGN],
  ["a permission given twice", "account_permissions", { user_permission_id: 1 }, UNIQUE],
  ["a student without a birth certificate pin", "students", { birth_certificate_pin: "" }, CHECK],
  ["a birthday before 1950", "students", { date_of_birth: "1949-12-31" }, CHECK],
  ["a student number that is taken", "students", { student_id: pupil.studentId }, UNIQUE],
  ["two classes of one name in a year", "classes", { label: std4.label }, UNIQUE],
  ["a class of a form class that does not exist", "classes", { form_class_id: "Std 9" }, FOREIGN],
  ["a class assessed by anything but criteria", "classes", { assessment_type: "Mid Term" }, CHECK],
  ["a scale without a pass mark", "report_card_settings", scale({ A: 0 }, null), CHECK],
  ["a scale with the lower grade first", "report_card_settings", scale({ B: 0, A: 80 }), CHECK],
  ["a grade without a percentage", "report_card_settings", scale({ A: 80, B: 0, C: null }), CHECK],
  ["a card without its order", "report_card_settings", { card: JSON.stringify({ parts: [] }) }, CHECK],
  ["a second lead of a class", "class_teachers", { is_lead: true }, UNIQUE],
  ["a teacher twice in a class", "class_teachers", { employee_id: formTeacher.employeeId }, UNIQUE],
  ["a teacher who left the class before coming", "class_teachers", { to_date: "2025-08-31" }, CHECK],
  ["a second class of a student in a term", "registrations", { academic_term_id: term3 }, UNIQUE],
  ["a class of another year than the term", "registrations", lastYearsTerm, FOREIGN],
  ["a term of another year than said", "registrations", { academic_year_id: LAST_YEAR }, FOREIGN],
  ["a second subject of one title in use", "subjects", { title: "MATHEMATICS" }, UNIQUE],
  ["a lesson given twice to a teacher", "lessons", { employee_id: formTeacher.employeeId }, UNIQUE],
  ["an empty file", "files", { bytes: 0 }, CHECK],
];

test.each(REFUSED)("%s is refused", async (_, table, change, code) => {
  const answer = await answerTo(table, { ...good[table], ...change });

  expect(answer).toBe(code);
});

test("a second school is refused", async () => {
  const answer = await answerTo("schools", { name: "Another", flavour: "primary" });

  expect(answer).toBe(UNIQUE);
});

test("who has, or had, a class is found by an index of its classes", async () => {
  const indexes = await queryRows<{ indexdef: string }>(
    "select indexdef from pg_indexes where tablename = 'class_teachers' order by indexname",
    {},
    noTransaction,
  );

  expect(indexes.map(({ indexdef }) => indexdef)).toContainEqual(expect.stringMatching(/\(class_id\)$/));
});
