import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import type { Visitor } from "#tests/support/request.ts";
import {
  assignDean,
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  createSubject,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { addressOf, linesIn, printed, wordsIn } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId } = await createSchool({ assessmentType: "Forthnightly Test" });
const formTeacher = await createFormTeacher({ firstName: "Asha", lastName: "Ramkissoon" });
const otherLead = await createFormTeacher();
const teacher = await createTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const principal = await createPrincipal();
const clerk = await createClerk();
const std3 = await createClass({ formClassId: "Std 3", formTeacher });
const std4 = await createClass({ formClassId: "Std 4", formTeacher: otherLead });
const infants = await createClass({ formClassId: "1st Year", assessmentType: "Grade" });
await createClass({ formClassId: "Std 5" });
await assignDean(std3, dean);
await createSubject("Physical Education", 7);

const maths = await createLesson(teacher, std3);
const reading = await createLesson(teacher, std3, { subject: "Reading" });
const pe = await createLesson(teacher, std3, { subject: "Physical Education" });
const [ali, bea, cem, dov, eve] = (await createStudents(
  std3,
  ["Ali", "Bea", "Cem", "Dov", "Eve"].map((lastName) => ({ lastName, firstName: "=1+1" })),
)) as [Student, Student, Student, Student, Student];

await createAssessment(reading, { maxMark: 20 });
await createMark(ali, maths, { mark: 80 });
await createMark(bea, maths, { mark: 59 });
await createMark(cem, maths, { mark: 75 });
await createMark(dov, maths, { attendance: 2 });
await createMark(eve, maths, { mark: 90.5 });
await createMark(ali, reading, { mark: 15, maxMark: 20 });
await createMark(bea, reading, { attendance: 2 });
await createMark(cem, reading, { mark: 16, maxMark: 20 });
await createMark(ali, pe, { grade: "B" });
await createMark(bea, pe, { grade: "R" });

const days = ["2026-04-20", "2026-05-04", "2026-05-18", "2199-06-01"];
const tests = await Promise.all(
  days.map((testDate, index) => createFortnightlyTest(std3, { title: `Week ${2 * index + 2}`, testDate })),
);
for (const fortnightlyTestId of tests) {
  await createAssessment(maths, { testId: 3, fortnightlyTestId, maxMark: 10 });
}
await createAssessment(reading, { testId: 3, fortnightlyTestId: tests[0] ?? 0, maxMark: 10 });
const inTest = (index: number) =>
  ({ testId: 3, fortnightlyTestId: tests[index - 1] ?? 0, maxMark: 10 }) as const;
await createMark(ali, maths, { ...inTest(1), mark: 8 });
await createMark(ali, maths, { ...inTest(2), mark: 9 });
await createMark(ali, maths, { ...inTest(3), mark: 10 });
await createMark(ali, reading, { ...inTest(1), mark: 5 });
await createMark(bea, maths, { ...inTest(1), attendance: 2 });
await createMark(bea, maths, { ...inTest(2), mark: 6 });

const english = await createLesson(teacher, std4, { subject: "English" });
const french = await createLesson(teacher, std4, { subject: "French", byChoice: true });
const music = await createLesson(teacher, std4, { subject: "Music", byChoice: true });
const [uma, vic, wes] = (await createStudents(
  std4,
  ["Uma", "Vic", "Wes"].map((lastName) => ({ lastName })),
)) as [Student, Student, Student];
await chooseLesson(french, [uma, wes]);
await chooseLesson(music, [vic, wes]);
await createAssessment(music, { maxMark: 50 });
await createMark(uma, english, { mark: 70 });
await createMark(uma, french, { mark: 65 });
await createMark(vic, english, { mark: 70 });
await createMark(vic, music, { mark: 40, maxMark: 50 });

const endOfTerm = { form_class_id: "Std 3", assesment_id: 2 };

test("totals, averages, shared ranks and means are those worked out by hand", async () => {
  const rows = await tableOf(endOfTerm);

  expect(rows.slice(0, 10)).toEqual([
    [null, null, "MATH", "READ", "PHYS", "Total", "Average", "Rank"],
    ["#", "Name", "of 100", "of 20", "grade", "of 120", "%", "of 2"],
    [1, "Ali, =1+1", 80, 15, "B", 95, 77.5, 1],
    [2, "Bea, =1+1", 59, "Abs", "R", 59, 59, null],
    [3, "Cem, =1+1", 75, 16, null, 91, 77.5, 1],
    [4, "Dov, =1+1", "Abs", null, null, null, null, null],
    [5, "Eve, =1+1", 90.5, null, null, 90.5, 90.5, null],
    [null, "Class mean", 76.1, 15.5, null, 84, 76.1, null],
    [null, "Highest", 90.5, 16, null, 95, 90.5, null],
    [null, "Lowest", 59, 15, null, 59, 59, null],
  ]);
});

test("on paper a shared rank says so, and nobody without a mark that classmates have has one", async () => {
  const { status, fileName, bytes } = await printed(sheetAt(endOfTerm), formTeacher);

  const lines = linesIn(bytes);
  expect(status).toBe(200);
  expect(fileName).toMatch(/^inline; .*Class mark sheet Std 3 Term 3 2025-2026, End of Term\.pdf$/);
  expect(lines).toContain("1 Ali, =1+1 80 15 B 95 77.5 = 1");
  expect(lines).toContain("4 Dov, =1+1 Abs – – – – –");
  expect(wordsIn(bytes)).toContain("Class Mark Sheet, End of Term");
  expect(wordsIn(bytes)).toContain("Abs absent – no mark yet = shared rank Underlined: below 60%, grade R.");
  expect(wordsIn(bytes)).toContain("Ranks are provisional: marks are missing.");
});

test("the fortnightly sheet has a column for every test that was held, and names the subjects without one", async () => {
  const rows = await tableOf({ ...endOfTerm, assesment_id: 1 });
  const { bytes } = await printed(sheetAt({ ...endOfTerm, assesment_id: 1 }), formTeacher);

  expect(rows.slice(0, 4)).toEqual([
    [null, null, null, null, "MATH", "READ", "Total", "Average", "Rank"],
    ["#", "Name", "Test 1\nof 10", "Test 2\nof 10", "Test 3\nof 10", "Test 1\nof 10", "of 40", "%", "of 1"],
    [1, "Ali, =1+1", 8, 9, 10, 5, 32, 80, 1],
    [2, "Bea, =1+1", "Abs", 6, null, null, 6, 60, null],
  ]);
  expect(wordsIn(bytes)).toContain("Class Mark Sheet, Fortnightly Tests");
  expect(wordsIn(bytes)).toContain("No Test 2 yet in READ.");
});

test("one fortnightly test is asked for by its id", async () => {
  const rows = await tableOf({ form_class_id: "Std 3", test: 3, forthnightlyTestId: tests[1] ?? 0 });

  expect(rows.slice(1, 4)).toEqual([
    ["#", "Name", "Test 2\nof 10", "of 10", "%", "of 2"],
    [1, "Ali, =1+1", 9, 9, 90, 1],
    [2, "Bea, =1+1", 6, 6, 60, 2],
  ]);
});

test("where subjects are chosen there is no total, and who takes each is counted", async () => {
  const rows = await tableOf({ ...endOfTerm, form_class_id: "Std 4" });
  const { bytes } = await printed(sheetAt({ ...endOfTerm, form_class_id: "Std 4" }), otherLead);

  expect(rows.slice(0, 9)).toEqual([
    [null, null, "ENGL", "FREN", "MUSI", "Average", "Rank"],
    ["#", "Name", "", "", "of 50", "%", "of 2"].map((item) => (item === "" ? null : item)),
    [1, expect.stringContaining("Uma"), 70, 65, null, 67.5, 2],
    [2, expect.stringContaining("Vic"), 70, null, 40, 75, 1],
    [3, expect.stringContaining("Wes"), null, null, null, null, null],
    [null, "Class mean", 70, 65, 40, 71.3, null],
    [null, "Highest", 70, 65, 40, 75, null],
    [null, "Lowest", 70, 65, 40, 67.5, null],
    [null, "Number of students", 3, 2, 2, null, null],
  ]);
  expect(wordsIn(bytes)).toContain("A blank means that the subject is not taken.");
  expect(wordsIn(bytes)).toContain("Marks are out of 100 unless a max mark is shown.");
});

test("the heading is the asker's, as the specification has it", async () => {
  const { bytes } = await printed(sheetAt({ ...endOfTerm, assesment_title: "Promotion Test" }), formTeacher);

  expect(wordsIn(bytes)).toContain("Class Mark Sheet, Promotion Test");
});

test("a class of nobody says that there is no data", async () => {
  const { status, bytes } = await printed(sheetAt({ ...endOfTerm, form_class_id: "Std 5" }), principal);

  expect(status).toBe(200);
  expect(linesIn(bytes)).toContain("No Data Available");
});

test.each<[string, Visitor, object, number]>([
  ["its form teacher", formTeacher, {}, 200],
  ["the dean of its form", dean, {}, 200],
  ["the principal", principal, {}, 200],
  ["a visitor", null, {}, 401],
  ["the teacher of its lessons", teacher, {}, 404],
  ["another class's form teacher", otherLead, {}, 404],
  ["who looks after students", clerk, {}, 404],
  ["who asks for a class that is not there", principal, { form_class_id: "Std 9" }, 404],
  ["who asks for a term that is not there", principal, { academic_term_id: 202620271 }, 404],
  [
    "who asks for a sheet that the class does not have",
    principal,
    { form_class_id: infants.formClassId, assesment_id: 1 },
    404,
  ],
  ["who asks for an empty sheet of all subjects", principal, { blank: 1 }, 422],
  ["who asks for Word", principal, { format: "docx" }, 422],
])("%s is answered %o %o", async (_who, visitor, query, expected) => {
  const { status } = await printed(sheetAt({ ...endOfTerm, ...query }), visitor);

  expect(status).toBe(expected);
});

function sheetAt(query: object): string {
  return addressOf("/api/mark-sheet", { academic_term_id: currentTermId, ...query });
}

/** Reads the worksheet with another library, from its column headings on. */
async function tableOf(query: object) {
  const { bytes } = await printed(sheetAt({ ...query, format: "spreadsheet" }), principal);
  const [sheet] = await readSpreadsheet(bytes);
  return sheet?.data.slice(4) ?? [];
}
