import { MESSAGES } from "#domain/messages.ts";
import { valueInWords, type FieldKind } from "./kind.ts";
import type { ColumnValue, FieldValue, Values } from "./value.ts";

/** One field of a record. Forms, calls, refusals, storage and history all follow from this. */
export type RecordField = {
  name: string;
  /** Its label on every screen and on paper. */
  title: string;
  kind: FieldKind;
  /** Its value when nothing was entered; null by default. */
  blank?: FieldValue;
  /** It must have a value (A5). */
  required?: true;
  /** Why this person cannot change it now; null or undefined when they can. */
  closed?: string | null;
};

/** By name, in the order of the form. */
export type RecordFields = ReadonlyMap<string, RecordField>;

export function recordFields(fields: readonly RecordField[]): RecordFields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** Fields that make one statement together: a change of one counts as a change of all. */
export type AtomicGroups = readonly (readonly string[])[];

/** These names, and those of every group that they belong to. */
export function withGroups(names: readonly string[], groups: AtomicGroups): string[] {
  const implied = groups.filter((group) => group.some((name) => names.includes(name))).flat();
  return [...new Set([...names, ...implied])];
}

/** Each field's value when nothing was entered. */
export function blankValues(fields: RecordFields): Values {
  return Object.fromEntries([...fields.values()].map(({ name, blank = null }) => [name, blank]));
}

/** A record's values as its columns hold them. */
export function toColumns(fields: RecordFields, values: Values): Record<string, ColumnValue> {
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => [name, kind.toColumn(values[name] ?? null)]),
  );
}

/** A stored row as its record's values; of a history entry, only those that the entry names. */
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

/** Values as they are stored. Names that are not fields stay, so that they are refused later. */
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

/** The first of them, or null. */
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

/** `Teacher's Comments`; the name itself when the record no longer has the field. */
export function titleOf(fields: RecordFields, name: string): string {
  return fields.get(name)?.title ?? name;
}

/** A value in the words of the history; a dash for an empty one. */
export function valueWords(fields: RecordFields, name: string, value: FieldValue | undefined): string {
  return valueInWords(fields.get(name)?.kind, value, "–");
}
