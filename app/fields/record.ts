import { fieldText, type FieldKind } from "./kind.ts";
import type { FieldValue, Values } from "./value.ts";

/** One field of a record: everything else that is said of it follows from here. */
export type RecordField = {
  name: string;
  /** What it is called, on every screen and on paper. */
  title: string;
  kind: FieldKind;
  /** What it holds when nothing was entered; null unless said. */
  blank?: FieldValue;
  /** Why this person cannot write it now; null, or not said, when they can. */
  closed?: string | null;
};

/** By their names, in the order in which they stand. */
export type RecordFields = ReadonlyMap<string, RecordField>;

export function recordFields(fields: readonly RecordField[]): RecordFields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** What each field holds when nothing was entered. */
export function blankValues(fields: RecordFields): Values {
  return Object.fromEntries([...fields.values()].map(({ name, blank = null }) => [name, blank]));
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

export type Refusal = { reason: string; field: string | null };

/** The first of these changes that has no place in its field, and why. @param unknown said of what is no field */
export function refusedChange(fields: RecordFields, changes: Values, unknown: string): Refusal | null {
  for (const [name, value] of Object.entries(changes)) {
    const field = fields.get(name);
    const reason = field ? (field.closed ?? field.kind.refuse(value)) : unknown;
    if (reason) return { reason, field: name };
  }
  return null;
}

/** `Teacher's Comments`; the name itself for what is no field of the record any more. */
export function titleOf(fields: RecordFields, name: string): string {
  return fields.get(name)?.title ?? name;
}

/** A value as history says it; a dash for none. */
export function valueWords(fields: RecordFields, name: string, value: FieldValue | undefined): string {
  if (value == null) return "–";
  return fields.get(name)?.kind.words(value) ?? fieldText(value);
}
