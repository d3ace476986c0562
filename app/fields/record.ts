import { MESSAGES } from "#domain/messages.ts";
import { formatValue, type FieldKind } from "./kind.ts";
import type { ColumnValue, FieldValue, Values } from "./value.ts";

/** One field of a record. Forms, calls, rejections, storage and history all follow from this. */
export type RecordField = {
  name: string;
  /** The label on every screen and on paper. */
  title: string;
  kind: FieldKind;
  /** The value when nothing was entered; null by default. */
  blank?: FieldValue;
  /** The field must have a value. */
  required?: true;
  /** The reason why this person cannot change the field now; null or undefined when they can. */
  closed?: string | null;
};

/** Fields by name, in the order of the form. */
export type RecordFields = ReadonlyMap<string, RecordField>;

export function recordFields(fields: readonly RecordField[]): RecordFields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** Fields that belong together: a change of one counts as a change of all. */
export type AtomicGroups = readonly (readonly string[])[];

/** Adds all fields of the groups that these names belong to. */
export function withGroups(names: readonly string[], groups: AtomicGroups): string[] {
  const implied = groups.filter((group) => group.some((name) => names.includes(name))).flat();
  return [...new Set([...names, ...implied])];
}

export function blankValues(fields: RecordFields): Values {
  return Object.fromEntries([...fields.values()].map(({ name, blank = null }) => [name, blank]));
}

export function toColumns(fields: RecordFields, values: Values): Record<string, ColumnValue> {
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => [name, kind.toColumn(values[name] ?? null)]),
  );
}

/** Converts a stored row to its record's values; for a history entry, only those that the entry names. */
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

/** Normalises values for storing. Names that are not fields stay, so that they are rejected later. */
export function normalisedValues(fields: RecordFields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? field.kind.normalise(value) : value];
    }),
  );
}

export type Refusal = { reason: string; field: string };

/** The changes that are refused, and why. @param unknown the reason for a name that is not a field */
export function refusedChanges(fields: RecordFields, changes: Values, unknown: string): Refusal[] {
  return Object.entries(changes).flatMap(([name, value]) => {
    const field = fields.get(name);
    const reason = field ? (field.closed ?? faultOf(field, value)) : unknown;
    return reason ? [{ reason, field: name }] : [];
  });
}

export function refusedChange(fields: RecordFields, changes: Values, unknown: string): Refusal | null {
  return refusedChanges(fields, changes, unknown)[0] ?? null;
}

/** A new record, in which everything that was not given is blank. What it must have is refused where it is missing. */
export function judgedNewRecord(
  fields: RecordFields,
  given: Values,
): { values: Values; refusals: Refusal[] } {
  const values = { ...blankValues(fields), ...normalisedValues(fields, given) };
  const said = Object.entries(values).filter(([name, value]) => value !== null || fields.get(name)?.required);
  return { values, refusals: refusedChanges(fields, Object.fromEntries(said), "there is no such field") };
}

function faultOf({ kind, required }: RecordField, value: FieldValue): string | null {
  return required && value === null ? MESSAGES.required : kind.refuse(value);
}

/** Returns a field's title, such as `Teacher's Comments`; the name itself when the record no longer has the field. */
export function titleOf(fields: RecordFields, name: string): string {
  return fields.get(name)?.title ?? name;
}

/** Formats a value for the history; a dash stands for an empty one. */
export function formatFieldValue(fields: RecordFields, name: string, value: FieldValue | undefined): string {
  return formatValue(fields.get(name)?.kind, value, "–");
}
