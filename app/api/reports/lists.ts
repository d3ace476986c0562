import { z } from "zod";
import { shortenIpAddress } from "#access/caller.server.ts";
import type { StudentGrouping } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import type { FormClassRequest } from "#features/reports/requested-classes.server.ts";
import {
  type PrintFormatAndSignal,
  type PrintedDocument,
  logDocument,
  limitPendingDocuments,
  type LoggedDocument,
} from "#features/reports/document.server.ts";
import {
  printSubjectsOfClass,
  printSubjectsOfStudent,
} from "#features/reports/classes/print-subject-choice.server.ts";
import { printAttendanceRegister } from "#features/reports/print-attendance-register.server.ts";
import {
  printCollectionList,
  printIdCards,
  printPictureList,
} from "#features/reports/lists/class-pictures.server.ts";
import { printContactInformation } from "#features/reports/lists/class-lists.server.ts";
import {
  printDeviceInternet,
  printSchoolFeeding,
  printStatistics,
} from "#features/reports/lists/school-lists.server.ts";
import { printMeritList } from "#features/reports/records/print-merit-list.server.ts";
import { defineEndpoint, type Endpoint, type EndpointReply, type CallContext } from "../dispatch/endpoint.ts";
import { calendarDaySchema, idSchema, nameSchema } from "../dispatch/wire.ts";

/** The format of a list: a PDF for paper, or a spreadsheet for further processing. */
export const listFormatSchema = z
  .enum(["pdf", "xlsx", "spreadsheet"], { error: "This must be pdf or spreadsheet." })
  .default("pdf")
  .transform((format) => (format === "spreadsheet" ? "xlsx" : format));

export const ListQuerySchema = z.object({ format: listFormatSchema });

const RegisterQuery = ListQuerySchema.extend({
  class_id: idSchema,
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "This must be a month, such as 2026-11."),
});

/** With `employee_id`, the list has only the class of this form teacher. */
const ClassQuery = ListQuerySchema.extend({ employee_id: idSchema.optional() });

const StatisticsQuery = ListQuerySchema.extend({
  reference_date: calendarDaySchema("This must be a date, such as 2026-09-01.").optional(),
});

const FORM_LEVEL = "This must be a form level, 1 to 7.";
const formLevel = z
  .string()
  .regex(/^[1-7]$/, FORM_LEVEL)
  .transform(Number);

/** With neither a class nor a level, the list covers all classes that the person may read. */
const SpanningQuery = ClassQuery.extend({
  academic_term_id: idSchema,
  form_class_id: nameSchema.optional(),
  form_level: formLevel.optional(),
});

/** Documents with pictures exist as PDF only. */
const PicturedQuery = z.object({
  academic_term_id: idSchema,
  form_class_id: nameSchema,
  employee_id: idSchema.optional(),
  format: z.enum(["pdf"], { error: "This must be pdf." }).default("pdf"),
});

const STATISTICS: readonly { path: string; by: StudentGrouping }[] = [
  { path: "/api/ethnic-group-statistics", by: "ethnic group" },
  { path: "/api/religious-group-statistics", by: "religion" },
  { path: "/api/student-age-statistics", by: "age" },
];

const SPANNING = [
  {
    path: "/api/merit-list",
    summary: "Prints the merit list of a class, a level or the school",
    print: printMeritList,
  },
  {
    path: "/api/collection-list",
    summary: "Prints the list that parents sign when they collect report cards, for chosen classes",
    print: printCollectionList,
  },
];

const PICTURED = [
  { path: "/api/picture-list", summary: "Prints a class list with pictures", print: printPictureList },
  { path: "/api/id-cards", summary: "Prints the ID cards of a class", print: printIdCards },
];

type Asked = {
  person: Person;
  query: z.output<typeof ListQuerySchema>;
  surroundings: CallContext;
};

const SPANNING_LISTS: readonly Endpoint[] = [
  ...SPANNING.map(({ path, summary, print }) =>
    defineEndpoint({
      method: "GET",
      path,
      access: "reports.print",
      summary,
      query: SpanningQuery,
      reply: null,
      answer: (call) => {
        const { academic_term_id: academicTermId, form_class_id, employee_id, form_level } = call.query;
        const of = {
          academicTermId,
          formClassId: form_class_id ?? null,
          employeeId: employee_id ?? null,
          formLevel: form_level ?? null,
        };
        return respondWithList(call, (how) => print(call.person, of, how));
      },
    }),
  ),
  ...PICTURED.map(({ path, summary, print }) =>
    defineEndpoint({
      method: "GET",
      path,
      access: "class-lists",
      summary,
      query: PicturedQuery,
      reply: null,
      answer: ({ person, query, surroundings }) => {
        const { academic_term_id: academicTermId, form_class_id: formClassId, employee_id, format } = query;
        const of = { academicTermId, formClassId, employeeId: employee_id ?? null };
        const how = { format, signal: surroundings.signal };
        const reply = async () => ({ status: 200 as const, document: await print(person, of, how) });
        return respondWithLoggedDocument(person, reply, null, surroundings);
      },
    }),
  ),
];

export const LISTS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/attendance-register",
    access: "class-lists",
    summary: "Prints the attendance register of a class for a month",
    query: RegisterQuery,
    reply: null,
    answer: (call) => {
      const { class_id: classId, month } = call.query;
      return respondWithList(call, (how) => printAttendanceRegister(call.person, { classId, month }, how));
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/mark-sheet-subject-choice/:form_class_id",
    access: "reports.print",
    summary: "Prints the subject choices of a class",
    params: z.object({ form_class_id: nameSchema }),
    query: ClassQuery,
    reply: null,
    answer: (call) => respondWithList(call, (how) => printSubjectsOfClass(call.person, classIn(call), how)),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/mark-sheet-subject-choice/:form_class_id/:student_id",
    summary: "Prints the subject choices of a student",
    access: "reports.print",
    params: z.object({ form_class_id: nameSchema, student_id: nameSchema }),
    query: ClassQuery,
    reply: null,
    answer: (call) => {
      const of = { ...classIn(call), studentId: call.params.student_id };
      return respondWithList(call, (how) => printSubjectsOfStudent(call.person, of, how));
    },
  }),
  ...SPANNING_LISTS,
  defineEndpoint({
    method: "GET",
    path: "/api/student-contact/:form_class_id",
    access: "class-records",
    summary: "Prints the contact information of a class",
    params: z.object({ form_class_id: nameSchema }),
    query: ClassQuery,
    reply: null,
    answer: (call) =>
      respondWithList(call, (how) => printContactInformation(call.person, classIn(call), how)),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/school-feeding",
    access: "school-lists",
    summary: "Prints the school feeding list",
    query: ListQuerySchema,
    reply: null,
    answer: (call) => respondWithSchoolList(call, (how) => printSchoolFeeding(call.person, how)),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/device-internet/:form_level",
    access: "school-lists",
    summary: "Prints the list of students’ devices and internet access, for a form level",
    params: z.object({ form_level: formLevel }),
    query: ListQuerySchema,
    reply: null,
    answer: (call) =>
      respondWithSchoolList(call, (how) => printDeviceInternet(call.person, call.params.form_level, how)),
  }),
  ...STATISTICS.map(({ path, by }) =>
    defineEndpoint({
      method: "GET",
      path,
      access: "school-lists",
      summary: `Prints the number of boys and girls of each class by ${by}`,
      query: StatisticsQuery,
      reply: null,
      answer: (call) =>
        respondWithList(call, (how) =>
          printStatistics(call.person, { by, day: call.query.reference_date ?? null }, how),
        ),
    }),
  ),
];

function classIn(call: {
  params: { form_class_id: string };
  query: z.output<typeof ClassQuery>;
}): FormClassRequest {
  return { formClassId: call.params.form_class_id, employeeId: call.query.employee_id ?? null };
}

export function respondWithList(
  call: Asked,
  print: (how: PrintFormatAndSignal<"pdf" | "xlsx">) => Promise<PrintedDocument>,
) {
  return handedOver(call, print, toExportEventKind(call.query.format));
}

/** Prints a list that names everybody at the school. Its use is logged even for a PDF. */
export function respondWithSchoolList(
  call: Asked,
  print: (how: PrintFormatAndSignal<"pdf" | "xlsx">) => Promise<PrintedDocument>,
) {
  return handedOver(call, print, "exported");
}

async function handedOver(
  { person, query: { format }, surroundings }: Asked,
  print: (how: PrintFormatAndSignal<"pdf" | "xlsx">) => Promise<PrintedDocument>,
  kind: ReturnType<typeof toExportEventKind>,
): Promise<EndpointReply<never>> {
  const { signal } = surroundings;
  const reply = async () => ({ status: 200 as const, document: await print({ format, signal }) });
  return respondWithLoggedDocument(person, reply, kind, surroundings);
}

/** Counts a document as one of the few that a person may have in progress. Logs it if it names many children. */
export async function respondWithLoggedDocument(
  person: Person,
  print: () => Promise<EndpointReply<never>>,
  kind: LoggedDocument["kind"] | null,
  { ip, signal }: CallContext,
): Promise<EndpointReply<never>> {
  const reply = await limitPendingDocuments(person, print);
  signal.throwIfAborted();
  if (kind === null || !("document" in reply)) return reply;
  await logDocument(person, { kind, fileName: reply.document.fileName, address: shortenIpAddress(ip) });
  return reply;
}

/**
 * Returns the kind of a logged export, or null for a PDF. Other formats count as exports, because programs can read
 * them.
 */
export function toExportEventKind(format: string): LoggedDocument["kind"] | null {
  return format === "pdf" ? null : "exported";
}
