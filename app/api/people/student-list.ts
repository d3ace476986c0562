import { z } from "zod";
import { joinNames, shortName } from "#domain/names.ts";
import { documentUrl } from "#domain/people/record-owner.ts";
import type { StudentDocumentKind } from "#domain/people/students.ts";
import { listStudents } from "#features/lookups/lists.server.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { endpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { storedFields } from "../record-fields.ts";

const RecordFile = z.strictObject({ id: z.int(), description: z.string(), url: z.string() });

/** The fields of the record, only for callers who manage records. */
const RECORD = z.object({
  ...storedFields(GENERAL_FIELDS),
  student_status_id: z.int(),
  teacher: z.string(),
  employees: z.array(z.strictObject({ employee_id: z.int(), name: z.string() })),
  birth_certificate: RecordFile.nullable(),
  immunization_card: RecordFile.nullable(),
});

/** A student; the ID is `id` too, as it is sent. A student without a class has no class fields. */
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

export const STUDENT_LIST: readonly Endpoint[] = [
  endpoint({
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
      return { status: 200, body: listed.map(onTheWire), total };
    },
  }),
];

type Listed = Awaited<ReturnType<typeof listStudents>>["listed"][number];

function onTheWire({ label, leadId, record, ...student }: Listed): z.input<typeof Student> {
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
    teacher: joinNames(teachers),
    employees: teachers.map((teacher) => ({ employee_id: teacher.employee_id, name: shortName(teacher) })),
    birth_certificate: file("Birth Certificate"),
    immunization_card: file("Immunization Card"),
  };
}
