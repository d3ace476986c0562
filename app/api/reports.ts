import { z } from "zod";
import type { Person } from "#domain/person.ts";
import { END_OF_TERM } from "#domain/terms.ts";
import { findLessons, firstTest } from "#features/mark-sheet/choose/find-lessons.server.ts";
import type { Test } from "#domain/paths.ts";
import { printClassList } from "#features/reports/print-class-list.server.ts";
import { printMarkSheet } from "#features/reports/print-mark-sheet.server.ts";
import { printReportCards } from "#features/reports/print-report-card.server.ts";
import { notFound } from "#runtime/errors.ts";
import { endpoint, type Endpoint, type Reply } from "./dispatch/endpoint.ts";
import {
  BELONGS_TO_TEST_3,
  isWholeTest,
  lessonNames,
  lessonsMeant,
  NAME_THE_LESSON,
  namesLesson,
  test,
  testMeant,
} from "./sheet-asked.ts";
import { flag, id, name, oneOf, text } from "./dispatch/wire.ts";

/** Of a list: the specification says spreadsheet. */
const listFormat = z
  .enum(["pdf", "docx", "xlsx", "spreadsheet"], { error: "This must be pdf, docx or spreadsheet." })
  .default("pdf")
  .transform((format) => (format === "spreadsheet" ? "xlsx" : format));

/** T2: of an academic period's sheets, 1 is the first and 2 the End of Term sheet. */
const LAST_SHEET = 2;

/** `test_id` is the specification's constant 3 and says nothing (T2). */
const MarkSheetQuery = z
  .object({
    ...lessonNames,
    academic_term_id: id,
    employee_id: id.optional(),
    assesment_id: oneOf(1, LAST_SHEET).optional(),
    assesment_title: text.optional(),
    test: test.optional(),
    forthnightlyTestId: id.optional(),
    blank: flag,
    format: z
      .enum(["pdf", "xlsx", "spreadsheet"], { error: "This must be pdf or spreadsheet." })
      .default("pdf"),
  })
  .refine(namesLesson, NAME_THE_LESSON)
  .refine(({ test: given, assesment_id }) => given !== undefined || assesment_id !== undefined, {
    path: ["assesment_id"],
    error: "Name the sheet: assesment_id, or test.",
  })
  .refine((query) => isWholeTest(query.test, query.forthnightlyTestId), {
    path: ["forthnightlyTestId"],
    error: BELONGS_TO_TEST_3,
  });

type Asked = z.output<typeof MarkSheetQuery>;

/** `student_id` is the public one and names the card whatever else is given; a teacher only narrows (design section 3). */
const ReportCardQuery = z
  .object({
    academic_term_id: id,
    form_class_id: name.optional(),
    employee_id: id.optional(),
    student_id: name.optional(),
    format: z.enum(["pdf", "docx"], { error: "This must be pdf or docx." }).default("pdf"),
  })
  .refine(({ form_class_id, student_id }) => form_class_id !== undefined || student_id !== undefined, {
    path: ["form_class_id"],
    error: "Name the class: form_class_id; or one student: student_id.",
  });

export const REPORTS: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/class-list/:form_class_id/:employee_id/:academic_term_id",
    access: "class-lists",
    params: z.object({ form_class_id: name, employee_id: id, academic_term_id: id }),
    query: z.object({ format: listFormat }),
    reply: null,
    answer: async ({ person, params, query }) => {
      const {
        form_class_id: formClassId,
        employee_id: employeeId,
        academic_term_id: academicTermId,
      } = params;
      const asked = { formClassId, employeeId, academicTermId };
      return { status: 200, document: await printClassList(person, asked, query.format) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/mark-sheet",
    access: "reports.print",
    query: MarkSheetQuery,
    reply: null,
    answer: ({ person, query }) => markSheet(person, query),
  }),
  endpoint({
    method: "GET",
    path: "/api/report-card",
    access: "reports.print",
    query: ReportCardQuery,
    reply: null,
    answer: ({ person, query }) => reportCard(person, query),
  }),
];

async function markSheet(person: Person, query: Asked): Promise<Reply<never>> {
  const { academic_term_id: academicTermId, employee_id: employeeId, blank, assesment_title: title } = query;
  const [lesson, other] = await findLessons(person, lessonsMeant(query, { academicTermId, employeeId }));
  if (!lesson) throw notFound();
  if (other) return severalLessons();
  const sheet = { lessonId: lesson.lesson_id, academicTermId };
  const format = query.format === "pdf" ? "pdf" : "xlsx";
  const key = { ...sheet, ...(await testOf(query, sheet)) };
  const document = await printMarkSheet(person, key, { title: title || null, blank, format });
  return { status: 200, document };
}

async function reportCard(person: Person, query: z.output<typeof ReportCardQuery>): Promise<Reply<never>> {
  const { academic_term_id: academicTermId, employee_id, form_class_id, student_id, format } = query;
  const of =
    student_id === undefined
      ? { formClassId: form_class_id ?? "", employeeId: employee_id ?? null }
      : { studentId: student_id };
  const document = await printReportCards(person, { academicTermId, ...of }, format);
  return { status: 200, document };
}

async function testOf(query: Asked, sheet: { lessonId: number; academicTermId: number }): Promise<Test> {
  if (query.test !== undefined) return testMeant(query.test, query.forthnightlyTestId);
  if (query.assesment_id === LAST_SHEET) return testMeant(END_OF_TERM, null);
  const first = await firstTest(sheet);
  if (!first) throw notFound("This lesson has no sheet before the End of Term.");
  return first;
}

function severalLessons(): Reply<never> {
  const message = "Several classes have this lesson. Name the teacher with employee_id.";
  return { status: 422, body: { message, errors: { employee_id: [message] } } };
}
