import { afterAll, expect, test } from "vitest";
import { dispatchApiCall } from "#api/dispatch/dispatch.server.ts";
import { noTransaction } from "#db/index.ts";
import { listSecurityEvents } from "#db/queries/accounts/security-events.ts";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { CONTEXT, getRequest, type Visitor } from "#tests/support/request.ts";
import { assignDean, createClass, createLesson, createSchool } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { answered } from "../answer.ts";
import { addressOf, printed } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId } = await createSchool({ flavour: "secondary" });
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const teacher = await createTeacher();
const dean = await createTeacher({ permissions: [2, 3] });
const principal = await createPrincipal();
const clerk = await createClerk();
const withoutPrinting = await createFormTeacher({ permissions: [1, 2] });
const form3a = await createClass({ formClassId: "3A", formTeacher });
await createClass({ formClassId: "4A", formTeacher: otherLead });
await createClass({ formClassId: "5A", formTeacher: withoutPrinting });
await assignDean(form3a, dean);
await createLesson(teacher, form3a);
await createStudents(form3a, [{ firstName: "Zoë", lastName: "Ñuñez", studentId: "IG-1" }]);
const card = { student_id: "IG-1" };

test("a student's card opens as a PDF in the page", async () => {
  const { status, headers, fileName, bytes } = await printed(urlOf(card), formTeacher);

  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("application/pdf");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Content-Length")).toBe(String(bytes.length));
  expect(fileName).toMatch(/^inline; .*Report card Ñuñez Zoë IG-1 Form 3A Term 3 2025-2026\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

test("a class's cards are a security event, one student's are not", async () => {
  await printed(urlOf(card), principal);
  await printed(urlOf({ form_class_id: "3A" }), principal);

  const events = await listSecurityEvents(
    { kind: null, words: [principal.userName], limit: 9, offset: 0 },
    noTransaction,
  );

  expect(events).toMatchObject([
    { kind: "cards-printed", address: "unknown", detail: "Report cards Form 3A Term 3 2025-2026.pdf" },
  ]);
});

test("a class's cards are downloaded for Word", async () => {
  const { headers, bytes } = await printed(urlOf({ form_class_id: "3A", format: "docx", download: 1 }), dean);

  expect(headers.get("Content-Type")).toContain("wordprocessingml");
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; .*\.docx$/);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
});

test("the specification's own address, with class, teacher and student, is the student's card", async () => {
  const query = { ...card, form_class_id: "3A", employee_id: formTeacher.employeeId };

  const { status } = await printed(urlOf(query), principal);

  expect(status).toBe(200);
});

test.each([
  [{}, "form_class_id"],
  [{ employee_id: 1 }, "form_class_id"],
  [{ ...card, academic_term_id: "" }, "academic_term_id"],
  [{ ...card, format: "xlsx" }, "format"],
  [{ form_class_id: "3A", employee_id: "x" }, "employee_id"],
])("%o does not name cards", async (query, field) => {
  const { status, body } = await asked(query, principal);

  expect(status).toBe(422);
  expect(Object.keys((body as { errors: object }).errors)).toEqual([field]);
});

test.each<[string, Visitor, object, number]>([
  ["a visitor", null, card, 401],
  ["a form teacher without printing", withoutPrinting, { form_class_id: "5A" }, 403],
  ["the teacher of a lesson in it", teacher, card, 404],
  ["another class's form teacher", otherLead, card, 404],
  [
    "another class's form teacher who names its teacher",
    otherLead,
    { form_class_id: "3A", employee_id: formTeacher.employeeId },
    404,
  ],
  ["the dean, of another form", dean, { form_class_id: "4A" }, 404],
  ["who manages students", clerk, card, 404],
])("%s gets no card", async (_who, visitor, query, expected) => {
  const { status } = await asked(query, visitor);

  expect(status).toBe(expected);
});

test("a class of nobody says so instead of printing nothing", async () => {
  const { status, body } = await asked({ form_class_id: "4A" }, principal);

  expect(status).toBe(404);
  expect(body).toEqual({ message: "No students were registered in Form 4A in Term 3, 2025–2026." });
});

test("cards that nobody waits for any more are not among what left the school", async () => {
  const reader = await createPrincipal();
  const request = getRequest(urlOf({ form_class_id: "3A" }), reader);

  await dispatchApiCall(request, { ...CONTEXT, signal: AbortSignal.abort() });

  expect(await eventsOf(reader)).toEqual([]);
});

test("of one person's documents five wait; the next is told to come again", async () => {
  const reader = await createPrincipal();
  const urls = Array.from({ length: 12 }, (_, index) => urlOf({ ...card, form_class_id: `of ${index}` }));

  const answers = await Promise.all(urls.map((url) => dispatchApiCall(getRequest(url, reader), CONTEXT)));
  const crowded = answers.filter(({ status }) => status === 429);

  expect(crowded).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(crowded[0]?.headers.get("Retry-After")).toBe("10");
  expect(await crowded[0]?.json()).toEqual({
    message:
      "Several documents that you opened are still being made. Wait until they have opened, then try again.",
  });
});

function eventsOf({ userName }: { userName: string }) {
  return listSecurityEvents({ kind: null, words: [userName], limit: 9, offset: 0 }, noTransaction);
}

function urlOf(query: object): string {
  return addressOf("/api/report-card", { academic_term_id: currentTermId, ...query });
}

function asked(query: object, visitor: Visitor) {
  return answered(getRequest(urlOf(query), visitor));
}
