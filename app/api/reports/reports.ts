import { z } from "zod";
import type { Person } from "#domain/person.ts";
import { printClassList } from "#features/reports/lists/class-lists.server.ts";
import { printRegistrationForms } from "#features/reports/print-registration-forms.server.ts";
import { printReportCards } from "#features/reports/print-report-card.server.ts";
import {
  printCumulativeRecord,
  printTranscript,
} from "#features/reports/records/print-student-record.server.ts";
import { END_OF_TERM_TEST_ID } from "#domain/terms.ts";
import { findLessons, findFirstTest } from "#features/mark-sheet/choose/find-lessons.server.ts";
import type { LessonTestKey } from "#domain/paths.ts";
import { printClassMarkSheet } from "#features/reports/classes/print-class-mark-sheet.server.ts";
import { printMarkSheet } from "#features/reports/print-mark-sheet.server.ts";
import { notFound } from "#runtime/errors.ts";
import { defineEndpoint, type Endpoint, type EndpointReply, type CallContext } from "../dispatch/endpoint.ts";
import {
  idSchema,
  nameSchema,
  queryFlagSchema,
  ignoredFieldSchema,
  oneOfNumbersSchema,
  textSchema,
} from "../dispatch/wire.ts";
import { toExportEventKind, respondWithLoggedDocument, listFormatSchema } from "./lists.ts";
import {
  FORTNIGHTLY_TEST_ONLY,
  isFortnightlyTestIdValid,
  lessonQueryFields,
  toLessonsRequest,
  hasLessonFields,
  testNumberSchema,
  toLessonTestKey,
} from "../marks.ts";

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

const MARK_SHEET_ENDPOINT = defineEndpoint({
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

/** The formats of documents that people fill in or change before printing. */
const wordFormat = z.enum(["pdf", "docx"], { error: "This must be pdf or docx." }).default("pdf");

/** `id` is a student's public id. Without it, the forms of the whole class are printed. */
const RegistrationFormQuery = z
  .object({
    form_class: nameSchema.optional(),
    employee_id: idSchema.optional(),
    id: nameSchema.optional(),
    format: wordFormat,
  })
  .refine(({ form_class, id: student }) => form_class !== undefined || student !== undefined, {
    path: ["form_class"],
    error: "Give the class (form_class) or one student (id).",
  });

const REGISTRATION_FORM = defineEndpoint({
  method: "GET",
  path: "/api/registration-form",
  summary: "Prints the registration forms of a class, or of one student",
  access: "class-records",
  query: RegistrationFormQuery,
  reply: null,
  answer: async ({ person, query, surroundings }) => {
    const { id: studentId, form_class: formClassId = "", employee_id: employeeId = null, format } = query;
    const call = studentId === undefined ? { formClassId, employeeId } : { studentId };
    const print = { format, signal: surroundings.signal };
    const reply = async () => {
      return { status: 200 as const, document: await printRegistrationForms(person, call, print) };
    };
    return respondWithLoggedDocument(
      person,
      reply,
      studentId === undefined ? "forms-printed" : null,
      surroundings,
    );
  },
});

/** The formats of a list. The API's name for xlsx is `spreadsheet`. */
const listFormat = z
  .enum(["pdf", "docx", "xlsx", "spreadsheet"], { error: "This must be pdf, docx or spreadsheet." })
  .default("pdf")
  .transform((format) => (format === "spreadsheet" ? "xlsx" : format));

/** The value in place of a teacher's id for a class without a teacher, or for all classes of the form class. */
const NO_TEACHER = z.literal("0").transform(() => null);

/** `student_id`, the public id, selects the report card whatever else is sent. A teacher only narrows the choice. */
const ReportCardQuery = z
  .object({
    academic_term_id: idSchema,
    form_class_id: nameSchema.optional(),
    employee_id: idSchema.optional(),
    student_id: nameSchema.optional(),
    format: wordFormat,
  })
  .refine(({ form_class_id, student_id }) => form_class_id !== undefined || student_id !== undefined, {
    path: ["form_class_id"],
    error: "Give the class (form_class_id) or one student (student_id).",
  });

/** The documents about all years of a student who was registered in the term. */
const STUDENT_RECORDS = [
  { path: "/api/transcript/:student_id", summary: "Prints a student’s transcript", print: printTranscript },
  {
    path: "/api/cumulative-record/:student_id",
    summary: "Prints a student’s cumulative record",
    print: printCumulativeRecord,
  },
].map(({ path, summary, print }) =>
  defineEndpoint({
    method: "GET",
    path,
    summary,
    access: "reports.print",
    params: z.object({ student_id: nameSchema }),
    query: z.object({ academic_term_id: idSchema, format: wordFormat }),
    reply: null,
    answer: ({ person, params, query, surroundings }) => {
      const request = { studentId: params.student_id, academicTermId: query.academic_term_id };
      const how = { format: query.format, signal: surroundings.signal };
      const reply = async () => ({ status: 200 as const, document: await print(person, request, how) });
      return respondWithLoggedDocument(person, reply, toExportEventKind(query.format), surroundings);
    },
  }),
);

export const REPORTS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/class-list/:form_class_id/:employee_id/:academic_term_id",
    summary: "Prints the class list",
    access: "class-lists",
    params: z.object({
      form_class_id: nameSchema,
      employee_id: z.union([NO_TEACHER, idSchema]),
      academic_term_id: idSchema,
    }),
    query: z.object({ format: listFormat }),
    reply: null,
    answer: async ({ person, params, query, surroundings }) => {
      const {
        form_class_id: formClassId,
        employee_id: employeeId,
        academic_term_id: academicTermId,
      } = params;
      const call = { formClassId, employeeId, academicTermId };
      const print = { format: query.format, signal: surroundings.signal };
      const reply = async () => {
        return { status: 200 as const, document: await printClassList(person, call, print) };
      };
      return respondWithLoggedDocument(person, reply, toExportEventKind(query.format), surroundings);
    },
  }),
  MARK_SHEET_ENDPOINT,
  defineEndpoint({
    method: "GET",
    path: "/api/report-card",
    summary: "Prints the report cards of a class, or of one student",
    access: "reports.print",
    query: ReportCardQuery,
    reply: null,
    answer: async ({ person, query, surroundings }) => {
      const kind = query.student_id === undefined ? "cards-printed" : null;
      return respondWithLoggedDocument(
        person,
        () => reportCard(person, query, surroundings),
        kind,
        surroundings,
      );
    },
  }),
  REGISTRATION_FORM,
  ...STUDENT_RECORDS,
];

async function reportCard(
  person: Person,
  query: z.output<typeof ReportCardQuery>,
  { signal }: CallContext,
): Promise<EndpointReply<never>> {
  const { academic_term_id: academicTermId, employee_id, form_class_id, student_id, format } = query;
  const of =
    student_id === undefined
      ? { formClassId: form_class_id ?? "", employeeId: employee_id ?? null }
      : { studentId: student_id };
  const document = await printReportCards(person, { academicTermId, ...of }, { format, signal });
  return { status: 200, document };
}
