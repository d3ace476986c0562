import { z } from "zod";
import type { EmployeeTab } from "#domain/people/employees.ts";
import {
  EMPLOYMENT_FIELDS,
  EMPLOYEE_PERSONAL_FIELDS,
  formatListEntryField,
  type EmployeeRecordList,
} from "#fields/people/employee.ts";
import {
  readEmployeeTab,
  saveEmployeeTab,
  type EmployeeTabData,
} from "#features/employees/profile/profile.server.ts";
import type { FieldValues, FieldValue } from "#fields/value.ts";
import type { Person } from "#domain/person.ts";
import { tickBoxField } from "#fields/choices.ts";
import { isTickBox } from "#fields/kind.ts";
import { defineEndpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { idSchema, saveIdSchema, versionSchema } from "../dispatch/wire.ts";
import { AddedEmployeeSchema, addEmployeeFromApi } from "../employees.ts";
import { recordFieldsSchema, storedFieldsSchema, parseBodyValues, parseBodyValue } from "../record-fields.ts";
import { NO_FIELD_CONVERSION, respondToSave, savedRowSchema } from "../saved-row.ts";

/** Converts a tab's values to the API and back, if the fields of the API differ from those of the tab. */
type TabOnWire = {
  values: (values: FieldValues, read: EmployeeTabData) => Record<string, unknown>;
  field: (name: string) => string;
  reason?: (name: string, reason: string, read: EmployeeTabData) => string;
  from: (body: object, read: EmployeeTabData) => FieldValues;
};

const JOINED_TABLES = { teacher_class: "form_classes", subjects_taught: "subjects" } as const;
type Joined = keyof typeof JOINED_TABLES;

const employmentWire: Pick<TabOnWire, "values" | "field" | "reason"> = {
  values: (values, read) => {
    const plain = Object.entries(values).filter(([name]) => EMPLOYMENT_FIELDS.has(name));
    const joined = (Object.keys(JOINED_TABLES) as Joined[]).flatMap((name) => {
      const entries = entriesOf(read, JOINED_TABLES[name]).filter(({ field }) => field in values);
      const chosen = entries.filter(({ field }) => values[field] !== null);
      return entries.length > 0 || isWhole(values)
        ? [[name, chosen.map(({ title }) => title).join(",")]]
        : [];
    });
    return Object.fromEntries([...plain, ...joined]) as Record<string, unknown>;
  },
  field: (name) => joinedOf(name) ?? name,
  reason: (name, reason, { fields }) => {
    const joined = joinedOf(name);
    if (!joined || fields.has(name)) return reason;
    return `The school has no ${name.slice(formatListEntryField(JOINED_TABLES[joined], "").length)}. Check the name.`;
  },
};

/** Reads the employment tab. Unknown titles are not dropped, so that validation rejects them under their field. */
function employmentFrom(body: object, read: EmployeeTabData): FieldValues {
  const given = body as Partial<Record<Joined, string | null>>;
  const listed = (Object.keys(JOINED_TABLES) as Joined[]).flatMap((name) => {
    const text = given[name];
    return text === undefined ? [] : Object.entries(chosenIn(text ?? "", read, JOINED_TABLES[name]));
  });
  return { ...parseBodyValues(read.fields, body), ...Object.fromEntries(listed) };
}

const qualificationsWire: Pick<TabOnWire, "values" | "field" | "reason"> = {
  values: (values, read) => {
    const entries = entriesOf(read, "qualifications").filter(({ field }) => field in values);
    const map = entries.map(({ id, field }) => [id, heldAs(values[field] ?? null, read, field)]);
    return { qualifications: Object.fromEntries(map) as Record<string, unknown> };
  },
  field: (name) => `qualifications.${name.replace(/^\D+/, "")}`,
  reason: (name, reason, { fields }) =>
    fields.has(name) ? reason : "This must be one of the qualifications that can be recorded.",
};

/**
 * Reads the ticked qualifications. Unknown qualifications are not dropped, so that validation rejects them by number.
 */
function qualificationsFrom(body: object, { fields }: EmployeeTabData): FieldValues {
  const { qualifications } = body as { qualifications: Record<string, boolean | string | null> };
  const values = Object.entries(qualifications).map(([id, value]): [string, FieldValue] => {
    const name = formatListEntryField("qualifications", id);
    const kind = fields.get(name)?.kind ?? tickBoxField;
    // A qualification with details can also be sent as true or false.
    const given = typeof value === "boolean" && !isTickBox(kind) ? (value ? "Yes" : null) : value;
    return [name, parseBodyValue(kind, given)];
  });
  return Object.fromEntries(values);
}

function heldAs(value: FieldValue, { fields }: EmployeeTabData, field: string): FieldValue | boolean {
  return fields.get(field)?.kind.control === "box" ? value !== null : value;
}

type Entry = { id: string; title: string; field: string };

function entriesOf({ rules }: EmployeeTabData, list: EmployeeRecordList): Entry[] {
  const entry = (id: string | number, title: string) => ({
    id: String(id),
    title,
    field: formatListEntryField(list, id),
  });
  if (rules.tab === "qualifications") {
    return rules.qualifications.map(({ qualification_id, title }) => entry(qualification_id, title));
  }
  if (rules.tab !== "employment") return [];
  return list === "subjects"
    ? rules.subjects.map(({ subject_id, title }) => entry(subject_id, title))
    : rules.formClasses.map(({ form_class_id }) => entry(form_class_id, form_class_id));
}

/** Tells whether the values are a whole record. The replaced values of a save contain only changed fields. */
function isWhole(values: FieldValues): boolean {
  return [...EMPLOYMENT_FIELDS.keys()].every((name) => name in values);
}

/** Returns every entry of the list, ticked or not, from a text with commas. Titles may contain commas themselves. */
function chosenIn(text: string, read: EmployeeTabData, list: EmployeeRecordList): FieldValues {
  const entries = entriesOf(read, list);
  const parts = text.split(",");
  const values: FieldValues = Object.fromEntries(entries.map(({ field }) => [field, null]));
  for (let at = 0; at < parts.length;) {
    const { entry, length } = longestTitle(entries, parts.slice(at));
    const unknown = parts[at]?.trim() ?? "";
    if (entry) values[entry.field] = "Yes";
    else if (unknown !== "") values[`${formatListEntryField(list, "")}${unknown}`] = "Yes";
    at += length;
  }
  return values;
}

function longestTitle(
  entries: readonly Entry[],
  parts: readonly string[],
): { entry: Entry | null; length: number } {
  const most = Math.max(1, ...entries.map(({ title }) => title.split(",").length));
  for (let length = Math.min(most, parts.length); length > 0; length -= 1) {
    const wanted = parts.slice(0, length).join(",").trim().toLowerCase();
    const entry = entries.find(({ title }) => title.toLowerCase() === wanted);
    if (entry) return { entry, length };
  }
  return { entry: null, length: 1 };
}

function joinedOf(name: string): Joined | null {
  const names = Object.keys(JOINED_TABLES) as Joined[];
  return names.find((joined) => name.startsWith(formatListEntryField(JOINED_TABLES[joined], ""))) ?? null;
}

const WHOSE = z.object({ employee_id: idSchema });

/** Without a version, the tab overwrites any stored values. */
const SAVE = { employee_id: idSchema, version: versionSchema.nullish(), save_id: saveIdSchema.optional() };

const HEAD = { id: z.int(), employee_id: z.int(), version: z.int() };

const Personal = z.strictObject({ ...HEAD, ...storedFieldsSchema(EMPLOYEE_PERSONAL_FIELDS) });

/** `teacher_class` contains form class ids, `subjects_taught` contains titles. Each is a text separated by commas. */
const JOINED = { teacher_class: z.string(), subjects_taught: z.string() };
const Employment = z.strictObject({ ...HEAD, ...storedFieldsSchema(EMPLOYMENT_FIELDS), ...JOINED });

/** An object that gives a tick or a text for each qualification id. */
const QualificationMap = z.record(
  z.string().regex(/^\d{1,9}$/),
  z.union([z.boolean(), z.string(), z.null()], { error: "This must be true, false or text." }),
);

/** No list of the school has as many entries as this limit. */
const MOST_ENTRIES = 200;
const TOO_MANY = `Send at most ${MOST_ENTRIES} entries.`;
const joinedText = (longest: number) =>
  z
    .string()
    .max(longest, "This is too long.")
    .refine((text) => text.split(",").length <= MOST_ENTRIES, TOO_MANY);
const GivenMap = QualificationMap.refine((map) => Object.keys(map).length <= MOST_ENTRIES, TOO_MANY);

const Qualifications = z.strictObject({ ...HEAD, qualifications: QualificationMap });

/** A call without an employee's id adds an employee and may give the user name. */
const PERSONAL: TabCalls = {
  path: "/api/employee",
  about: "an employee's personal information",
  tab: "personal",
  given: z.object({
    ...recordFieldsSchema(EMPLOYEE_PERSONAL_FIELDS),
    ...SAVE,
    employee_id: idSchema.optional(),
    user_name: z.string().optional(),
  }),
  shape: Personal,
  wire: { ...NO_FIELD_CONVERSION, from: (body, { fields }) => parseBodyValues(fields, body) },
};

const EMPLOYMENT: TabCalls = {
  path: "/api/employee-employment-details",
  about: "an employee's employment information",
  tab: "employment",
  given: z.object({
    ...recordFieldsSchema(EMPLOYMENT_FIELDS),
    teacher_class: joinedText(2_000).nullish(),
    subjects_taught: joinedText(8_000).nullish(),
    ...SAVE,
  }),
  shape: Employment,
  wire: { ...employmentWire, from: employmentFrom },
};

const QUALIFICATIONS: TabCalls = {
  path: "/api/employee-qualifications",
  about: "an employee's qualifications",
  tab: "qualifications",
  given: z.object({ qualifications: GivenMap, ...SAVE }),
  shape: Qualifications,
  wire: { ...qualificationsWire, from: qualificationsFrom },
};

/** The endpoints of an employee's record. Each tab has one address, which reads or saves it by the employee's id. */
export const EMPLOYEE_RECORDS_ENDPOINTS: readonly Endpoint[] = [
  readTabCall(PERSONAL),
  defineEndpoint({
    method: "POST",
    path: PERSONAL.path,
    summary: `Saves ${PERSONAL.about}, or adds an employee`,
    access: "signed-in",
    body: PERSONAL.given,
    reply: z.union([AddedEmployeeSchema, savedRowSchema(PERSONAL.shape)]),
    answer: (call) => ("employee_id" in call.body ? saveTabCall(PERSONAL, call) : addEmployeeFromApi(call)),
  }),
  readTabCall(EMPLOYMENT),
  saveCall(EMPLOYMENT),
  // The posts are fields of the employment tab. If a call sends other fields of that tab, they are saved too.
  saveCall({ ...EMPLOYMENT, path: "/api/employee-posts", about: "the posts that an employee holds" }),
  readTabCall(QUALIFICATIONS),
  saveCall(QUALIFICATIONS),
  saveCall({ ...QUALIFICATIONS, path: "/api/qualifications" }),
];

type Given = { employee_id: number; version?: number | null | undefined; save_id?: string | undefined };

type TabCalls = {
  path: string;
  /** The contents of the tab, for the endpoint's summary. */
  about: string;
  tab: EmployeeTab;
  given: z.ZodObject;
  shape: z.ZodObject;
  wire: TabOnWire;
};

function saveCall(calls: TabCalls): Endpoint {
  const { path, about, given, shape } = calls;
  return defineEndpoint({
    method: "POST",
    path,
    summary: `Saves ${about}`,
    access: "signed-in",
    body: given,
    reply: savedRowSchema(shape),
    answer: (call) => saveTabCall(calls, call),
  });
}

function readTabCall({ path, about, tab: name, shape, wire }: TabCalls): Endpoint {
  return defineEndpoint({
    method: "GET",
    path,
    summary: `Reads ${about}`,
    access: "signed-in",
    query: WHOSE,
    reply: shape,
    answer: async ({ person, query }) => {
      const read = await readEmployeeTab(person, { tab: name, employeeId: query.employee_id });
      const stored = { wire, values: read.values, version: read.stored.version };
      return { status: 200, body: onTheWire(read, stored) };
    },
  });
}

async function saveTabCall(
  { tab: name, wire }: TabCalls,
  { person, body }: { person: Person; body: object },
) {
  const { employee_id: employeeId, version: base = null, save_id: saveId = null } = body as Given;
  const { saved, read } = await saveEmployeeTab(person, { tab: name, employeeId }, (before) => ({
    values: wire.from(body, before),
    version: base,
    saveId,
  }));
  const onWire = {
    values: (values: FieldValues) => wire.values(values, read),
    field: wire.field,
    reason: (name: string, reason: string) => wire.reason?.(name, reason, read) ?? reason,
  };
  return respondToSave(saved, onWire, ({ values, version: stored }) =>
    onTheWire(read, { wire, values, version: stored }),
  );
}

type Told = { wire: TabOnWire; values: FieldValues; version: number };

function onTheWire(read: EmployeeTabData, { wire, values, version: stored }: Told): Record<string, unknown> {
  const employeeId = read.employee.employee_id;
  const all = Object.fromEntries([...read.fields.keys()].map((name) => [name, values[name] ?? null]));
  return { id: employeeId, employee_id: employeeId, version: stored, ...wire.values(all, read) };
}
