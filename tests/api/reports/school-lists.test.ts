import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createFormTeacher } from "#tests/support/builders/people.ts";
import { createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { sendJson } from "#tests/support/request.ts";
import { answered } from "../answer.ts";
import { linesIn, printed, wordsIn } from "./printed.ts";

/**
 * The expected numbers were worked out by hand: in Std 4 N two boys and a girl eat at school, in Std 4 R nobody, in
 * Std 5 a student of unknown sex.
 */
await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const admin = await createAdmin();
const clerk = await createClerk();
const formTeacher = await createFormTeacher({ firstName: "Tara", lastName: "Noel" });
const north = await createClass({ formClassId: "Std 4", label: "Std 4 N", formTeacher });
const river = await createClass({ formClassId: "Std 4", label: "Std 4 R" });
const std5 = await createClass({ formClassId: "Std 5" });
const named = (name: string, gender: "M" | "F" | null = "F") => ({
  firstName: name,
  lastName: "Ali",
  gender,
});
const students = [
  ...(await createStudents(north, [named("Adam", "M"), named("Ben", "M"), named("Cara"), named("=Dora")])),
  ...(await createStudents(river, [named("Eve")])),
  ...(await createStudents(std5, [named("Fay", null)])),
];
const PERSONAL = [
  { school_feeding: true, device_type: "Tablet", internet_access: true },
  { school_feeding: true, device_type: "Tablet" },
  { school_feeding: true, device_type: "No Device" },
  null,
  { device_type: "Laptop", internet_access: true },
  { school_feeding: true },
];
for (const [place, { studentId }] of students.entries()) {
  const data = PERSONAL[place];
  if (data) await answered(sendJson(`/api/student-data-personal/${studentId}`, data, clerk));
}

test("the feeding list says how many meals each class needs, and who has them", async () => {
  const { status, bytes } = await printed("/api/school-feeding", admin);

  const [lines, words] = [linesIn(bytes), wordsIn(bytes)];
  expect(status).toBe(200);
  expect(words).toContain("4 meals a day");
  expect(words).toContain("2 boys 1 girl 1 sex not recorded");
  expect(words).toContain("Week of ____");
  expect(lines).toContain("3 0 1 4");
  expect(words).toContain("Std 4 N Ms. T. Noel");
  for (const name of ["Ali, Adam", "Ali, Ben", "Ali, Cara", "Ali, Fay"]) expect(words).toContain(name);
  for (const name of ["Ali, =Dora", "Ali, Eve"]) expect(words).not.toContain(name);
});

test("devices are counted with and without internet; of whom nothing is recorded, that is said", async () => {
  const { bytes } = await printed("/api/device-internet/6", admin);

  const [lines, words] = [linesIn(bytes), wordsIn(bytes)];
  expect(words).toContain("5 students 1 with no device 2 without internet");
  for (const line of ["Laptop 1 · 1", "Tablet 1 1 2", "No Device · 1 1", "not recorded 1"])
    expect(lines).toContain(line);
  expect(lines).toContain("Std 4 2 2 5");
  expect(words).toContain("Ali, =Doranot recorded");
  expect(words).not.toContain("Ali, Fay");
});

test("as spreadsheets no name is a formula", async () => {
  const { bytes } = await printed("/api/device-internet/6?format=spreadsheet", clerk);

  const sheets = await readSpreadsheet(bytes);
  expect(sheets.flatMap(({ data }) => data.flat())).toContain("Ali, =Dora");
});

test.each([
  ["level 0", "device-internet/0", 404],
  ["level 8", "device-internet/8", 404],
  ["a level written otherwise", "device-internet/0x1", 404],
  ["no level", "device-internet/x", 404],
  ["a level without a class", "device-internet/1", 404],
  ["no format of a list", "school-feeding?format=docx", 422],
])("%s: %s is answered %i", async (_what, path, expected) => {
  expect((await printed(`/api/${path}`, admin)).status).toBe(expected);
});
