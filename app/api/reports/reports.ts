import { z } from "zod";
import type { Person } from "#domain/person.ts";
import { printClassList } from "#features/reports/lists/class-lists.server.ts";
import { printRegistrationForms } from "#features/reports/print-registration-forms.server.ts";
import { printReportCards } from "#features/reports/print-report-card.server.ts";
import {
  printCumulativeRecord,
  printTranscript,
} from "#features/reports/records/print-student-record.server.ts";
import { defineEndpoint, type Endpoint, type EndpointReply, type CallContext } from "../dispatch/endpoint.ts";
import { idSchema, nameSchema } from "../dispatch/wire.ts";
import { MARK_SHEET_ENDPOINT } from "./mark-sheet.ts";
import { toExportEventKind, respondWithLoggedDocument } from "./lists.ts";

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
