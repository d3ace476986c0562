import type { FieldKind } from "./kind.ts";
import { normalisedText } from "./texts.ts";
import type { FieldValue, Values } from "./value.ts";

/** One field of a record: everything else that is said of it follows from here. */
export type RecordField = {
  name: string;
  /** What it is called, on every screen and on paper. */
  title: string;
  kind: FieldKind;
  /** What it holds when nothing was entered; null unless said. */
  blank?: FieldValue;
};

export type RecordFields = ReadonlyMap<string, RecordField>;

export function recordFields(fields: readonly RecordField[]): RecordFields {
  return new Map(fields.map((field) => [field.name, field]));
}

/** What each field holds when nothing was entered. */
export function blankValues(fields: RecordFields): Values {
  return Object.fromEntries([...fields.values()].map(({ name, blank = null }) => [name, blank]));
}

/** Text that is all spaces is no text, and one line end is one character whoever typed it. */
export function normalisedValues(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? normalisedText(value) : value,
    ]),
  );
}

export type Refusal = { reason: string; field: string | null };

/** The first of these changes that has no place in its field, and why. @param unknown said of a field that is none */
export function refusedChange(fields: RecordFields, changes: Values, unknown: string): Refusal | null {
  for (const [name, value] of Object.entries(changes)) {
    const field = fields.get(name);
    const reason = field ? field.kind.refuse(value) : unknown;
    if (reason) return { reason, field: name };
  }
  return null;
}

/** `Teacher's Comments`; the name itself for what is no field of the record any more. */
export function titleOf(fields: RecordFields, name: string): string {
  return fields.get(name)?.title ?? name;
}
