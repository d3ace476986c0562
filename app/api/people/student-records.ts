import { z } from "zod";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import type { Person } from "#domain/person.ts";
import { readByCall, saveByCall } from "#features/students/general/general.server.ts";
import { addByCall, withTeacher } from "#features/students/general/new-student.server.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { blankValues, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { endpoint, type Endpoint, type Reply } from "../dispatch/endpoint.ts";
import { withReasons } from "../dispatch/input.ts";
import { id, name, notRead, saveId, version } from "../dispatch/wire.ts";
import { fieldsSchema, storedFields, valuesGiven } from "../record-fields.ts";
import { AS_THEY_ARE, respondToSave } from "../saved-row.ts";

/** A student, with the ID as `id`; `class_id` tells two classes of one form class apart. */
const Student = z.strictObject({ id: z.string(), version: z.int(), ...storedFields(GENERAL_FIELDS) });

const Saved = z.strictObject({
  message: z.string(),
  student: Student,
  version: z.int(),
  /** The previous values of the changed fields. */
  replaced: z.record(z.string(), z.unknown()),
  /** The ids of students who may be the same child as an added one. */
  probable_duplicates: z.array(z.string()),
});

/** Without a version the record overwrites whatever is stored. */
const SAVE = { version: version.nullish(), save_id: saveId.optional() };

const WHICH_CLASS =
  "Several classes have this name. Choose one with class_id, or with employee_id for its teacher.";

const GENERAL = fieldsSchema(GENERAL_FIELDS);

/** `prev_id` names the student; without one a new one is meant, whose ID may be given. `employee_id` is the teacher. */
const Given = z.object({
  ...GENERAL,
  id: GENERAL["student_id"] ?? notRead,
  prev_id: name.nullish(),
  employee_id: id.nullish(),
  // The level follows from the class, and leaving has an endpoint of its own.
  form_level: notRead,
  student_status_id: notRead,
  ...SAVE,
});

const Registering = z.object({
  student_id: name,
  form_class_id: name,
  employee_id: id.nullish(),
  class_id: id.nullish(),
  ...SAVE,
});

export const STUDENT_RECORDS: readonly Endpoint[] = [
  endpoint({
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
  endpoint({
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

async function add(person: Person, sent: Sent): Promise<Reply<z.input<typeof Saved>>> {
  const { added, alike } = await addByCall(person, valuesFor(sent));
  if (!added.ok) {
    const named = added.refusals.map(({ field, reason }) => [
      WIRE.field(field ?? "id"),
      [worded(field ?? "id", reason)],
    ]);
    const errors = Object.fromEntries(named) as Record<string, string[]>;
    return { status: 422, body: { message: withReasons(errors), errors } };
  }
  const { values, stored } = await readByCall(person, added.studentId);
  const held = answerOf({ version: stored.version, values });
  return {
    status: 200,
    body: { ...held, message: "Added.", replaced: {}, probable_duplicates: alike },
  };
}

async function save(person: Person, studentId: string, sent: Sent): Promise<Reply<z.input<typeof Saved>>> {
  const { version: base = null, save_id = null } = sent;
  const call = { studentId, valuesFor: valuesFor(sent), version: base, saveId: save_id };
  const saved = await saveByCall(person, call);
  const reply = respondToSave(saved, WIRE, answerOf);
  if (!("body" in reply) || reply.status !== 200) return reply as Reply<never>;
  const { data, message, replaced } = reply.body;
  return { status: 200, body: { ...data, message, replaced, probable_duplicates: [] } };
}

/** The ID is sent as `id`, and rejected under that name. */
const WIRE = {
  ...AS_THEY_ARE,
  field: (name: string) => (name === "student_id" ? "id" : name),
  reason: worded,
};

/** The screen lists the classes of a form class beside the empty field; a call needs a message that says so. */
function worded(field: string, reason: string): string {
  return field === "class_id" && reason === PEOPLE_MESSAGES.required ? WHICH_CLASS : reason;
}

function valuesFor(sent: Sent) {
  return (fields: RecordFields) => withTeacher(valuesGiven(fields, sent), sent.employee_id ?? null);
}

function answerOf({ version: stored, values }: { version: number; values: Values }) {
  const student = {
    ...blankValues(GENERAL_FIELDS),
    ...values,
    id: String(values["student_id"]),
    version: stored,
  };
  return { student: student as z.input<typeof Student>, version: stored };
}
