import { z } from "zod";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { Person } from "#domain/person.ts";
import { readGeneralTabById, saveGeneralTabFromApi } from "#features/students/general/general.server.ts";
import { addStudentFromApi, fillInClassOfTeacher } from "#features/students/general/new-student.server.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { createBlankValues, type RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { defineEndpoint, type Endpoint, type EndpointReply } from "../dispatch/endpoint.ts";
import { addReasonsToMessage } from "../dispatch/input.ts";
import { idSchema, nameSchema, ignoredFieldSchema, saveIdSchema, versionSchema } from "../dispatch/wire.ts";
import { recordFieldsSchema, storedFieldsSchema, parseBodyValues } from "../record-fields.ts";
import { NO_FIELD_CONVERSION, respondToSave } from "../saved-row.ts";

/** A student, with the public ID as `id`. `class_id` distinguishes classes with the same form class name. */
const Student = z.strictObject({ id: z.string(), version: z.int(), ...storedFieldsSchema(GENERAL_FIELDS) });

const Saved = z.strictObject({
  message: z.string(),
  student: Student,
  version: z.int(),
  /** The previous values of the changed fields. */
  replaced: z.record(z.string(), z.unknown()),
  /** The ids of existing students who may be the same child as the added student. */
  probable_duplicates: z.array(z.string()),
});

/** Without a version, the record overwrites any stored values. */
const SAVE = { version: versionSchema.nullish(), save_id: saveIdSchema.optional() };

const WHICH_CLASS =
  "Several classes have this name. Choose a class by class_id, or by the employee_id of the teacher.";

const GENERAL = recordFieldsSchema(GENERAL_FIELDS);

/**
 * `prev_id` identifies the student. Without `prev_id`, a student is added, and `id` may give the new ID. `employee_id`
 * is the form teacher.
 */
const Given = z.object({
  ...GENERAL,
  id: GENERAL["student_id"] ?? ignoredFieldSchema,
  prev_id: nameSchema.nullish(),
  employee_id: idSchema.nullish(),
  // The class determines the level, and another endpoint changes the status when a student leaves.
  form_level: ignoredFieldSchema,
  student_status_id: ignoredFieldSchema,
  ...SAVE,
});

const Registering = z.object({
  student_id: nameSchema,
  form_class_id: nameSchema,
  employee_id: idSchema.nullish(),
  class_id: idSchema.nullish(),
  ...SAVE,
});

export const STUDENT_RECORDS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/api/student",
    summary: "Saves a student's general record, or adds a student",
    access: "student-records",
    body: Given,
    reply: Saved,
    answer: ({ person, body: { prev_id: prevId, id: givenId, ...body } }) => {
      const sent = givenId == null ? body : { ...body, student_id: givenId };
      return prevId == null ? add(person, sent) : save(person, prevId, sent);
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/student-class-registration",
    summary: "Registers a student in a class",
    access: "student-records",
    body: Registering,
    reply: Saved,
    answer: ({ person, body: { student_id: studentId, ...sent } }) => save(person, studentId, sent),
  }),
];

type Sent = {
  class_id?: unknown;
  employee_id?: number | null | undefined;
  version?: number | null | undefined;
  save_id?: string | undefined;
};

async function add(person: Person, sent: Sent): Promise<EndpointReply<z.input<typeof Saved>>> {
  const { added, alike } = await addStudentFromApi(person, valuesFor(sent));
  if (!added.ok) {
    const named = added.refusals.map(({ field, reason }) => [
      WIRE.field(field ?? "id"),
      [worded(field ?? "id", reason)],
    ]);
    const errors = Object.fromEntries(named) as Record<string, string[]>;
    return { status: 422, body: { message: addReasonsToMessage(errors), errors } };
  }
  const { values, stored } = await readGeneralTabById(person, added.studentId);
  const held = answerOf({ version: stored.version, values });
  return {
    status: 200,
    body: { ...held, message: "Added.", replaced: {}, probable_duplicates: alike },
  };
}

async function save(
  person: Person,
  studentId: string,
  sent: Sent,
): Promise<EndpointReply<z.input<typeof Saved>>> {
  const { version: base = null, save_id = null } = sent;
  const call = { studentId, valuesFor: valuesFor(sent), version: base, saveId: save_id };
  const saved = await saveGeneralTabFromApi(person, call);
  const reply = respondToSave(saved, WIRE, answerOf);
  if (!("body" in reply) || reply.status !== 200) return reply as EndpointReply<never>;
  const { data, message, replaced } = reply.body;
  return { status: 200, body: { ...data, message, replaced, probable_duplicates: [] } };
}

/** The API's name for the student's ID is `id`, and the reasons for a rejection use this name too. */
const WIRE = {
  ...NO_FIELD_CONVERSION,
  field: (name: string) => (name === "student_id" ? "id" : name),
  reason: worded,
};

/**
 * Rewords the message about an ambiguous class. The screen lists classes, but a call needs fields to tell them apart.
 */
function worded(field: string, reason: string): string {
  return field === "class_id" && reason === PEOPLE_MESSAGES.required ? WHICH_CLASS : reason;
}

function valuesFor(sent: Sent) {
  return (fields: RecordFields) =>
    fillInClassOfTeacher(parseBodyValues(fields, sent), sent.employee_id ?? null);
}

function answerOf({ version: stored, values }: { version: number; values: FieldValues }) {
  const student = {
    ...createBlankValues(GENERAL_FIELDS),
    ...values,
    id: String(values["student_id"]),
    version: stored,
  };
  return { student: student as z.input<typeof Student>, version: stored };
}
