import { z } from "zod";
import { getStudentKey } from "#access/visible-student.server.ts";
import { joinTeacherNames, formatShortName } from "#domain/names.ts";
import { listEthnicGroups, listHouses, listReligions, listStudents } from "#features/lookups/lists.server.ts";
import { deleteStudent } from "#features/students/leave/leave.server.ts";
import { readStudentStatuses } from "#features/students/list/read-students.server.ts";
import { PATHS } from "#domain/paths.ts";
import { documentUrl } from "#domain/people/record-owner.ts";
import { STUDENT_TRANSFERRED, RELATIONSHIPS, type StudentDocumentKind } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { readStudentTabById, saveStudentTabById } from "#features/students/fields/fields.server.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { SELF_SAVING_TABS, STUDENT_TAB_FIELDS, type SelfSavingTab } from "#fields/people/student.ts";
import { createBlankValues, type RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import { defineEndpoint, defineSignedInGet, type Endpoint } from "../dispatch/endpoint.ts";
import { idSchema, nameSchema, oneOfNumbersSchema, saveIdSchema, versionSchema } from "../dispatch/wire.ts";
import { storedFieldsSchema, recordFieldsSchema, toReplyValues, parseBodyValues } from "../record-fields.ts";
import { NO_FIELD_CONVERSION, respondToSave, savedRowSchema } from "../saved-row.ts";

const Group = z.strictObject({ id: z.int(), grouping: z.string() });
const House = z.strictObject({ id: z.int(), house: z.string() });

/** The endpoints for the choices in a student's record, and for leaving, which is a change of status. */
export const STUDENTS_ENDPOINTS: readonly Endpoint[] = [
  defineSignedInGet({
    path: "/api/religions",
    summary: "Lists the religions that can be recorded",
    list: { sort: ["id", "grouping"], search: ["grouping"] },
    reply: z.array(Group),
    read: listReligions,
  }),
  defineSignedInGet({
    path: "/api/ethnic-groups",
    summary: "Lists the ethnic groups that can be recorded",
    list: { sort: ["id", "grouping"], search: ["grouping"] },
    reply: z.array(Group),
    read: listEthnicGroups,
  }),
  defineSignedInGet({
    path: "/api/houses",
    summary: "Lists the houses of the school",
    list: { sort: ["id", "house"], search: ["house"] },
    reply: z.array(House),
    read: listHouses,
  }),
  defineSignedInGet({
    path: "/api/student-status",
    summary: "Lists the statuses that a student can have",
    list: { sort: ["id", "detail"] },
    reply: z.array(z.strictObject({ id: z.int(), detail: z.string() })),
    read: async () =>
      (await readStudentStatuses()).map(({ student_status_id, detail }) => ({
        id: student_status_id,
        detail,
      })),
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/api/student",
    summary: "Marks a student as having left, which removes the student from the lists",
    access: "student-records",
    body: z.object({ student_id: nameSchema, student_status_id: idSchema.default(STUDENT_TRANSFERRED) }),
    reply: z.strictObject({ message: z.string() }),
    answer: async ({ person, body: { student_id: studentId, student_status_id: statusId } }) => {
      const studentKey = await getStudentKey(studentId);
      const outcome = await deleteStudent(person, { studentKey, statusId, list: PATHS.students });
      if (outcome.kind === "done") return { status: 200, body: { message: outcome.message } };
      const { errors } = outcome;
      if (typeof errors === "string") return { status: 409, body: { message: errors } };
      const { status: message = "" } = errors;
      return { status: 422, body: { message, errors: { student_status_id: [message] } } };
    },
  }),
];

const RecordFile = z.strictObject({ id: z.int(), description: z.string(), url: z.string() });

/** The record's fields. Only callers who manage student records receive them. */
const RECORD = z.object({
  ...storedFieldsSchema(GENERAL_FIELDS),
  student_status_id: z.int(),
  teacher: z.string(),
  employees: z.array(z.strictObject({ employee_id: z.int(), name: z.string() })),
  birth_certificate: RecordFile.nullable(),
  immunization_card: RecordFile.nullable(),
});

/** A student. The ID appears as `id` and as `student_id`. A student without a class has no class fields. */
const Student = z.strictObject({
  ...RECORD.partial().shape,
  id: z.string(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.enum(["M", "F"]).nullable(),
  form_class_id: z.string().nullable(),
  form_level: z.int().nullable(),
  class_id: z.int().nullable(),
  class: z.string().nullable(),
  employee_id: z.int().nullable(),
  picture: z.string().nullable(),
});

export const STUDENT_LIST_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/students",
    summary: "Lists the current students, with their records for people who manage students",
    everybody: true,
    access: "student-list",
    list: {
      sort: ["id", "first_name", "last_name", "gender", "form_class_id", "form_level", "class"],
      search: ["first_name", "last_name", "id"],
      since: { student: "id", told: ["documents"] },
    },
    reply: z.array(Student),
    answer: async ({ person, list }) => {
      const { listed, total } = await listStudents(person, list);
      return { status: 200, body: listed.map(studentOnTheWire), total };
    },
  }),
];

type Listed = Awaited<ReturnType<typeof listStudents>>["listed"][number];

function studentOnTheWire({ label, leadId, record, ...student }: Listed): z.input<typeof Student> {
  const { student_id: id } = student;
  return { ...(record && recordOnTheWire(record)), id, ...student, class: label, employee_id: leadId };
}

function recordOnTheWire({
  id,
  student_status_id,
  teachers,
  documents,
  general,
}: NonNullable<Listed["record"]>) {
  const file = (description: StudentDocumentKind) => {
    const documentId = documents[description];
    if (documentId === undefined) return null;
    return { id: documentId, description, url: documentUrl({ kind: "student", id }, documentId) };
  };
  return {
    ...general,
    student_status_id,
    teacher: joinTeacherNames(teachers),
    employees: teachers.map((teacher) => ({
      employee_id: teacher.employee_id,
      name: formatShortName(teacher),
    })),
    birth_certificate: file("Birth Certificate"),
    immunization_card: file("Immunization Card"),
  };
}

/** The student's public id, in the path or in the query. */
const WHOSE = z.object({ student_id: nameSchema });

const RELATIONSHIP = oneOfNumbersSchema(...Object.keys(RELATIONSHIPS).map(Number));

const FAMILY = { sort: ["relationship", "name"], search: ["name"] };

const HEAD = { student_id: z.string(), version: z.int() };

/** Without a version, the row overwrites any stored values. */
const SAVE = { version: versionSchema.nullish(), save_id: saveIdSchema.optional() };

/**
 * The endpoints for personal, medical and family data. A student has one personal and one medical record, and one
 * family record per relationship.
 */
export const STUDENT_DATA_ENDPOINTS: readonly Endpoint[] = SELF_SAVING_TABS.flatMap(callsOf);

function callsOf(tab: SelfSavingTab): Endpoint[] {
  const path = `/api/student-data-${tab}`;
  const [reads, saves] = [`Reads the ${tab} data of a student`, `Saves the ${tab} data of a student`];
  const named = `${path}/:student_id`;
  const ofFamily = tab === "family" ? { relationship: RELATIONSHIP } : {};
  const told = tab === "family" ? { relationship: z.int() } : {};
  const shape = z.strictObject({ ...HEAD, ...told, ...storedFieldsSchema(STUDENT_TAB_FIELDS[tab]) });
  const given = z.object({ ...recordFieldsSchema(STUDENT_TAB_FIELDS[tab]), ...ofFamily, ...SAVE });
  const reading = {
    method: "GET",
    summary: reads,
    access: "students",
    reply: tab === "family" ? z.array(shape) : shape,
    ...(tab === "family" && { list: FAMILY }),
  } as const;
  const saving = {
    method: "POST",
    summary: saves,
    access: "students",
    reply: savedRowSchema(shape),
  } as const;
  return [
    defineEndpoint({
      ...reading,
      path: named,
      params: WHOSE,
      answer: ({ person, params }) => read(person, tab, params),
    }),
    defineEndpoint({
      ...reading,
      path,
      query: WHOSE,
      answer: ({ person, query }) => read(person, tab, query),
    }),
    defineEndpoint({
      ...saving,
      path: named,
      params: WHOSE,
      body: given,
      answer: ({ person, params, body }) => save(person, tab, { ...body, ...params } as Sent),
    }),
    defineEndpoint({
      ...saving,
      path,
      body: given.extend(WHOSE.shape),
      answer: ({ person, body }) => save(person, tab, body as Sent),
    }),
  ];
}

type Whose = z.output<typeof WHOSE>;

async function read(person: Person, tab: SelfSavingTab, { student_id: studentId }: Whose) {
  const rows = await readStudentTabById(person, { studentId, tab });
  const records = rows.map((row) => rowOnTheWire({ studentId, tab }, row));
  const [first] = records;
  if (!first) throw notFound();
  return { status: 200, body: tab === "family" ? records : first } as const;
}

type Sent = Whose & { relationship?: number; version?: number | null; save_id?: string | undefined };

async function save(person: Person, tab: SelfSavingTab, sent: Sent) {
  const { student_id: studentId, relationship = null, version: base = null, save_id = null } = sent;
  const valuesFor = (fields: RecordFields) => parseBodyValues(fields, sent);
  const record = { valuesFor, version: base, saveId: save_id };
  const saved = await saveStudentTabById(person, { studentId, tab, relationship }, record);
  const wire = {
    ...NO_FIELD_CONVERSION,
    values: (values: FieldValues) => toReplyValues(STUDENT_TAB_FIELDS[tab], values),
  };
  return respondToSave(saved, wire, (stored) =>
    rowOnTheWire({ studentId, tab }, { row: String(relationship), ...stored }),
  );
}

/** Converts a row for the reply, which includes the fields that the form omits for this relationship. */
function rowOnTheWire(
  { studentId, tab }: { studentId: string; tab: SelfSavingTab },
  row: Awaited<ReturnType<typeof readStudentTabById>>[number],
) {
  const fields = STUDENT_TAB_FIELDS[tab];
  const values = toReplyValues(fields, { ...createBlankValues(fields), ...row.values });
  const head = { student_id: studentId, version: row.version };
  return { ...head, ...(tab === "family" ? { relationship: Number(row.row) } : {}), ...values };
}
