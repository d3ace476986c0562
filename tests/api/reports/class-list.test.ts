import readSpreadsheet from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { noTransaction } from "#db/index.ts";
import { listSecurityEvents } from "#db/queries/accounts/security-events.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import {
  addCoTeacher,
  assignDean,
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
} from "#tests/support/builders/school.ts";
import { createStudents, registerStudents, type Student } from "#tests/support/builders/students.ts";
import { partsOf } from "../../templates/zip-reader.ts";
import { answered } from "../answer.ts";
import { addressOf, linesIn, printed, wordsIn } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
const [first, second, current] = TERM_IDS;
await createSchool({ currentTerm: 2 });
const formTeacher = await createFormTeacher({ firstName: "Asha", lastName: "Ramkissoon" });
const otherLead = await createFormTeacher({ firstName: "Kai", lastName: "Pierre" });
const helper = await createFormTeacher({ firstName: "Joel", lastName: "Sealy" });
const teacher = await createTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const officer = await createTeacher({ permissions: [6] });
const withoutPrinting = await createFormTeacher({ permissions: [1, 2] });
const principal = await createPrincipal();
const clerk = await createClerk();
const admin = await createAdmin();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 Ñ", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 P", formTeacher: otherLead });
const empty = await createClass({ formClassId: "Std 5", formTeacher: withoutPrinting });
await addCoTeacher(std1, helper);
await addCoTeacher(other, helper);
await assignDean(std1, dean);
await createLesson(teacher, std1);
const names = [
  { firstName: "Zoë", lastName: "Ñuñez", studentId: "PH-1", gender: "F" },
  { firstName: "=SUM(A1:A9)", lastName: "+Alleyne", studentId: "PH-2", gender: "M" },
] as const;
const [zoe] = (await createStudents(std1, names, [first, second])) as [Student];
await createStudents(other, [{ firstName: "Kofi", lastName: "Ottley", gender: null }], [second]);
const own = { formClassId: "Std 1", employeeId: formTeacher.employeeId, termId: second };

test("a class list that a program can read is a security event, one on paper is not", async () => {
  for (const format of ["pdf", "spreadsheet", "docx"]) await printed(urlOf({ ...own, format }), clerk);

  const events = await listSecurityEvents(
    { kind: null, words: [clerk.userName], limit: 9, offset: 0 },
    noTransaction,
  );

  expect(events.map(({ kind, detail }) => [kind, detail.slice(-5)])).toEqual([
    ["exported", ".docx"],
    ["exported", ".xlsx"],
  ]);
});

test("a class list opens as a PDF in the page, with the class, its teachers and who is in it", async () => {
  const { status, headers, fileName, bytes } = await printed(urlOf(own), formTeacher);

  const words = wordsIn(bytes);
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("application/pdf");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Content-Length")).toBe(String(bytes.length));
  expect(fileName).toMatch(/^inline; .*Class list Std 1 Ñ Term 2 2025-2026\.pdf$/);
  for (const fact of [
    "Std 1 Ñ",
    "Ms. A. Ramkissoon, Ms. J. Sealy",
    "1 boy 1 girl 2 in all",
    "Term 2, 2025–2026",
  ])
    expect(words).toContain(fact);
  expect(linesIn(bytes)).toContain("2 Ñuñez, Zoë PH-1 F 4 May 2016 –");
  expect(words).not.toContain("Ottley");
});

test("it is downloaded for Word", async () => {
  const { headers, bytes } = await printed(urlOf({ ...own, format: "docx", download: 1 }), formTeacher);

  expect(headers.get("Content-Type")).toContain("wordprocessingml");
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; .*\.docx$/);
  expect(partsOf(bytes).get("word/document.xml")).toContain("Ñuñez, Zoë");
});

test.each(["spreadsheet", "xlsx"])(
  "it is downloaded as a spreadsheet, as %s; no name is a formula",
  async (format) => {
    const { headers, bytes } = await printed(urlOf({ ...own, format, download: 1 }), formTeacher);

    const [sheet] = await readSpreadsheet(bytes);
    expect(headers.get("Content-Type")).toContain("spreadsheetml");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; .*\.xlsx$/);
    expect(sheet?.data[5]).toEqual([1, "+Alleyne, =SUM(A1:A9)", "PH-2", "M", new Date("2016-05-04"), null]);
    expect(partsOf(bytes).get("xl/worksheets/sheet1.xml")).not.toContain("<f>");
  },
);

test.each<[string, Visitor]>([
  ["its form teacher", formTeacher],
  ["its co-teacher", helper],
  ["the dean of its form", dean],
  ["the principal", principal],
  ["who manages students", clerk],
  ["who manages students and prints nothing else", officer],
  ["the admin", admin],
])("%s prints it", async (_who, visitor) => {
  const { status, bytes } = await printed(urlOf(own), visitor);

  expect(status).toBe(200);
  expect(wordsIn(bytes)).toContain("Ñuñez");
});

test.each<[string, Visitor, object, number]>([
  ["a visitor", null, {}, 401],
  ["a form teacher without printing", withoutPrinting, {}, 403],
  ["the teacher of a lesson in it", teacher, {}, 404],
  ["another class's form teacher", otherLead, {}, 404],
  ["who names themselves for another form class", otherLead, { formClassId: "Std 5" }, 404],
  ["who asks for a form class that is not there", admin, { formClassId: "Std 9" }, 404],
  ["who asks for a teacher without it", admin, { employeeId: teacher.employeeId }, 404],
  ["who asks for a term that has not begun", admin, { termId: current }, 404],
  ["who asks for a term that is not there", admin, { termId: 202420251 }, 404],
  ["who names no term", admin, { termId: 0 }, 404],
  ["who names no teacher", admin, { employeeId: "x" }, 404],
])("%s gets no list", async (_who, visitor, input, expected) => {
  const { status } = await answered(getRequest(urlOf({ ...own, ...input }), visitor));

  expect(status).toBe(expected);
});

test("the teacher tells two classes of one form class apart, and never widens what is seen", async () => {
  const others = await printed(urlOf({ ...own, employeeId: otherLead.employeeId }), clerk);
  const both = await printed(urlOf({ ...own, employeeId: helper.employeeId }), helper);

  const [words, ofBoth] = [wordsIn(others.bytes), wordsIn(both.bytes)];
  expect(words).toContain("Ottley, Kofi");
  expect(words).toContain("0 boys 0 girls 1 sex not recorded 1 in all");
  expect(words).not.toContain("Ñuñez");
  expect(ofBoth).toContain("Std 1 Ñ and Std 1 P");
  expect(ofBoth).toContain("Ñuñez, Zoë");
  expect(ofBoth).toContain("Ottley, Kofi");
});

test("a past term's list has who was in the class then", async () => {
  await registerStudents(other, [zoe], [second]);

  const now = await printed(urlOf(own), formTeacher);
  const before = await printed(urlOf({ ...own, termId: first }), formTeacher);

  expect(wordsIn(now.bytes)).not.toContain("Ñuñez");
  expect(wordsIn(before.bytes)).toContain("Ñuñez");
  await registerStudents(std1, [zoe], [second]);
});

test("a class of nobody says that there is no data, in every format", async () => {
  const input = { ...own, formClassId: "Std 5", employeeId: withoutPrinting.employeeId };
  const pdf = await printed(urlOf(input), admin);
  const docx = await printed(urlOf({ ...input, format: "docx" }), admin);
  const xlsx = await printed(urlOf({ ...input, format: "spreadsheet" }), admin);

  const [sheet] = await readSpreadsheet(xlsx.bytes);
  expect(empty.label).toBe("Std 5");
  expect(wordsIn(pdf.bytes)).toContain("No Data Available");
  expect(partsOf(docx.bytes).get("word/document.xml")).toContain("No Data Available");
  expect(sheet?.data[5]?.[0]).toBe("No Data Available");
});

test("a format that lists do not have is refused", async () => {
  const { status, body } = await answered(getRequest(urlOf({ ...own, format: "csv" }), admin));

  expect(status).toBe(422);
  expect((body as { errors: object }).errors).toEqual({ format: ["This must be pdf, docx or spreadsheet."] });
});

type Asked = {
  formClassId: string;
  employeeId: number | string;
  termId: number;
  format?: string;
  download?: number;
};

function urlOf({ formClassId, employeeId, termId, ...query }: Asked): string {
  const path = [formClassId, employeeId, termId].map(encodeURIComponent).join("/");
  return addressOf(`/api/class-list/${path}`, query);
}
