import { MESSAGES } from "#domain/messages.ts";
import { formatValue, type FieldKind } from "./kind.ts";
import type { ColumnValue, FieldValue, FieldValues } from "./value.ts";

/** One field of a record. Forms, API calls, errors, storage and history are all built from this definition. */
export type RecordField = {
  name: string;
  /** The label on pages and in documents. */
  title: string;
  kind: FieldKind;
  /** The stored value when nothing was entered. The default is null. */
  blank?: FieldValue;
  required?: boolean;
  /** The reason why this person cannot change the field now; null or undefined if the person can change the field. */
  closed?: string | null;
};

/** A record's fields by name, in the order of the form. */
export type RecordFields = ReadonlyMap<string, RecordField>;

export function mapFieldsByName(fields: readonly RecordField[]): RecordFields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** Names of fields that are saved together. A change of one of them counts as a change of all. */
export type AtomicGroups = readonly (readonly string[])[];

/** Adds the other fields of every group that contains one of these names. */
export function withAtomicGroups(names: readonly string[], groups: AtomicGroups): string[] {
  const implied = groups.filter((group) => group.some((name) => names.includes(name))).flat();
  return [...new Set([...names, ...implied])];
}

export function createBlankValues(fields: RecordFields): FieldValues {
  return Object.fromEntries([...fields.values()].map(({ name, blank = null }) => [name, blank]));
}

export function valuesToColumns(fields: RecordFields, values: FieldValues): Record<string, ColumnValue> {
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => [name, kind.toColumn(values[name] ?? null)]),
  );
}

/** Converts a stored row to the values of its record. An entry of the history may contain only some of the fields. */
export function columnsToValues(
  fields: RecordFields,
  stored: Readonly<Record<string, ColumnValue | object>>,
): FieldValues {
  const values: Record<string, FieldValue> = {};
  for (const { name, kind, blank = null } of fields.values()) {
    const held = stored[name];
    if (held !== undefined) values[name] = typeof held === "object" ? blank : kind.fromColumn(held);
  }
  return values;
}

/** Normalises values for storing. Unknown names are left in, so that a later check can reject them. */
export function normaliseValues(fields: RecordFields, values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field ? field.kind.normalise(value) : value];
    }),
  );
}

export type FieldRefusal = { reason: string; field: string };

/** Lists the rejected changes with their reasons. @param unknown the reason for a name that is not a field */
export function listRefusedChanges(
  fields: RecordFields,
  changes: FieldValues,
  unknown: string,
): FieldRefusal[] {
  return Object.entries(changes).flatMap(([name, value]) => {
    const field = fields.get(name);
    const reason = field ? (field.closed ?? faultOf(field, value)) : unknown;
    return reason ? [{ reason, field: name }] : [];
  });
}

export function findRefusedChange(
  fields: RecordFields,
  changes: FieldValues,
  unknown: string,
): FieldRefusal | null {
  return listRefusedChanges(fields, changes, unknown)[0] ?? null;
}

/**
 * Completes and checks a new record. Missing values become blank; an error says which required values are missing.
 */
export function checkNewRecord(
  fields: RecordFields,
  given: FieldValues,
): { values: FieldValues; refusals: FieldRefusal[] } {
  const values = { ...createBlankValues(fields), ...normaliseValues(fields, given) };
  const said = Object.entries(values).filter(([name, value]) => value !== null || fields.get(name)?.required);
  return {
    values,
    refusals: listRefusedChanges(fields, Object.fromEntries(said), "there is no field with this name"),
  };
}

function faultOf({ kind, required }: RecordField, value: FieldValue): string | null {
  return required && value === null ? MESSAGES.required : kind.refuse(value);
}

/** Returns a field's title, such as `Teacher's Comments`. A field that exists only in the history shows its name. */
export function findFieldTitle(fields: RecordFields, name: string): string {
  return fields.get(name)?.title ?? name;
}

/** Formats a value for the history, with a dash for an empty one. */
export function formatFieldValue(fields: RecordFields, name: string, value: FieldValue | undefined): string {
  return formatValue(fields.get(name)?.kind, value, "–");
}
