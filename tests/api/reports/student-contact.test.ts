import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { noTransaction, queryRows } from "#db/index.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { assignDean, createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { sendJson, type Visitor } from "#tests/support/request.ts";
import { answered } from "../answer.ts";
import { linesIn, printed, wordsIn } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const withoutPrinting = await createFormTeacher({ permissions: [1, 2] });
const dean = await createTeacher({ permissions: [2, 3] });
const clerk = await createClerk();
const admin = await createAdmin();
const std4 = await createClass({ formClassId: "Std 4", formTeacher });
const std5 = await createClass({ formClassId: "Std 5", formTeacher: otherLead });
await assignDean(std4, dean);
const [keziah, omar] = (await createStudents(std4, [
  { firstName: "Keziah", lastName: "Alexander" },
  { firstName: "Omar", lastName: "Ottley" },
])) as [Student, Student];
await createStudents(std5, [{ firstName: "Kofi", lastName: "Pierre" }]);
const family = (student: Student, data: object) =>
  answered(sendJson(`/api/student-data-family/${student.studentId}`, data, clerk));
await family(keziah, { relationship: 4, name: "Iris Joseph", relation: "Aunt", phone_mobile: "5550133" });
await family(keziah, { relationship: 1, name: "Curtis Alexander", phone_work: "5550130" });
await family(keziah, { relationship: 2, name: "=Patrice Alexander", phone_home: "5550117" });
await family(omar, { relationship: 3, name: "Merle Ottley", phone_mobile: "5550270" });
await answered(
  sendJson(
    `/api/student-data-personal/${keziah.studentId}`,
    { address_home: "14 Samaan Trace", town: "Arima" },
    clerk,
  ),
);

test("who is called first comes first, then mother, father and guardian; who is missing is told and counted", async () => {
  const { status, bytes } = await printed("/api/student-contact/Std 4", formTeacher);
  const office = wordsIn((await printed("/api/student-contact/Std 4", clerk)).bytes);

  const [lines, words] = [linesIn(bytes), wordsIn(bytes)];
  expect(status).toBe(200);
  expect(words).toContain("2 students 1 without an emergency contact");
  expect(office).toContain("Student and home address");
  expect(office).toContain("14 Samaan Trace, Arima");
  expect(words).not.toContain("home address");
  expect(words).not.toContain("Samaan");
  const people = [
    "Iris Joseph",
    "=Patrice Alexander",
    "Curtis Alexander",
    "no emergency contact",
    "Merle Ottley",
  ];
  expect(people.map((name) => lines.findIndex((line) => line.includes(name)))).toEqual(
    people.map((name) => lines.findIndex((line) => line.includes(name))).sort((one, other) => one - other),
  );
  expect(lines.find((line) => line.includes("Iris Joseph"))).toContain("Aunt Iris Joseph 555 0133");
  expect(lines.find((line) => line.includes("Curtis"))).toContain("Father Curtis Alexander 555 0130");
  expect(words).not.toContain("Pierre");
  const noted = await queryRows<{ record: string }>(
    "select record from record_views where account_id = $accountId",
    { accountId: formTeacher.accountId },
    noTransaction,
  );
  expect(noted).toEqual([{ record: "family" }, { record: "family" }]);
});

test("as a spreadsheet a line is a contact, and no name is a formula", async () => {
  const { bytes } = await printed("/api/student-contact/Std 4?format=spreadsheet", clerk);

  const [sheet] = await readSpreadsheet(bytes);
  const names = sheet?.data.flat().filter((value) => typeof value === "string");
  expect(names).toContain("=Patrice Alexander");
  expect(names).toContain("Merle Ottley");
});

test.each<[string, Visitor, string, number]>([
  ["the form teacher their class", formTeacher, "Std 4", 200],
  ["who looks after students any class", clerk, "Std 5", 200],
  ["the admin any class", admin, "Std 5", 200],
  ["a visitor", null, "Std 4", 401],
  ["a form teacher without printing", withoutPrinting, "Std 4", 403],
  ["another form teacher", otherLead, "Std 4", 404],
  ["the dean, who reads General alone", dean, "Std 4", 404],
  ["who asks for a class that is not there", clerk, "Std 9", 404],
])("%s: %#", async (_who, visitor, formClassId, expected) => {
  const { status } = await printed(`/api/student-contact/${formClassId}`, visitor);

  expect(status).toBe(expected);
});
