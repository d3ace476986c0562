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
import { createAssessment, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents, type Student } from "#tests/support/builders/students.ts";
import { addressOf, linesIn, printed, wordsIn } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool({ flavour: "secondary" });
const formTeacher = await createFormTeacher({ firstName: "Vera", lastName: "Ramcharan" });
const otherLead = await createFormTeacher();
const teacher = await createTeacher({ firstName: "Omar", lastName: "Regis" });
const principal = await createPrincipal();
const clerk = await createClerk();
const form4 = await createClass({ formClassId: "4A", formTeacher });
await createClass({ formClassId: "5A", formTeacher: otherLead });
const english = await createLesson(teacher, form4, { subject: "English" });
const biology = await createLesson(teacher, form4, { subject: "Biology", byChoice: true });
const drawing = await createLesson(teacher, form4, { subject: "Drawing", byChoice: true });
const [ann, ben, cai] = (await createStudents(form4, [
  { lastName: "Ann", firstName: "=1+1", studentId: "IG-1" },
  { lastName: "Ben", firstName: "@x", studentId: "IG-2" },
  { lastName: "Cai", firstName: "Li", studentId: "IG-3" },
])) as [Student, Student, Student];
await chooseLesson(biology, [ann, ben]);
await chooseLesson(drawing, [ann, cai]);
await createAssessment(drawing, { maxMark: 50 });
await createMark(ann, english, { mark: 71 });
await createMark(ben, english, { mark: 80 });
await createMark(cai, english, { attendance: 2 });
await createMark(ann, biology, { mark: 48 });
await createMark(ann, biology, { testId: 2, mark: 55 });
await createMark(ben, biology, { mark: 65 });
await createMark(ann, drawing, { mark: 34, maxMark: 50 });
await createMark(cai, drawing, { mark: 41, maxMark: 50 });

const ofClass = "/api/mark-sheet-subject-choice/4A";
const ofAnn = `${ofClass}/IG-1`;

test("the subjects of a class, options first, with who takes them and means worked out by hand", async () => {
  const { status, bytes } = await printed(addressOf(ofClass, { format: "spreadsheet" }), principal);

  const [sheet] = await readSpreadsheet(bytes);
  expect(status).toBe(200);
  expect(sheet?.data.slice(4).map((row) => row.slice(0, 5))).toEqual([
    ["#", null, "Mid Term", "Exam", "%"],
    ["Biology, Ms. O. Regis", null, null, null, null],
    [1, "Ann, =1+1", 55, 48, null],
    [2, "Ben, @x", null, 65, null],
    [null, "Mean", 55, 56.5, null],
    ["Drawing, Ms. O. Regis, marks out of 50", null, null, null, null],
    [1, "Ann, =1+1", null, 34, 68],
    [2, "Cai, Li", null, 41, 82],
    [null, "Mean", null, 37.5, 75],
    ["English, Ms. O. Regis", null, null, null, null],
    [1, "Ann, =1+1", null, 71, null],
    [2, "Ben, @x", null, 80, null],
    [3, "Cai, Li", null, "Abs", null],
    [null, "Mean", null, 75.5, null],
    [null, null, null, null, null],
    [expect.stringContaining("Abs absent"), null, null, null, null],
    [expect.stringContaining("Underlined"), null, null, null, null],
  ]);
});

test("on paper each subject is a block, and only one that is not out of 100 has per cents", async () => {
  const { fileName, bytes } = await printed(ofClass, formTeacher);

  const words = wordsIn(bytes);
  expect(fileName).toMatch(/^inline; .*Mark sheet by subject choice Form 4A Term 3 2025-2026\.pdf$/);
  expect(words).toContain("3 students 3 subjects");
  expect(words.match(/%/g)).toHaveLength(2);
  expect(words).toContain("3 students, all");
});

test("a student's subjects stand beside the mean of those who take them", async () => {
  const { status, fileName, bytes } = await printed(ofAnn, formTeacher);

  const lines = linesIn(bytes);
  expect(status).toBe(200);
  expect(fileName).toContain("Form 4A");
  expect(wordsIn(bytes)).toContain("1 core, 2 by choice");
  expect(lines).toContain("English – 71 71 C 76");
  expect(lines).toContain("Biology 55 48 48 R 57");
  expect(lines).toContain("Drawing – 34 / 50 68 D 75");
  expect(wordsIn(bytes)).toContain("62.3%");
});

test("the same as a spreadsheet, in which no name is a formula", async () => {
  const { bytes } = await printed(addressOf(ofAnn, { format: "xlsx" }), principal);

  const [sheet] = await readSpreadsheet(bytes);
  expect(
    sheet?.data.slice(4, 8).map(([subject, ...figures]) => [String(subject).split("\n")[0], ...figures]),
  ).toEqual([
    ["Subject", "Mid Term", "Exam", "%", "Grade", "Group mean"],
    ["English", null, 71, 71, "C", 76],
    ["Biology", 55, 48, 48, "R", 57],
    ["Drawing", null, "34 / 50", 68, "D", 75],
  ]);
});

test.each<[string, Visitor, string, number]>([
  ["its form teacher", formTeacher, ofClass, 200],
  ["who looks after students, but reads no marks", clerk, ofAnn, 404],
  ["who looks after students, of the class", clerk, ofClass, 404],
  ["a visitor", null, ofAnn, 401],
  ["the teacher of its lessons", teacher, ofClass, 404],
  ["another class's form teacher", otherLead, ofAnn, 404],
  ["who names the student's class wrongly", principal, "/api/mark-sheet-subject-choice/5A/IG-1", 404],
  ["who asks for a student who is not there", principal, `${ofClass}/IG-9`, 404],
  ["who asks for a class that is not there", principal, "/api/mark-sheet-subject-choice/9Z", 404],
  ["who asks for a class of nobody", principal, "/api/mark-sheet-subject-choice/5A", 200],
  ["who asks for Word", principal, `${ofClass}?format=docx`, 422],
])("%s is answered by the scope of marks", async (_who, visitor, address, expected) => {
  const { status } = await printed(address, visitor);

  expect(status).toBe(expected);
});
