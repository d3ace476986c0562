import { z } from "zod";
import { countReturnedRecords } from "#access/record-reads.server.ts";
import {
  readTermDetails,
  type TermDetails,
  saveTermDetails,
} from "#features/term-reports/save/saved-report.server.ts";
import {
  readReportTermMarks,
  type ReportTermMarks,
} from "#features/term-reports/report/marks/read-subjects.server.ts";
import { toRecordValues } from "#features/term-reports/save/record.rules.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  findClassesByName,
  postListedClasses,
  readPostings,
  createPostingRows,
} from "#features/settings/post-reports/post-reports.server.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "./dispatch/endpoint.ts";
import { NO_FIELD_CONVERSION, respondToSave, savedRowSchema } from "./saved-row.ts";
import { idSchema, nameSchema, saveIdSchema, versionSchema, oneOfNumbersSchema } from "./dispatch/wire.ts";
import { recordFieldsSchema, storedFieldsSchema, parseBodyValues } from "./record-fields.ts";

const recordGiven = recordFieldsSchema(TERM_RECORD_FIELDS);

/** Converts the body to the report's values. An empty comment is not saved, but null deletes the comment. */
function recordFromWire(body: Readonly<Record<string, unknown>>): FieldValues {
  const { teacher_comment: comment, ...others } = body;
  const isLeftEmpty = typeof comment === "string" && comment.trim() === "";
  return parseBodyValues(TERM_RECORD_FIELDS, isLeftEmpty ? others : body);
}

const Signature = z.strictObject({
  name: z.string(),
  signed_at: z.string(),
  picture: z.string().nullable(),
  changed_since: z.boolean(),
});

const SentSignature = z.object({ signed_at: z.string() });

/** A student's term report, with the version that a later save is checked against. */
const TermRecord = z.strictObject({
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture: z.string().nullable(),
  form_class_id: z.string(),
  class: z.string(),
  academic_term_id: z.int(),
  employee_id: z.int().nullable(),
  term: z.int(),
  ...storedFieldsSchema(TERM_RECORD_FIELDS),
  principal_signature: Signature.nullable(),
  version: z.int(),
});

/**
 * Tells whether the signature in a report that a caller sends back is the stored one. A report that was read before
 * signing has no signature, and changes nothing.
 */
function isStoredSignature(sent: unknown, { record }: TermDetails): boolean {
  if (sent === undefined || sent === null || sent === "") return true;
  const signed_at = record.signature?.at;
  return signed_at !== undefined && SentSignature.safeParse(sent).data?.signed_at === signed_at;
}

function recordOnTheWire({ heading, leadId, student, record }: TermDetails): z.input<typeof TermRecord> {
  return {
    student_id: student.student_id,
    first_name: student.first_name,
    last_name: student.last_name,
    picture: student.picture,
    form_class_id: heading.form_class_id,
    class: heading.class_label,
    academic_term_id: heading.academic_term_id,
    employee_id: leadId,
    term: heading.term,
    ...toRecordValues(record),
    principal_signature: signatureOnTheWire(record.signature),
    version: record.version,
  };
}

/** Converts the signature for the reply. An account without an employee signs with its user name. */
function signatureOnTheWire(signature: TermDetails["record"]["signature"]): z.input<typeof Signature> | null {
  if (!signature) return null;
  const { first_name, last_name, user_name, at, picture, changed } = signature;
  const name = last_name === null ? (user_name ?? "") : `${first_name ?? ""} ${last_name}`.trim();
  return { name, signed_at: at, picture, changed_since: changed };
}

/** Selects the details of a class or of one student. `employee_id` narrows a form class to this teacher's class. */
const DetailsQuery = z
  .object({
    academic_term_id: idSchema.optional(),
    form_class_id: nameSchema.optional(),
    employee_id: idSchema.optional(),
    student_id: nameSchema.optional(),
  })
  .refine(({ form_class_id, student_id }) => (form_class_id ?? student_id) !== undefined, {
    path: ["form_class_id"],
    error: "Give the class (form_class_id) or the student (student_id).",
  });

const DetailsBody = z.object({
  ...recordGiven,
  student_id: nameSchema,
  academic_term_id: idSchema.nullish(),
  principal_signature: z.unknown().optional(),
  // Without a version, the report overwrites any stored values.
  version: versionSchema.nullish(),
  save_id: saveIdSchema.optional(),
});

/** A student's marks in a subject of the term, with the teacher and the maximum of each mark. */
const TermMark = z.strictObject({
  subject_id: z.int(),
  title: z.string(),
  abbr: z.string(),
  teacher: z.string().nullable(),
  max_mark: z.number(),
  mark: z.number().nullable(),
  percentage: z.int().nullable(),
  grade: z.string().nullable(),
  course_mark: z.number().nullable(),
  course_max_mark: z.number(),
  course_attendance: z.int(),
  exam_mark: z.number().nullable(),
  exam_max_mark: z.number(),
  exam_attendance: z.int(),
  application: z.string().nullable(),
  preparedness: z.string().nullable(),
  remark: z.string().nullable(),
  criteria: z.array(z.strictObject({ detail: z.string(), grade: z.int().nullable() })).nullable(),
  mark1: z.number().nullable().optional(),
  max_mark1: z.number().nullable().optional(),
  mark2: z.number().nullable().optional(),
  max_mark2: z.number().nullable().optional(),
});

export const TERM_REPORTS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/student-term-details",
    summary: "Lists the term records of a class, or of one student",
    access: "term-reports",
    query: DetailsQuery,
    list: {
      sort: ["student_id", "first_name", "last_name", "form_class_id", "class"],
      search: ["first_name", "last_name", "student_id"],
      since: { student: "student_id", told: ["marks", "term records"] },
    },
    reply: z.array(TermRecord),
    answer: async ({ person, query }) => {
      const { academic_term_id, employee_id, student_id: studentId, form_class_id: formClassId = "" } = query;
      const call = { academicTermId: academic_term_id ?? null, employeeId: employee_id ?? null };
      const reports = studentId === undefined ? { ...call, formClassId } : { ...call, studentId };
      const details = await readTermDetails(person, reports);
      if (studentId === undefined) await countReturnedRecords(person, details.map(recordName));
      return { status: 200, body: details.map(recordOnTheWire) };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/student-term-details",
    summary: "Saves the term record of a student",
    access: "term-reports",
    body: DetailsBody,
    reply: savedRowSchema(TermRecord),
    answer: async ({ person, body }) => {
      const { student_id: studentId, academic_term_id, save_id: saveId = null } = body;
      const key = { studentId, academicTermId: academic_term_id ?? null };
      const [stored] = await readTermDetails(person, { ...key, employeeId: null });
      if (stored && !isStoredSignature(body.principal_signature, stored)) return NOT_BY_CALL;
      const record = { ...key, saveId, version: body.version ?? null, values: recordFromWire(body) };
      const { saved, details } = await saveTermDetails(person, record);
      return respondToSave(saved, NO_FIELD_CONVERSION, () => recordOnTheWire(details));
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/student-term-marks",
    summary: "Lists the results by subject on a student's report",
    access: "term-reports",
    query: z.object({ student_id: nameSchema, academic_term_id: idSchema.optional() }),
    list: { sort: ["subject_id", "title", "abbr", "percentage"], search: ["title", "abbr"] },
    reply: z.array(TermMark),
    answer: async ({ person, query }) => {
      const call = { studentId: query.student_id, academicTermId: query.academic_term_id ?? null };
      return { status: 200, body: marksOnTheWire(await readReportTermMarks(person, call)) };
    },
  }),
];

const ONLY_PRINCIPAL = "Only the principal can sign a report. Open the report in Termbook to sign.";
const NOT_BY_CALL: EndpointReply<never> = {
  status: 422,
  body: { message: ONLY_PRINCIPAL, errors: { principal_signature: [ONLY_PRINCIPAL] } },
};

function recordName({ heading, student }: TermDetails): string {
  return `term record ${heading.academic_term_id} ${student.student_key}`;
}

/** Converts the marks for the reply. Fortnightly marks exist only in terms with fortnightly tests. */
function marksOnTheWire({ fortnightly, subjects }: ReportTermMarks): z.input<typeof TermMark>[] {
  return subjects.map(({ tests: { first, second, course, exam }, criteria, ...subject }) => {
    const { isGraded: _, editUrl: __, made: ___, ...row } = subject;
    const ofWeeks = { mark1: first.mark, max_mark1: first.most, mark2: second.mark, max_mark2: second.most };
    return {
      ...row,
      remark: row.remark ?? null,
      criteria: criteria && [...criteria],
      course_mark: course.mark,
      course_max_mark: course.most ?? row.max_mark,
      course_attendance: course.attendance,
      exam_mark: exam.mark,
      exam_max_mark: exam.most ?? row.max_mark,
      exam_attendance: exam.attendance,
      ...(fortnightly ? ofWeeks : {}),
    };
  });
}

/** The posting of a class's term reports. A null form_class_id means the whole term. */
const Posting = z.strictObject({
  academic_term_id: z.int(),
  academic_year_id: z.int(),
  term: z.int(),
  posted: z.literal([0, 1]),
  date_posted: z.iso.date().nullable(),
  form_class_id: z.string().nullable(),
  employee_id: z.int().nullable(),
  class_id: z.int().nullable(),
});

/** Names the classes. A form class means all of its classes or, with a teacher, only that teacher's class. */
const NamedClass = z.union(
  [
    nameSchema.transform((form_class_id) => ({ form_class_id })),
    z.object({ form_class_id: nameSchema, employee_id: idSchema.nullish(), class_id: idSchema.nullish() }),
  ],
  { error: "Send a form_class_id, or an object with form_class_id and the teacher's employee_id." },
);

const MOST_CLASSES = 500;

/** The postings in the reply, in their state after the call. */
type Rows = Awaited<ReturnType<typeof readPostings>>;

export const POSTINGS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/term-reports",
    summary: "Lists the classes, and whether their reports for a term are posted",
    access: "settings.manage",
    query: z.object({ academic_term_id: idSchema.optional() }),
    list: { sort: ["class_id", "form_class_id", "employee_id", "posted", "date_posted"] },
    reply: z.array(Posting),
    answer: async ({ query }) => onTheWire(await readPostings(query.academic_term_id ?? null)),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/term-reports",
    summary: "Posts or withdraws the reports of a term for all classes except those that you list",
    access: "settings.manage",
    body: z.object({
      academic_term_id: idSchema,
      form_classes_not_posted: z.array(NamedClass).max(MOST_CLASSES),
      posted: oneOfNumbersSchema(0, 1),
    }),
    reply: z.array(Posting),
    answer: async ({ person, body }) => {
      const { academic_term_id: academicTermId, form_classes_not_posted: named } = body;
      const { classIds, unknown } = await findClassesByName(academicTermId, named);
      if (unknown !== null) return noSuchClass(unknown);
      return onTheWire(
        await postListedClasses(person, { academicTermId, classIds, posted: body.posted === 1 }),
      );
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/term-reports-register",
    summary: "Creates the list of classes for posting a term's reports",
    access: "settings.manage",
    body: z.object({ academic_term_id: idSchema.nullish() }),
    reply: z.array(Posting),
    answer: async ({ person, body }) =>
      onTheWire(await createPostingRows(person, body.academic_term_id ?? null)),
  }),
];

function noSuchClass(formClassId: string) {
  const message = `There is no class ${formClassId} in the year of this term. Check the name.`;
  return { status: 422 as const, body: { message, errors: { form_classes_not_posted: [message] } } };
}

function onTheWire(rows: Rows): { status: 200; body: z.input<typeof Posting>[] } {
  return { status: 200, body: rows.map(({ posted, ...row }) => ({ ...row, posted: posted ? 1 : 0 })) };
}
