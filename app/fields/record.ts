import { MESSAGES } from "#domain/messages.ts";
import { valueInWords, type FieldKind } from "./kind.ts";
import type { ColumnValue, FieldValue, Values } from "./value.ts";

/** One field of a record: everything else that is said of it follows from here. */
export type RecordField = {
  name: string;
  /** What it is called, on every screen and on paper. */
  title: string;
  kind: FieldKind;
  /** What it holds when nothing was entered; null unless said. */
  blank?: FieldValue;
  /** It is never without a value (A5). */
  required?: true;
  /** Why this person cannot write it now; null, or not said, when they can. */
  closed?: string | null;
};

/** By their names, in the order in which they stand. */
export type RecordFields = ReadonlyMap<string, RecordField>;

export function recordFields(fields: readonly RecordField[]): RecordFields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** Fields that say one thing between them: whoever changes one has an opinion on all. */
export type AtomicGroups = readonly (readonly string[])[];

/** All that is said by who says something of these fields. */
export function withGroups(names: readonly string[], groups: AtomicGroups): string[] {
  const implied = groups.filter((group) => group.some((name) => names.includes(name))).flat();
  return [...new Set([...names, ...implied])];
}

/** What each field holds when nothing was entered. */
export function blankValues(fields: RecordFields): Values {
  return Object.fromEntries([...fields.values()].map(({ name, blank = null }) => [name, blank]));
}

/** A record as its columns have it. */
export function toColumns(fields: RecordFields, values: Values): Record<string, ColumnValue> {
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => [name, kind.toColumn(values[name] ?? null)]),
  );
}

/** A stored row as the fields of its record, or those alone that an entry of its history names. */
export function fromColumns(
  fields: RecordFields,
  stored: Readonly<Record<string, ColumnValue | object>>,
): Values {
  const values: Record<string, FieldValue> = {};
  for (const { name, kind, blank = null } of fields.values()) {
    const held = stored[name];
    if (held !== undefined) values[name] = typeof held === "object" ? blank : kind.fromColumn(held);
  }
  return values;
}

/** Values as they are kept; what is no field of the record is left to be refused. */
export function normalisedValues(fields: RecordFields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? field.kind.normalise(value) : value];
    }),
  );
}

export type Refusal = { reason: string; field: string };

/** The first of these changes that has no place in its field, and why. @param unknown said of what is no field */
export function refusedChange(fields: RecordFields, changes: Values, unknown: string): Refusal | null {
  for (const [name, value] of Object.entries(changes)) {
    const field = fields.get(name);
    const reason = field ? (field.closed ?? faultOf(field, value)) : unknown;
    if (reason) return { reason, field: name };
  }
  return null;
}

function faultOf({ kind, required }: RecordField, value: FieldValue): string | null {
  return required && value === null ? MESSAGES.required : kind.refuse(value);
}

/** `Teacher's Comments`; the name itself for what is no field of the record any more. */
export function titleOf(fields: RecordFields, name: string): string {
  return fields.get(name)?.title ?? name;
}

/** A value as history says it; a dash for none. */
export function valueWords(fields: RecordFields, name: string, value: FieldValue | undefined): string {
  return valueInWords(fields.get(name)?.kind, value, "–");
}
