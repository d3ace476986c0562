import { afterAll, expect, test } from "vitest";
import { queryRows, runQuery, transaction } from "#db/index.ts";
import { REPORT_KINDS } from "#domain/documents/kinds.ts";
import type { PrintedDocumentView } from "#features/reports/print/read-print.server.ts";
import type { PrintScreen } from "#features/reports/print/params.rules.ts";
import { closeDocuments } from "#templates/index.ts";
import { printed } from "#tests/api/reports/printed.ts";
import {
  createAdmin,
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { assignDean, createClass, createSchool, TERM_IDS, TEST } from "#tests/support/builders/school.ts";
import { createStudents, registerStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";
import { loader as documentLoader } from "../../../app/routes/reports/document.tsx";
import { loader } from "../../../app/routes/reports/print.tsx";
import { loader as viewLoader } from "../../../app/routes/reports/view.tsx";

await freshDatabase();
afterAll(closeDocuments);
const [first, , current] = TERM_IDS;
await createSchool();
const formTeacher = await createFormTeacher({ firstName: "Asha", lastName: "Ramkissoon" });
const otherLead = await createFormTeacher({ firstName: "Kai", lastName: "Pierre" });
const dean = await createTeacher({ permissions: [2, 3] });
const admin = await createAdmin();
const principal = await createPrincipal();
const clerk = await createClerk();
const withoutClass = await createTeacher();
const std4 = await createClass({ formClassId: "Std 4", label: "Std 4 R", formTeacher });
const other = await createClass({ formClassId: "Std 4", label: "Std 4 N", formTeacher: otherLead });
const std5 = await createClass({ formClassId: "Std 5" });
await assignDean(std5, dean);
const lastYear = await classOfLastYear();
const inStd4 = await createStudents(
  std4,
  Array.from({ length: 23 }, (_, index) => ({
    firstName: `Zahra ${index}`,
    lastName: "Ali",
    studentId: `SR-${index + 1}`,
  })),
);
await createStudents(other, [{ firstName: "Kofi", lastName: "Ottley", studentId: "SR-90" }]);
await registerStudents(std5, inStd4.slice(0, 2), [first]);

const OF_THE_SCHOOL = ["school-feeding", "device-internet", "ethnic-group-statistics", "religion-statistics"];
const RESULTS = ["merit-list", "transcript", "cumulative-record"];
const WITH_MARKS = ["report-card-class", "marksheet-class", ...RESULTS];
const PICTURED = ["picture-list", "id-cards"];
const OF_CLASSES = ["class-list", ...PICTURED, "collection-list"];
const BY_CHOICE = ["marksheet-subject-choice-class", "marksheet-subject-choice-student"];
const OF_RECORDS = ["contact-information", "registration-forms"];
const EVERYBODYS = [...OF_THE_SCHOOL, "age-statistics"];

test.each<[string, Visitor, string[]]>([
  [
    "a form teacher",
    formTeacher,
    [...WITH_MARKS, ...OF_CLASSES, ...BY_CHOICE, ...OF_RECORDS, "attendance-register"],
  ],
  [
    "a dean, who has no class's records",
    dean,
    [...WITH_MARKS, ...OF_CLASSES, ...BY_CHOICE, "attendance-register"],
  ],
  [
    "the principal, who prints the records of every class",
    principal,
    [
      ...WITH_MARKS,
      ...OF_CLASSES,
      ...BY_CHOICE,
      ...OF_RECORDS,
      "attendance-register",
      ...EVERYBODYS,
      "registration-status",
      "annual-return",
    ],
  ],
  [
    "the office, which reads no marks",
    clerk,
    ["class-list", ...PICTURED, ...OF_RECORDS, "attendance-register", ...EVERYBODYS],
  ],
  ["the admin", admin, REPORT_KINDS.map(({ kind }) => kind)],
])("%s is offered what they may print, and nothing else", async (_who, visitor, theirs) => {
  const { kinds } = await screenFor(visitor, null);

  expect(kinds.map(({ kind }) => kind)).toEqual(theirs);
});

test("who prints nothing has no screen; another's kind is as if it were not there", async () => {
  const statuses = [
    await callRoute(loader, getRequest("/app/reports", await createTeacher({ permissions: [1, 2] }))),
    await callRoute(loader, getRequest("/app/reports", null)),
    await callRoute(loader, getRequest("/app/reports/school-feeding", formTeacher), {
      kind: "school-feeding",
    }),
    await callRoute(viewLoader, getRequest("/app/reports/school-feeding/view", formTeacher), {
      kind: "school-feeding",
    }),
    await callRoute(loader, getRequest("/app/reports/nothing", admin), { kind: "nothing" }),
    await callRoute(loader, getRequest("/app/reports/marksheet-class", clerk), { kind: "marksheet-class" }),
    await callRoute(loader, getRequest("/app/reports/contact-information", dean), {
      kind: "contact-information",
    }),
  ];

  expect(statuses.map(({ status }) => status)).toEqual([403, 302, 404, 404, 404, 404, 404]);
  expect(JSON.stringify(statuses.at(-1)?.body)).toContain(
    "You cannot print this report. Choose another report.",
  );
});

test.each<[string, Visitor, string, string[], string | null]>([
  [
    "a form teacher prints the cards of their class",
    formTeacher,
    "report-card-class",
    ["Std 4 R"],
    "Std 4 R",
  ],
  ["a dean reads the classes of the form", dean, "report-card-class", ["Std 5"], "Std 5"],
  ["the principal reads all", principal, "report-card-class", ["Std 4 N", "Std 4 R", "Std 5"], "Std 4 N"],
  ["the office lists all", clerk, "class-list", ["Std 4 N", "Std 4 R", "Std 5"], "Std 4 N"],
])("%s", async (_what, visitor, kind, labels, chosen) => {
  const { classes, params } = await screenFor(visitor, kind);

  const held = classes.find(({ classId }) => params.whose === `class-${classId}`);
  expect(classes.map(({ label }) => label)).toEqual(labels);
  expect(held?.label ?? null).toBe(chosen);
});

test("a teacher without a class is offered no report, and is told whom to ask", async () => {
  const { body } = await callRoute(loader, getRequest("/app/reports", withoutClass));
  const ofKind = await callRoute(loader, at("report-card-class", "view", "", withoutClass), {
    kind: "report-card-class",
  });
  const document = await callRoute(documentLoader, at("class-list", "document", "", withoutClass), {
    kind: "class-list",
  });

  expect([body, ofKind.body]).toMatchObject([{ shown: "no class" }, { shown: "no class" }]);
  expect(document.status).toBe(404);
});

test("another period has its own classes, with who was in them then", async () => {
  const past = await screenFor(principal, "report-card-class", `period=${first}`);
  const kind = "report-card-class";
  const future = await callRoute(loader, getRequest(`/app/reports/${kind}?period=202620271`, principal), {
    kind,
  });

  const studentsOf = (screen: PrintScreen) =>
    screen.classes.map(({ label, students }) => `${label}: ${students}`);
  expect(past.params.period).toBe(first);
  expect(studentsOf(past)).toContain("Std 5: 2");
  expect(future.status).toBe(404);
});

test("the page names the students whose cards have characters that no font has", async () => {
  const [student] = inStd4;
  await transaction(TEST, (t) =>
    runQuery(
      `insert into term_records (student_key, academic_term_id, teacher_comment) values ($1, $2, 'Well done 🎉')
       on conflict (student_key, academic_term_id) do update set teacher_comment = excluded.teacher_comment`,
      [student?.id, current],
      t,
    ),
  );

  const own = await screenFor(formTeacher, "report-card-class");
  const others = await screenFor(otherLead, "report-card-class");
  const list = await screenFor(formTeacher, "class-list");

  expect(own.unprintable).toEqual([{ classId: std4.classId, name: "Ali, Zahra 0", characters: "🎉" }]);
  expect([others.unprintable, list.unprintable]).toEqual([[], []]);
});

test("the mark sheets are those of the period's assessment", async () => {
  const { sheets, params } = await screenFor(principal, "marksheet-class");
  const ofClass = `/api/mark-sheet?academic_term_id=${current}&form_class_id=Std+4`;
  const fortnightly = await printed(`${ofClass}&test=3&forthnightlyTestId=1`, principal);

  expect(sheets.map(({ id, title }) => `${id} ${title}`)).toEqual(["1 Mid Term", "2 End of Term"]);
  expect(params.sheet).toBe(2);
  expect(fortnightly.status).toBe(404);
});

test("students are looked for on the server, twenty at a time, among one's own", async () => {
  const kind = "report-card-class";
  const none = await screenFor(formTeacher, kind);
  const found = await screenFor(formTeacher, kind, "search=ali");
  const rest = await screenFor(formTeacher, kind, "search=ali&page=2&for=student-SR-1");
  const others = await screenFor(formTeacher, kind, "search=ottley");
  const byId = await screenFor(principal, kind, "search=sr-90");
  const byClass = await screenFor(principal, kind, "search=ótt+std+4+N");
  const all = await screenFor(formTeacher, "marksheet-subject-choice-student");

  expect([none, found, rest, others, byId, byClass, all].map(({ students }) => students.length)).toEqual([
    0, 20, 4, 0, 1, 1, 20,
  ]);
  expect([found.found, rest.students[0]?.studentId, rest.params.whose]).toEqual([23, "SR-1", "student-SR-1"]);
  expect(byId.students[0]).toMatchObject({ name: "Ottley, Kofi", label: "Std 4 N" });
});

test("the viewer says whose document it is, and leads to the next class and back to the choice", async () => {
  const query = `period=${current}&for=class-${other.classId}`;

  const shown = await viewed(principal, "report-card-class", query);

  const address = `/api/report-card?academic_term_id=${current}&form_class_id=Std+4&employee_id=${otherLead.employeeId}`;
  expect(shown).toMatchObject({
    title: "Report Cards, Std 4 N",
    about: "2025-2026, Term 3 · K. Pierre · 1 card, 1 not signed",
    src: address,
    downloads: [{ href: `${address}&download=1` }, { href: `${address}&format=docx&download=1` }],
    closeTo: `/app/reports/report-card-class?period=${current}&format=pdf&for=class-${other.classId}`,
  });
  expect(shown.nextTo).toContain(`/view?period=${current}&format=pdf&for=class-${std4.classId}`);
});

test("what no browser shows is saved; two kinds close the whole screen", async () => {
  const sheet = await viewed(admin, "school-feeding", "format=xlsx");
  const status = await viewed(admin, "registration-status", "");

  expect([sheet.src, sheet.downloads[0]?.href]).toEqual([
    null,
    "/api/school-feeding?format=spreadsheet&download=1",
  ]);
  expect(status.closeTo).toBe("/app");
});

const EMPTY = "No students ";
const BACK = "missing=1";

/** Nobody gets another person's document than the one they asked for. */
test.each<[string, string, () => string, number, string]>([
  ["a future term", "class-list", () => "period=202620271", 404, "has not begun"],
  ["a term of no year", "marksheet-class", () => "period=1&sheet=1", 404, "term does not exist"],
  ["another year's class", "class-list", () => `for=class-${lastYear}`, 302, BACK],
  ["its mark sheet", "marksheet-class", () => `for=class-${lastYear}&sheet=1`, 302, BACK],
  ["level 0", "device-internet", () => "for=level-0", 302, BACK],
  ["level 8", "device-internet", () => "for=level-8", 302, BACK],
  ["a student of no class", "report-card-class", () => "for=student-XX-1", 302, BACK],
  ["another's student", "report-card-class", () => "for=student-SR-90", 302, BACK],
  ["a format it lacks", "marksheet-class", () => "format=docx", 302, "/api/mark-sheet?"],
  ["an empty class's cards", "report-card-class", () => `for=class-${std5.classId}`, 404, EMPTY],
  [
    "an empty class's forms",
    "registration-forms",
    () => `for=class-${std5.classId}`,
    404,
    "no students this term",
  ],
  ["an empty class's list", "class-list", () => `for=class-${std5.classId}`, 200, ""],
  ["an empty class's contacts", "contact-information", () => `for=class-${std5.classId}`, 200, ""],
  ["an empty class's sheet", "marksheet-class", () => `for=class-${std5.classId}`, 200, ""],
])("%s: %s", async (what, kind, query, expected, words) => {
  const visitor = what.startsWith("another's") ? formTeacher : admin;

  const { status, location, body } = await callRoute(documentLoader, at(kind, "document", query(), visitor), {
    kind,
  });
  const made = status === 302 && expected !== 302 ? await printed(location ?? "", visitor) : null;

  expect(made?.status ?? status).toBe(expected);
  expect(expected === 302 ? location : `${JSON.stringify(body)} ${made?.bytes.toString()}`).toContain(words);
});

test.each([
  [
    "a level's cards begin a batch",
    "report-card-class",
    "for=level-6",
    "/app/reports/batches/new?kind=report-card&",
  ],
  [
    "the school's sheets too",
    "marksheet-class",
    "for=school&sheet=1",
    "/app/reports/batches/new?kind=mark-sheet&",
  ],
  [
    "of nobody it leads back",
    "marksheet-subject-choice-student",
    "",
    "/app/reports/marksheet-subject-choice-student?",
  ],
])("%s", async (_what, kind, query, start) => {
  const { status, location } = await callRoute(documentLoader, at(kind, "document", query, admin), { kind });

  expect(status).toBe(302);
  expect(location).toContain(start);
});

test("a class that nobody has and that has a namesake cannot be printed alone", async () => {
  const [nameless, twin] = [
    await createClass({ formClassId: "Std 1", label: "Std 1 A" }),
    await createClass({ formClassId: "Std 1", label: "Std 1 B" }),
  ];

  const { classes, params } = await screenFor(clerk, "class-list", `for=class-${nameless.classId}`);

  const marked = classes.filter(({ isNameless }) => isNameless).map(({ classId }) => classId);
  expect(marked).toEqual([nameless.classId, twin.classId]);
  expect(params.whose).not.toBe(`class-${nameless.classId}`);
  await transaction(TEST, (t) => runQuery("delete from classes where form_class_id = 'Std 1'", [], t));
});

const EVERY = REPORT_KINDS.flatMap(({ kind, formats, whose }) =>
  formats.map((format) => [kind, format, whose] as const),
);

test.each(EVERY)("%s is there as %s, of a %s", async (kind, format, whose) => {
  const named = { student: "student-SR-1", level: "level-6" };
  const query = `format=${format}&for=${whose in named ? named[whose as "level"] : `class-${std4.classId}`}`;

  const { status, location } = await callRoute(documentLoader, at(kind, "document", query, admin), { kind });
  const { status: answered, headers, bytes } = await printed(location ?? "", admin);

  expect([status, answered]).toEqual([302, 200]);
  expect(headers.get("Content-Type")).toContain({ pdf: "pdf", docx: "word", xlsx: "sheet" }[format]);
  expect(bytes.length).toBeGreaterThan(1000);
});

async function classOfLastYear(): Promise<number> {
  return transaction(TEST, async (t) => {
    await runQuery("insert into academic_years (academic_year_id) values (20242025)", [], t);
    const [added] = await queryRows<{ class_id: number }>(
      `insert into classes (academic_year_id, form_class_id, label) values (20242025, 'Std 4', 'Std 4 R')
       returning class_id`,
      {},
      t,
    );
    return added?.class_id ?? 0;
  });
}

function at(kind: string, on: "view" | "document", query: string, visitor: Visitor) {
  return getRequest(`/app/reports/${kind}/${on}?${query}`, visitor);
}

async function screenFor(visitor: Visitor, kind: string | null, query = ""): Promise<PrintScreen> {
  const path = kind === null ? "/app/reports" : `/app/reports/${kind}?${query}`;
  const { body } = await callRoute(loader, getRequest(path, visitor), kind === null ? {} : { kind });
  return (body as { shown: PrintScreen }).shown;
}

async function viewed(visitor: Visitor, kind: string, query: string): Promise<PrintedDocumentView> {
  const { body } = await callRoute(viewLoader, at(kind, "view", query, visitor), { kind });
  return body as PrintedDocumentView;
}
