import { z } from "zod";
import type { Person } from "#domain/person.ts";
import { END_OF_TERM_TEST_ID } from "#domain/terms.ts";
import { findLessons, findFirstTest } from "#features/mark-sheet/choose/find-lessons.server.ts";
import type { LessonTestKey } from "#domain/paths.ts";
import { printClassMarkSheet } from "#features/reports/classes/print-class-mark-sheet.server.ts";
import { printMarkSheet } from "#features/reports/print-mark-sheet.server.ts";
import { notFound } from "#runtime/errors.ts";
import { defineEndpoint, type EndpointReply, type CallContext } from "../dispatch/endpoint.ts";
import {
  FORTNIGHTLY_TEST_ONLY,
  isFortnightlyTestIdValid,
  lessonQueryFields,
  toLessonsRequest,
  hasLessonFields,
  testNumberSchema,
  toLessonTestKey,
} from "../sheet-request.ts";
import {
  queryFlagSchema,
  idSchema,
  ignoredFieldSchema,
  oneOfNumbersSchema,
  textSchema,
} from "../dispatch/wire.ts";
import { listFormatSchema, toExportEventKind, respondWithLoggedDocument } from "./lists.ts";

/** In a term with fortnightly tests, sheet 1 is the first sheet and sheet 2 the End of Term sheet. */
const LAST_SHEET = 2;

const NAME_THE_SHEET = {
  path: ["form_class_id"],
  error:
    "Give the class (form_class_id). For one lesson, add its subject (subject_id) or give lesson_id instead.",
};

/** `test_id` is ignored, because client programs always send 3 here. */
const MarkSheetQuery = z
  .object({
    ...lessonQueryFields,
    academic_term_id: idSchema,
    employee_id: idSchema.optional(),
    assesment_id: oneOfNumbersSchema(1, LAST_SHEET).optional(),
    assesment_title: textSchema.optional(),
    test_id: ignoredFieldSchema,
    test: testNumberSchema.optional(),
    forthnightlyTestId: idSchema.optional(),
    blank: queryFlagSchema,
    format: listFormatSchema,
  })
  .refine(({ form_class_id, lesson_id }) => form_class_id != null || lesson_id != null, NAME_THE_SHEET)
  .refine(({ test: given, assesment_id }) => given !== undefined || assesment_id !== undefined, {
    path: ["assesment_id"],
    error: "Give the test: assesment_id or test.",
  })
  .refine((query) => isFortnightlyTestIdValid(query.test, query.forthnightlyTestId), {
    path: ["forthnightlyTestId"],
    error: FORTNIGHTLY_TEST_ONLY,
  })
  .refine((query) => hasLessonFields(query) || !query.blank, {
    path: ["blank"],
    error: "An empty mark sheet is for one subject: give its subject_id.",
  });

type Asked = z.output<typeof MarkSheetQuery>;

export const MARK_SHEET_ENDPOINT = defineEndpoint({
  method: "GET",
  path: "/api/mark-sheet",
  summary: "Prints the mark sheet of a class, or of one lesson",
  access: "reports.print",
  query: MarkSheetQuery,
  reply: null,
  answer: async ({ person, query, surroundings }) => {
    const print = hasLessonFields(query) ? markSheet : classMarkSheet;
    const reply = () => print(person, query, surroundings);
    return respondWithLoggedDocument(person, reply, toExportEventKind(query.format), surroundings);
  },
});

async function markSheet(
  person: Person,
  query: Asked,
  { signal }: CallContext,
): Promise<EndpointReply<never>> {
  const { academic_term_id: academicTermId, employee_id: employeeId, blank, assesment_title: title } = query;
  const [lesson, other] = await findLessons(person, toLessonsRequest(query, { academicTermId, employeeId }));
  if (!lesson) throw notFound();
  if (other) return severalLessons();
  const sheet = { lessonId: lesson.lesson_id, academicTermId };
  const key = { ...sheet, ...(await testOf(query, sheet)) };
  const document = await printMarkSheet(person, key, {
    title: title || null,
    blank,
    format: query.format,
    signal,
  });
  return { status: 200, document };
}

async function classMarkSheet(
  person: Person,
  query: Asked,
  surroundings: CallContext,
): Promise<EndpointReply<never>> {
  const { academic_term_id: academicTermId, form_class_id, employee_id, assesment_title: title } = query;
  const sheet = query.assesment_id === LAST_SHEET ? "last" : "first";
  const test = query.test === undefined ? sheet : toLessonTestKey(query.test, query.forthnightlyTestId);
  const call = { academicTermId, formClassId: form_class_id ?? "", employeeId: employee_id ?? null };
  const print = { format: query.format, signal: surroundings.signal };
  const document = await printClassMarkSheet(person, { ...call, test, title: title || null }, print);
  return { status: 200, document };
}

async function testOf(
  query: Asked,
  sheet: { lessonId: number; academicTermId: number },
): Promise<LessonTestKey> {
  if (query.test !== undefined) return toLessonTestKey(query.test, query.forthnightlyTestId);
  if (query.assesment_id === LAST_SHEET) return toLessonTestKey(END_OF_TERM_TEST_ID, null);
  const first = await findFirstTest(sheet);
  if (!first) throw notFound(`This lesson has an End of Term test only. Give assesment_id ${LAST_SHEET}.`);
  return first;
}

function severalLessons(): EndpointReply<never> {
  const message = "Several classes have this lesson. Give the teacher's employee_id.";
  return { status: 422, body: { message, errors: { employee_id: [message] } } };
}
