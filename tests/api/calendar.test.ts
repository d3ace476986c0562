import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createFormTeacher, createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, sendJson } from "#tests/support/request.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  createSubject,
  TEST,
  YEAR_ID,
} from "#tests/support/builders/school.ts";
import { answered } from "./answer.ts";

await freshDatabase();
await createSchool({ assessmentType: "Forthnightly Test", currentTerm: 2 });
const admin = await createAdmin();
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const teacher = await createTeacher();
const stranger = await createTeacher();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 A", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 B", formTeacher: otherLead });
const infants = await createClass({ formClassId: "1st Year", assessmentType: "Grade", formTeacher });
const maths = await createLesson(teacher, std1, { subject: "Mathematics" });
const termId = YEAR_ID * 10 + 2;
const week2 = await createFortnightlyTest(std1, { title: "Week 2", termId, testDate: "2026-01-16" });
const week4 = await createFortnightlyTest(std1, { title: "Week 4", termId });
const elsewhere = await createFortnightlyTest(other, { title: "Week 2", termId, testDate: "2026-01-15" });
await createAssessment(maths, { termId, testId: 3, fortnightlyTestId: week2, maxMark: 20 });

test("the terms that have begun, newest first", async () => {
  const { body } = await answered(getRequest("/api/mark-sheet-terms", teacher));

  expect(body).toEqual([
    {
      academic_term_id: 202520262,
      academic_year_id: 20252026,
      academic_year: "2025-2026",
      term: 2,
      forthnightly_tests: true,
      value: 202520262,
      forthnightlyTests: true,
      assesmentType: "Forthnightly Tests",
    },
    expect.objectContaining({ value: 202520261, term: 1 }),
  ]);
});

test("the years that have class lists", async () => {
  const { body } = await answered(getRequest("/api/class-list-years", teacher));

  expect(body).toEqual([
    {
      id: 20252026,
      academic_year_id: 20252026,
      academic_year: "2025-2026",
      start: 2025,
      end: 2026,
      current: true,
    },
  ]);
});

test("the current term", async () => {
  const { body } = await answered(getRequest("/api/current-term", teacher));

  expect(body).toEqual({
    id: 202520262,
    academic_year_id: 20252026,
    term: 2,
    term_start: "2026-01-05",
    term_end: "2026-03-27",
    total_sessions: 120,
    next_term_start: "2026-04-13",
  });
});

test("the next term, and the current one as the academic period", async () => {
  const next = await answered(getRequest("/api/next-term", teacher));
  const period = await answered(getRequest("/api/current-period", teacher));

  expect(next.body).toEqual({
    id: 202520263,
    academic_year_id: 20252026,
    term: 3,
    term_start: "2026-04-13",
  });
  expect(period.body).toEqual({
    value: 202520262,
    academic_year_id: 20252026,
    forthnightlyTests: true,
    assesmentType: "Forthnightly Tests",
  });
});

test("the terms that the school can be set to, for the office", async () => {
  const { body } = await answered(getRequest("/api/term-history", admin));
  const refused = await answered(getRequest("/api/term-history", teacher));

  expect(body).toEqual([
    { id: 202520262, year: "2025-2026", term: 2, period: "5 Jan to 27 Mar 2026", current: true },
    { id: 202520261, year: "2025-2026", term: 1, period: "1 Sep to 12 Dec 2025", current: false },
  ]);
  expect(refused.status).toBe(403);
});

test.each(["/api/backdate-term", "/api/current-period"])(
  "%s sets a listed term, and refuses the current one and one that is not listed",
  async (path) => {
    const ask = (academic_term_id: number) => answered(sendJson(path, { academic_term_id }, admin));
    const [same, unknown] = [await ask(202520262), await ask(202520263)];
    const back = await ask(202520261);
    await transaction(TEST, (t) => runQuery("update schools set current_term_id = 202520262", [], t));

    expect([same.status, unknown.status]).toEqual([422, 404]);
    expect([back.status, back.body]).toEqual([
      200,
      { message: "Term Set to 2025-2026, Term 1", academic_term_id: 202520261 },
    ]);
  },
);

test("the subjects that are taught, by title", async () => {
  const art = await createSubject("Art");
  await createSubject("Woodwork");
  await transaction(TEST, (t) =>
    runQuery("update subjects set is_active = false where title = 'Woodwork'", [], t),
  );

  const { body } = await answered(getRequest("/api/subjects", teacher));

  expect(body).toEqual([
    { id: art, title: "Art", abbr: "ART" },
    { id: maths.subjectId, title: "Mathematics", abbr: "MATH" },
  ]);
});

test("fortnightly tests come by date with their subjects, for the classes that one sees", async () => {
  const { body } = await answered(getRequest("/api/forthnightly-assesments/Std%201", teacher));

  expect(body).toEqual([
    {
      forthnightly_test_id: week2,
      form_class_id: "Std 1",
      employee_id: formTeacher.employeeId,
      title: "Week 2",
      test_date: "2026-01-16",
      subjects: [
        { subject_id: maths.subjectId, title: "Mathematics", test_date: "2026-01-16", max_mark: 20 },
      ],
    },
    expect.objectContaining({ forthnightly_test_id: week4, test_date: null, subjects: [] }),
  ]);
});

test("without a teacher the admin gets every class of the form class, with one that teacher's", async () => {
  const all = await answered(getRequest("/api/forthnightly-assesments/Std%201", admin));
  const one = await answered(
    getRequest(`/api/forthnightly-assesments/Std%201?employee_id=${otherLead.employeeId}`, admin),
  );

  expect(idsOf(all.body)).toEqual([elsewhere, week2, week4]);
  expect(idsOf(one.body)).toEqual([elsewhere]);
});

test("a term without fortnightly tests has none", async () => {
  const { body } = await answered(
    getRequest(`/api/forthnightly-assesments/Std%201?academic_term_id=202520261`, teacher),
  );

  expect(body).toEqual([]);
});

test("how a class is assessed: by the term's tests, or by criteria", async () => {
  const byTests = await answered(getRequest("/api/term-assesment-assignment/Std%201", formTeacher));
  const byCriteria = await answered(getRequest("/api/term-assesment-assignment/1st%20Year", formTeacher));

  expect(byTests.body).toEqual({
    form_class_id: "Std 1",
    detail: "Forthnightly Test",
    classes: [{ employee_id: formTeacher.employeeId, detail: "Forthnightly Test" }],
  });
  expect(byCriteria.body).toMatchObject({ detail: "Grade" });
});

test("the criteria of a subject where the class is graded by them", async () => {
  const reading = await createSubject("Reading");
  await createLesson(teacher, infants, { subject: "Reading" });
  await criteria(reading, 1, ["Reads aloud", "Listens"]);
  await criteria(reading, 3, ["Not for infants"]);

  const graded = await answered(getRequest(`/api/subject-assesment-criteria/1st%20Year/${reading}`, teacher));
  const tested = await answered(getRequest(`/api/subject-assesment-criteria/Std%201/${reading}`, teacher));

  expect(graded.body).toMatchObject([{ detail: "Reads aloud" }, { detail: "Listens" }]);
  expect(tested.body).toEqual([]);
});

test.each([
  "/api/forthnightly-assesments/Std%201",
  "/api/term-assesment-assignment/Std%201",
  "/api/subject-assesment-criteria/Std%201/1",
])("%s is not there for who has nothing to do with the class", async (path) => {
  const foreign = await answered(getRequest(path, stranger));
  const unknown = await answered(getRequest(path.replace("Std%201", "Std%209"), admin));
  const noTerm = await answered(getRequest(`${path}?academic_term_id=1`, admin));
  const wrong = await answered(getRequest(`${path}?employee_id=me`, admin));

  expect([foreign.status, unknown.status, noTerm.status, wrong.status]).toEqual([404, 404, 404, 422]);
});

test("another's id in the question does not open their class", async () => {
  const path = `/api/term-assesment-assignment/Std%201?employee_id=${otherLead.employeeId}`;

  const { status } = await answered(getRequest(path, formTeacher));

  expect(status).toBe(404);
});

function idsOf(body: unknown): number[] {
  return (body as { forthnightly_test_id: number }[]).map((test) => test.forthnightly_test_id);
}

function criteria(subjectId: number, formLevel: number, details: string[]): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into assessment_criteria (subject_id, form_level, detail, position)
       select $1, $2, detail, position from unnest($3::text[]) with ordinality as d (detail, position)`,
      [subjectId, formLevel, details],
      t,
    ),
  );
}
