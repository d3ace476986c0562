import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { noTransaction, runQuery, transaction } from "#db/index.ts";
import { listSecurityEvents } from "#db/queries/accounts/security-events.ts";
import { closeDocuments } from "#templates/index.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
} from "#tests/support/builders/people.ts";
import { createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { pagesOf } from "../../templates/pdf-reader.ts";
import { linesIn, printed, wordsIn } from "./printed.ts";

/**
 * The expected results were worked out by hand: in Std 4 N one student is complete, one lacks everything but the date
 * of birth, and one was here last term but is not registered yet; Std 5 has nobody; one more student was never in a
 * class.
 */
await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const admin = await createAdmin();
await createPrincipal();
await createClerk();
const formTeacher = await createFormTeacher({ firstName: "Tara", lastName: "Noel" });
const north = await createClass({ formClassId: "Std 4", label: "Std 4 N", formTeacher });
await createClass({ formClassId: "Std 5" });
const [ann] = (await createStudents(north, [{ firstName: "Ann", lastName: "Ali" }])) as [Student];
await createStudents(north, [{ firstName: "=1+1", lastName: "Bob", gender: null }]);
await createStudents(north, [{ firstName: "Cy", lastName: "Chan" }], [TERM_IDS[1]]);
await createStudents(north, [{ firstName: "Di", lastName: "Diaz" }], []);
await transaction(TEST, async (t) => {
  const { id } = ann;
  await runQuery("insert into ethnic_groups (grouping) values ('Mixed')", [], t);
  await runQuery("insert into religions (grouping) values ('Hinduism')", [], t);
  await runQuery(
    `insert into student_personal (student_key, address_home, town, nationality, ethnic_group_id, religion_id)
     select $id, '@x', 'Arima', 'Trinidadian', ethnic_group_id, religion_id from ethnic_groups, religions`,
    { id },
    t,
  );
  await runQuery("insert into student_medical (student_key, polio) values ($id, true)", { id }, t);
  await runQuery(
    `insert into student_family (student_key, relationship, name, phone_mobile)
     values ($id, 2, 'Mia Ali', null), ($id, 4, 'Gran Ali', '5550123')`,
    { id },
    t,
  );
  for (const [file, description] of [
    ["a.jpg", "Birth Certificate"],
    ["b.jpg", "Immunization Card"],
  ]) {
    await runQuery(
      "insert into files (file_name, kind, media_type, bytes, sha256) values ($file, 'document', 'image/jpeg', 1, '')",
      { file },
      t,
    );
    await runQuery(
      `insert into student_documents (student_key, description, file_name, original_name)
       values ($id, $description, $file, $file)`,
      { id, description, file },
      t,
    );
  }
  await runQuery(
    `insert into employee_employment (employee_id, teacher_number, substantive_post_id, assumption_date_substantive)
     select $employeeId, 'T-1', employee_post_id, '2014-01-01' from employee_posts where post = 'Teacher I (Primary)'`,
    formTeacher,
    t,
  );
});

test("the status says how many of each class are registered, and who lacks what", async () => {
  const { status, bytes } = await printed("/api/registration-status-report", admin);

  const words = wordsIn(bytes);
  expect(status).toBe(200);
  expect(words).toContain("2 of 4 registered");
  expect(words).toContain("2 still to register 1 complete");
  expect(
    linesIn(bytes)
      .filter((line) => /^(Std|Not in|School)/.test(line))
      .slice(0, 4),
  ).toEqual([
    "Std 4 N 3 1 1 2 2 2 2 2",
    "Std 5 · · · · · · · ·",
    "Not in a class 1 1 · 1 1 1 1 1",
    "School 4 2 1 3 3 3 3 3",
  ]);
  expect(words).toContain("sex, Personal, Medical, Family, birth certificate, immunization card");
  expect(words).toContain("not registered");
  expect(words).not.toContain("Ali, Ann");
});

test("registration data has every student's record, a worksheet a tab; nothing in it is a formula", async () => {
  const { bytes, fileName } = await printed("/api/registration-data-spreadsheet", admin);

  const sheets = await readSpreadsheet(bytes);
  const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data ?? [];
  expect(fileName).toContain("Registration data Term 3 2025-2026.xlsx");
  expect(sheets.map(({ sheet }) => sheet)).toEqual(["Classes", "General", "Personal", "Medical", "Family"]);
  expect(rowsOf("Classes").find(([first]) => first === "School")).toEqual(["School", 4, 2, 1, 3, 3, 3, 3, 3]);
  expect(rowsOf("General").flat()).toContain("Bob, =1+1");
  expect(namesIn(rowsOf("General"))).toEqual(["Ali, Ann", "Bob, =1+1", "Chan, Cy", "Diaz, Di"]);
  expect(rowsOf("General").find(([name]) => name === "Diaz, Di")).toContain("Not in a class");
  expect(rowsOf("Personal").find(([name]) => name === "Ali, Ann")).toEqual(
    expect.arrayContaining(["@x", "Arima", "Mixed", "Hinduism", "no"]),
  );
  expect(rowsOf("Medical").find(([name]) => name === "Ali, Ann")).toContain("yes");
  expect(
    rowsOf("Family")
      .filter(([name]) => name === "Ali, Ann")
      .map((row) => row.slice(2, 4)),
  ).toEqual([
    ["Mother", "Mia Ali"],
    ["Emergency contact", "Gran Ali"],
  ]);
});

/** Lists the students of a worksheet, below its head. */
function namesIn(sheet: readonly (readonly unknown[])[]): unknown[] {
  return sheet.map(([name]) => name).filter((name) => /^\w+, \S+$/.test(String(name)));
}

test("employee information is the staff list across the page, then a page for each", async () => {
  const { bytes } = await printed("/api/employee-data", admin);

  const pages = pagesOf(bytes);
  const words = wordsIn(bytes);
  expect(pages.map(({ width, height }) => width > height)).toEqual([true, false, false, false]);
  expect(words).toContain("3 employees, 3 women and 0 men");
  expect(linesIn(bytes)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\d Noel, Ms. Tara T-1 Std 4 N – 1 Jan 2014 – – not recorded$/),
    ]),
  );
  expect(words).toContain("Teacher I (Primary), substantive post");
});

test("as a spreadsheet it has a row for each employee on both worksheets", async () => {
  const { bytes } = await printed("/api/employee-data?format=spreadsheet", admin);

  const sheets = await readSpreadsheet(bytes);
  expect(sheets.map(({ sheet }) => sheet)).toEqual(["Staff list", "Records"]);
  expect(sheets[1]?.data.flat()).toContain("Ms. Tara Noel");
});

test("none of them is there for Word", async () => {
  const statuses = ["registration-status-report", "employee-data", "registration-data-spreadsheet"].map(
    async (kind) => (await printed(`/api/${kind}?format=docx`, admin)).status,
  );

  expect(await Promise.all(statuses)).toEqual([422, 422, 422]);
});

test("what names everybody of the school is a security event on paper too, figures are none", async () => {
  const lists = ["school-feeding", "device-internet/6", "registration-status-report", "employee-data"];

  for (const path of [...lists, "student-age-statistics"]) await printed(`/api/${path}`, admin);

  const own = { kind: "exported", words: ["admin"], limit: 4, offset: 0 } as const;
  const events = await listSecurityEvents(own, noTransaction);
  expect(events.map(({ detail }) => detail.replace(/ (Term|20).*(?=\.)/, "")).reverse()).toEqual([
    "School feeding list.pdf",
    "Device and internet.pdf",
    "Registration status.pdf",
    "Employee information.pdf",
  ]);
});
