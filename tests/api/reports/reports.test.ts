import { afterAll, expect, test } from "vitest";
import { closeDocuments } from "#templates/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createClerk,
  createFormTeacher,
  createPrincipal,
  createTeacher,
} from "#tests/support/builders/people.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { answered } from "../answer.ts";
import { addressOf, printed } from "./printed.ts";

await freshDatabase();
afterAll(closeDocuments);
const { currentTermId } = await createSchool({ assessmentType: "Forthnightly Test" });
const formTeacher = await createFormTeacher();
const otherLead = await createFormTeacher();
const teacher = await createTeacher();
const principal = await createPrincipal();
const clerk = await createClerk();
const std1 = await createClass({ formClassId: "Std 1", label: "Std 1 Ñ", formTeacher });
const other = await createClass({ formClassId: "Std 1", label: "Std 1 B", formTeacher: otherLead });
const maths = await createLesson(teacher, std1);
await createLesson(otherLead, other);
await createStudents(std1, 3);
const week2 = await createFortnightlyTest(std1, { title: "Week 2", testDate: "2026-05-01" });
await createAssessment(maths, { testId: 3, fortnightlyTestId: week2 });
const sheet = { form_class_id: "Std 1", subject_id: maths.subjectId, employee_id: teacher.employeeId };

test("a lesson's sheet opens as a PDF in the page", async () => {
  const { status, headers, bytes } = await printed(urlOf({ ...sheet, test_id: 3, assesment_id: 2 }), teacher);

  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("application/pdf");
  expect(headers.get("Content-Disposition")).toMatch(
    /^inline; filename="[\x20-\x7e]+\.pdf"; filename\*=UTF-8''\S+\.pdf$/,
  );
  expect(headers.get("Content-Disposition")).toContain("%C3%91");
  expect(headers.get("Content-Length")).toBe(String(bytes.length));
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

test("it is downloaded as a spreadsheet", async () => {
  const { headers, bytes } = await printed(
    urlOf({ ...sheet, test: 1, format: "spreadsheet", download: 1 }),
    teacher,
  );

  expect(headers.get("Content-Type")).toContain("spreadsheetml");
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; .*\.xlsx$/);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
});

test("the period's first sheet is the first fortnightly test", async () => {
  const { fileName } = await printed(urlOf({ ...sheet, assesment_id: 1, blank: 1 }), teacher);

  expect(fileName).toContain("Week 2");
});

test("the class's form teacher names the class, too", async () => {
  const { status } = await printed(
    urlOf({ ...sheet, employee_id: formTeacher.employeeId, assesment_id: 2 }),
    principal,
  );

  expect(status).toBe(200);
});

test.each([
  [{ assesment_id: 2 }, "form_class_id"],
  [{ ...sheet }, "assesment_id"],
  [{ ...sheet, assesment_id: 3 }, "assesment_id"],
  [{ ...sheet, assesment_id: 2, format: "docx" }, "format"],
  [{ ...sheet, assesment_id: 2, academic_term_id: "" }, "academic_term_id"],
  [{ ...sheet, test: 3 }, "forthnightlyTestId"],
  [{ ...sheet, employee_id: "", assesment_id: 2 }, "employee_id"],
])("%o does not name one sheet", async (query, field) => {
  const { status, body } = await asked(query, principal);

  expect(status).toBe(422);
  expect(Object.keys((body as { errors: object }).errors)).toEqual([field]);
});

test("nobody prints the sheet of a lesson that is not theirs to see", async () => {
  const byAnother = await asked({ ...sheet, assesment_id: 2 }, otherLead);
  const byClerk = await asked({ ...sheet, assesment_id: 2 }, clerk);
  const byLesson = await asked({ lesson_id: maths.lessonId, assesment_id: 2 }, clerk);
  const anonymous = await asked({ ...sheet, assesment_id: 2 }, null);

  expect([byAnother.status, byClerk.status, byLesson.status, anonymous.status]).toEqual([404, 404, 404, 401]);
});

function urlOf(query: object): string {
  return addressOf("/api/mark-sheet", { academic_term_id: currentTermId, ...query });
}

function asked(query: object, visitor: Visitor) {
  return answered(getRequest(urlOf(query), visitor));
}
