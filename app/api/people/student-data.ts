import { z } from "zod";
import { RELATIONSHIPS } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { readFieldsById, saveFieldsById, type RowRead } from "#features/students/fields/fields.server.ts";
import { FIELD_TABS, TAB_FIELDS, type FieldTab } from "#fields/people/student.ts";
import { blankValues, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import { endpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { name, oneOf, saveId, version } from "../dispatch/wire.ts";
import { fieldsSchema, storedFields, valuesAnswered, valuesGiven } from "../record-fields.ts";
import { AS_THEY_ARE, respondToSave, savedRow } from "../saved-row.ts";

/** The public id of the student, in the address or in the query. */
const WHOSE = z.object({ student_id: name });

const RELATIONSHIP = oneOf(...Object.keys(RELATIONSHIPS).map(Number));

const FAMILY = { sort: ["relationship", "name"], search: ["name"] };

const HEAD = { student_id: z.string(), version: z.int() };

/** Without a version the row overwrites whatever is stored. */
const SAVE = { version: version.nullish(), save_id: saveId.optional() };

/** Personal and medical data are one record each; the family has one per relationship. */
export const STUDENT_DATA: readonly Endpoint[] = FIELD_TABS.flatMap(callsOf);

function callsOf(tab: FieldTab): Endpoint[] {
  const path = `/api/student-data-${tab}`;
  const [reads, saves] = [`Reads the ${tab} data of a student`, `Saves the ${tab} data of a student`];
  const named = `${path}/:student_id`;
  const ofFamily = tab === "family" ? { relationship: RELATIONSHIP } : {};
  const told = tab === "family" ? { relationship: z.int() } : {};
  const shape = z.strictObject({ ...HEAD, ...told, ...storedFields(TAB_FIELDS[tab]) });
  const given = z.object({ ...fieldsSchema(TAB_FIELDS[tab]), ...ofFamily, ...SAVE });
  const reading = {
    method: "GET",
    summary: reads,
    access: "students",
    reply: tab === "family" ? z.array(shape) : shape,
    ...(tab === "family" && { list: FAMILY }),
  } as const;
  const saving = { method: "POST", summary: saves, access: "students", reply: savedRow(shape) } as const;
  return [
    endpoint({
      ...reading,
      path: named,
      params: WHOSE,
      answer: ({ person, params }) => read(person, tab, params),
    }),
    endpoint({ ...reading, path, query: WHOSE, answer: ({ person, query }) => read(person, tab, query) }),
    endpoint({
      ...saving,
      path: named,
      params: WHOSE,
      body: given,
      answer: ({ person, params, body }) => save(person, tab, { ...body, ...params } as Sent),
    }),
    endpoint({
      ...saving,
      path,
      body: given.extend(WHOSE.shape),
      answer: ({ person, body }) => save(person, tab, body as Sent),
    }),
  ];
}

type Whose = z.output<typeof WHOSE>;

async function read(person: Person, tab: FieldTab, { student_id: studentId }: Whose) {
  const rows = await readFieldsById(person, { studentId, tab });
  const records = rows.map((row) => onTheWire({ studentId, tab }, row));
  const [first] = records;
  if (!first) throw notFound();
  return { status: 200, body: tab === "family" ? records : first } as const;
}

type Sent = Whose & { relationship?: number; version?: number | null; save_id?: string | undefined };

async function save(person: Person, tab: FieldTab, sent: Sent) {
  const { student_id: studentId, relationship = null, version: base = null, save_id = null } = sent;
  const valuesFor = (fields: RecordFields) => valuesGiven(fields, sent);
  const record = { valuesFor, version: base, saveId: save_id };
  const saved = await saveFieldsById(person, { studentId, tab, relationship }, record);
  const wire = { ...AS_THEY_ARE, values: (values: Values) => valuesAnswered(TAB_FIELDS[tab], values) };
  return respondToSave(saved, wire, (stored) =>
    onTheWire({ studentId, tab }, { row: String(relationship), ...stored }),
  );
}

/** The reply includes fields that a section of the family form leaves out. */
function onTheWire({ studentId, tab }: { studentId: string; tab: FieldTab }, row: RowRead) {
  const fields = TAB_FIELDS[tab];
  const values = valuesAnswered(fields, { ...blankValues(fields), ...row.values });
  const head = { student_id: studentId, version: row.version };
  return { ...head, ...(tab === "family" ? { relationship: Number(row.row) } : {}), ...values };
}
