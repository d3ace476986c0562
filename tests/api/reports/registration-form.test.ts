import { afterAll, expect, test } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
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
import { addCoTeacher, assignDean, createClass, createSchool } from "#tests/support/builders/school.ts";
import { createStudents, type Student } from "#tests/support/builders/students.ts";
import { getRequest, sendJson, type Visitor } from "#tests/support/request.ts";
import { pagesOf, wordsOf } from "../../templates/pdf-reader.ts";
import { partsOf } from "../../templates/zip-reader.ts";
import { answered } from "../answer.ts";
import { printed, wordsIn } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
await createSchool();
const formTeacher = await createFormTeacher({ firstName: "Asha", lastName: "Ramkissoon" });
const otherLead = await createFormTeacher();
const helper = await createFormTeacher();
const withoutPrinting = await createFormTeacher({ permissions: [1, 2] });
const dean = await createTeacher({ permissions: [2, 3] });
const principal = await createPrincipal();
const clerk = await createClerk();
const admin = await createAdmin();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 N", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 P", formTeacher: otherLead });
await createClass({ formClassId: "Std 5", formTeacher: withoutPrinting });
await addCoTeacher(std1, helper);
await assignDean(std1, dean);
const [zoe] = (await createStudents(std1, [
  { firstName: "Zoë", lastName: "Ñuñez", studentId: "PH-1", gender: "F" },
  { firstName: "Adam", lastName: "Alleyne", studentId: "PH-2", gender: null },
])) as [Student];
await createStudents(other, [{ firstName: "Kofi", lastName: "Ottley", studentId: "PH-3" }]);
const ofZoe = `id=${zoe.studentId}`;
const ofClass = "form_class=Std 1";

test("a student's form says all that is stored, and what is not known is left to be filled in", async () => {
  const of = (part: string) => `/api/student-data-${part}/${zoe.studentId}`;
  const long = "Peanuts and every other nut, shellfish, penicillin and what is made of it";
  await answered(
    sendJson(of("personal"), { town: "Arima", phone_mobile: "5550127", internet_access: true }, clerk),
  );
  await answered(sendJson(of("medical"), { asthma: true, allergies: long }, clerk));
  await answered(
    sendJson(of("family"), { relationship: 2, name: "Ana Ñuñez", phone_work: "5550190" }, clerk),
  );
  await answered(sendJson(of("family"), { relationship: 4, name: "Ivy Roach", relation: "Aunt" }, clerk));

  const { fileName, bytes } = await printed(urlOf(ofZoe), clerk);
  const word = await printed(urlOf(`${ofZoe}&format=docx&download=1`), clerk);

  const words = wordsIn(bytes);
  for (const fact of [
    "Zoë",
    "Std 1 N",
    "Ms. A. Ramkissoon",
    "Female",
    "Arima",
    "868 555 0127",
    long,
    "Ana Ñuñez",
  ])
    expect(words).toContain(fact);
  for (const fact of ["868 555 0190", "Ivy Roach", "Aunt", "TB", "Internet access"])
    expect(words).toContain(fact);
  expect(fileName).toMatch(/^inline; .*Registration form Zoë Ñuñez 2025-2026\.pdf/);
  expect(word.headers.get("Content-Disposition")).toMatch(/^attachment; .*\.docx$/);
  const text = partsOf(word.bytes).get("word/document.xml") ?? "";
  for (const fact of ["☑\u00a0Asthma", "☐\u00a0TB", "☑\u00a0Internet access", "Ana Ñuñez"])
    expect(text).toContain(fact);
});

test.each([
  ["primary", false],
  ["secondary", true],
] as const)("the form of a %s school has the way to school, and the SEA result: %s", async (flavour, hasSea) => {
  await runQueryAsAdmin(`update schools set flavour = '${flavour}'`);
  const details = { distance_km: 12.5, transport: true, book_grant: false };
  const sea = { sea_number: "202104418", sea_score: 238.415, sea_placement: "2nd choice" };
  await answered(sendJson(`/api/student-data-personal/${zoe.studentId}`, { ...details, ...sea }, clerk));

  const words = wordsIn((await printed(urlOf(ofZoe), clerk)).bytes);
  const word = partsOf((await printed(urlOf(`${ofZoe}&format=docx`), clerk)).bytes).get("word/document.xml");
  await runQueryAsAdmin("update schools set flavour = 'primary'");

  for (const fact of ["12.5", "Eligible for transport", "Book grant"]) expect(words).toContain(fact);
  expect(word).toContain("☑\u00a0Eligible for transport");
  expect(word).toContain("☐\u00a0Book grant");
  const printedSea = ["202104418", "238.415", "2nd choice"].map((fact) => words.includes(fact));
  expect(printedSea).toEqual([hasSea, hasSea, hasSea]);
});

function runQueryAsAdmin(sql: string): Promise<void> {
  return transaction({ accountId: admin.accountId }, (t) => runQuery(sql, {}, t));
}

test("a class's forms are one file in the order of the register, each child noted once as read", async () => {
  const { bytes } = await printed(urlOf(ofClass), helper);
  await printed(urlOf(`${ofClass}&employee_id=${formTeacher.employeeId}`), helper);

  const pages = pagesOf(bytes).map(wordsOf);
  const events = await listSecurityEvents(
    { kind: "forms-printed", words: [helper.userName], limit: 9, offset: 0 },
    noTransaction,
  );
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain("Alleyne");
  expect(pages[1]).toContain("Ñuñez");
  expect(pages.every((words) => words.includes("Page 1 of 1"))).toBe(true);
  expect(await readingsOf(helper)).toEqual(["PH-1 family", "PH-1 medical", "PH-2 family", "PH-2 medical"]);
  expect(events.map(({ detail }) => detail)).toHaveLength(2);
  expect(events[0]?.detail).toBe("Registration forms Std 1 N 2025-2026.pdf");
});

test.each<[string, Visitor, string]>([
  ["the form teacher, of one student", formTeacher, ofZoe],
  ["the form teacher, of the class", formTeacher, ofClass],
  ["the co-teacher, of one student", helper, ofZoe],
  ["the co-teacher, of the class", helper, ofClass],
])("a form says nothing of the Personal tab to who does not read it: %s", async (_who, visitor, query) => {
  const personal = { town: "Tunapuna", email: "zoe@example.com", religion_id: 1, ethnic_group_id: 1 };
  await answered(sendJson(`/api/student-data-personal/${zoe.studentId}`, personal, clerk));
  await answered(
    sendJson(`/api/student-data-family/${zoe.studentId}`, { relationship: 2, id_card: "19800101777" }, clerk),
  );

  const words = wordsIn((await printed(urlOf(query), visitor)).bytes);
  const word = partsOf((await printed(urlOf(`${query}&format=docx`), visitor)).bytes);

  const text = word.get("word/document.xml") ?? "";
  for (const fact of [
    "Personal",
    "Tunapuna",
    "zoe@example.com",
    "Religion",
    "Ethnic group",
    "Internet access",
  ]) {
    expect(words).not.toContain(fact);
    expect(text).not.toContain(fact);
  }
  for (const fact of ["Ñuñez", "Medical", "Family", "19800101777"]) {
    expect(words).toContain(fact);
    expect(text).toContain(fact);
  }
});

test.each<[string, Visitor, string, string[]]>([
  ["the form teacher their class", formTeacher, ofClass, ["Ñuñez", "Alleyne"]],
  ["another form teacher theirs of the same form class", otherLead, ofClass, ["Ottley"]],
  ["who looks after students the whole form class", clerk, ofClass, ["Ñuñez", "Alleyne", "Ottley"]],
  [
    "who looks after students the class of one teacher",
    clerk,
    `${ofClass}&employee_id=${otherLead.employeeId}`,
    ["Ottley"],
  ],
  ["the admin one student", admin, ofZoe, ["Ñuñez"]],
  ["the co-teacher one student", helper, ofZoe, ["Ñuñez"]],
])("%s", async (_who, visitor, query, expected) => {
  const { status, bytes } = await printed(urlOf(query), visitor);

  const words = wordsIn(bytes);
  expect(status).toBe(200);
  expect(["Ñuñez", "Alleyne", "Ottley"].filter((name) => words.includes(name))).toEqual(expected);
});

test.each<[string, Visitor, string, number]>([
  ["a visitor", null, ofZoe, 401],
  ["a form teacher without printing", withoutPrinting, "form_class=Std 5", 403],
  ["another form teacher", otherLead, ofZoe, 404],
  ["a form teacher of another form class", otherLead, "form_class=Std 5", 404],
  ["who names the form teacher", otherLead, `${ofClass}&employee_id=${formTeacher.employeeId}`, 404],
  ["the dean, who reads General alone", dean, ofZoe, 404],
  ["the dean of the class", dean, ofClass, 404],
  ["the principal, who reads General alone", principal, ofClass, 404],
  ["who asks for nobody there", clerk, "id=XX-1", 404],
  ["who asks for a class of nobody", clerk, "form_class=Std 5", 404],
  ["who asks for a class that is not there", clerk, "form_class=Std 9", 404],
  ["who names nobody", clerk, "", 422],
  ["who asks for a spreadsheet", clerk, `${ofZoe}&format=xlsx`, 422],
])("%s gets none", async (_who, visitor, query, expected) => {
  const { status } = await answered(getRequest(urlOf(query), visitor));

  expect(status).toBe(expected);
});

function urlOf(query: string): string {
  return `/api/registration-form?${query}`;
}

async function readingsOf(visitor: { accountId: number }): Promise<string[]> {
  const found = await queryRows<{ student_id: string; record: string }>(
    `select s.student_id, v.record
       from record_views v
       join students s on s.id = v.student_key
      where v.account_id = $accountId
      order by s.student_id, v.record`,
    { accountId: visitor.accountId },
    noTransaction,
  );
  return found.map(({ student_id, record }) => `${student_id} ${record}`);
}
