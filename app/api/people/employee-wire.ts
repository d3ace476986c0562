import { flag } from "#fields/choices.ts";
import { isBox } from "#fields/kind.ts";
import { EMPLOYMENT_FIELDS, entryField, type ListName } from "#fields/people/employee.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import type { TabRead } from "#features/employees/profile/profile.server.ts";
import { valueGiven, valuesGiven } from "../record-fields.ts";

/** Converts a tab's values to and from the API, when they differ from those of its fields. */
export type TabOnWire = {
  values: (values: Values, read: TabRead) => Record<string, unknown>;
  field: (name: string) => string;
  reason?: (name: string, reason: string, read: TabRead) => string;
  from: (body: object, read: TabRead) => Values;
};

const JOINED = { teacher_class: "form_classes", subjects_taught: "subjects" } as const;
type Joined = keyof typeof JOINED;

export const employmentWire: Pick<TabOnWire, "values" | "field" | "reason"> = {
  values: (values, read) => {
    const plain = Object.entries(values).filter(([name]) => EMPLOYMENT_FIELDS.has(name));
    const joined = (Object.keys(JOINED) as Joined[]).flatMap((name) => {
      const entries = entriesOf(read, JOINED[name]).filter(({ field }) => field in values);
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
    return `The school has no ${name.slice(entryField(JOINED[joined], "").length)}.`;
  },
};

/** Reads the employment tab, including titles that the school does not have, which are then rejected by field. */
export function employmentFrom(body: object, read: TabRead): Values {
  const given = body as Partial<Record<Joined, string | null>>;
  const listed = (Object.keys(JOINED) as Joined[]).flatMap((name) => {
    const text = given[name];
    return text === undefined ? [] : Object.entries(chosenIn(text ?? "", read, JOINED[name]));
  });
  return { ...valuesGiven(read.fields, body), ...Object.fromEntries(listed) };
}

export const qualificationsWire: Pick<TabOnWire, "values" | "field" | "reason"> = {
  values: (values, read) => {
    const entries = entriesOf(read, "qualifications").filter(({ field }) => field in values);
    const map = entries.map(({ id, field }) => [id, heldAs(values[field] ?? null, read, field)]);
    return { qualifications: Object.fromEntries(map) as Record<string, unknown> };
  },
  field: (name) => `qualifications.${name.replace(/^\D+/, "")}`,
  reason: (name, reason, { fields }) =>
    fields.has(name) ? reason : "This must be one of the qualifications that can be recorded.",
};

/** A ticked qualification that the school does not have is refused under its number. */
export function qualificationsFrom(body: object, { fields }: TabRead): Values {
  const { qualifications } = body as { qualifications: Record<string, boolean | string | null> };
  const values = Object.entries(qualifications).map(([id, value]): [string, FieldValue] => {
    const name = entryField("qualifications", id);
    const kind = fields.get(name)?.kind ?? flag;
    // A qualification with details can be sent as held or not held too.
    const given = typeof value === "boolean" && !isBox(kind) ? (value ? "Yes" : null) : value;
    return [name, valueGiven(kind, given)];
  });
  return Object.fromEntries(values);
}

function heldAs(value: FieldValue, { fields }: TabRead, field: string): FieldValue | boolean {
  return fields.get(field)?.kind.control === "box" ? value !== null : value;
}

type Entry = { id: string; title: string; field: string };

function entriesOf({ rules }: TabRead, list: ListName): Entry[] {
  const entry = (id: string | number, title: string) => ({
    id: String(id),
    title,
    field: entryField(list, id),
  });
  if (rules.tab === "qualifications") {
    return rules.qualifications.map(({ qualification_id, title }) => entry(qualification_id, title));
  }
  if (rules.tab !== "employment") return [];
  return list === "subjects"
    ? rules.subjects.map(({ subject_id, title }) => entry(subject_id, title))
    : rules.formClasses.map(({ form_class_id }) => entry(form_class_id, form_class_id));
}

/** Tells whether the values are a whole record; replaced values include only the fields that changed. */
function isWhole(values: Values): boolean {
  return [...EMPLOYMENT_FIELDS.keys()].every((name) => name in values);
}

/** Returns every entry of the list, chosen or not, by one text joined by commas. A title may contain commas itself. */
function chosenIn(text: string, read: TabRead, list: ListName): Values {
  const entries = entriesOf(read, list);
  const parts = text.split(",");
  const values: Values = Object.fromEntries(entries.map(({ field }) => [field, null]));
  for (let at = 0; at < parts.length;) {
    const { entry, length } = longestTitle(entries, parts.slice(at));
    const unknown = parts[at]?.trim() ?? "";
    if (entry) values[entry.field] = "Yes";
    else if (unknown !== "") values[`${entryField(list, "")}${unknown}`] = "Yes";
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
  const names = Object.keys(JOINED) as Joined[];
  return names.find((joined) => name.startsWith(entryField(JOINED[joined], ""))) ?? null;
}
