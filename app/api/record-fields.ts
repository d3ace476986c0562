import { z } from "zod";
import { isTickBox, type FieldKind } from "#fields/kind.ts";
import { createBlankValues, type RecordFields } from "#fields/record.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import { missingOrInvalidError } from "./dispatch/wire.ts";

/** This is far above the limit of any field, which is checked later with the field's own message. */
const LONGEST = 2_000;
const NO_VALUE = "–";

const NOT_A_TICK = missingOrInvalidError("This must be true or false.");

/**
 * Returns the schema for a field's value. Numbers may be text, because forms send text. A value of an impossible type
 * is rejected with the field's own message.
 */
export function fieldValueSchema(kind: FieldKind) {
  const { refuse, choices, posted } = kind;
  const typed = z.string().max(LONGEST, "This is too long.");
  const value = z.union([z.number(), typed, z.null()], { error: refuse(NO_VALUE) ?? "This must be text." });
  return choices.length === 0 || isTickBox(kind)
    ? value
    : value.meta({ description: `${choices.flatMap((choice) => posted(choice) ?? []).join(", ")}.` });
}

/**
 * Returns the schema for a record's fields. All are optional, and fields that are left out do not change. The values
 * themselves are checked when they are saved.
 */
export function recordFieldsSchema(fields: RecordFields) {
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => {
      const value = fieldValueSchema(kind);
      return [name, (isTickBox(kind) ? z.union([z.boolean(), value], NOT_A_TICK) : value).optional()];
    }),
  );
}

/** Converts a call's body to the record's values, in the same way as the fields of a form. */
export function parseBodyValues(fields: RecordFields, body: object): FieldValues {
  const given = new Map(Object.entries(body) as [string, Given | undefined][]);
  const values = [...fields.values()].flatMap(({ name, kind }) => {
    const value = given.get(name);
    return value === undefined ? [] : [[name, parseBodyValue(kind, value)] as const];
  });
  return Object.fromEntries(values);
}

type Given = FieldValue | boolean;

export function parseBodyValue(kind: FieldKind, value: Given): FieldValue {
  // A tick box may be sent as true, or as the number or word that a form sends.
  if (isTickBox(kind) && value !== null) return kind.posted(String(value));
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? kind.posted(value) : value;
}

/** Converts values for a reply, in which tick boxes are true or false. */
export function toReplyValues(fields: RecordFields, values: FieldValues): Record<string, Given> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = fields.get(name)?.kind;
      return [name, kind && isTickBox(kind) ? value !== null : value];
    }),
  );
}

/** Defines the shape of a stored record in a reply. */
export function storedFieldsSchema(fields: RecordFields) {
  const blank = createBlankValues(fields);
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }): [string, z.ZodType] => {
      if (isTickBox(kind)) return [name, z.boolean()];
      const shape = storedValue(kind);
      return [name, blank[name] === null ? shape.nullable() : shape];
    }),
  );
}

function storedValue({ choices, control, keyboard, posted }: FieldKind): z.ZodType<FieldValue> {
  if (choices.length > 0) return z.literal(choices.map(posted).filter((value) => value !== null));
  // The choices are the school's own list, which this code does not know.
  if (control === "list") return z.union([z.string(), z.number()]);
  if (keyboard === "decimal") return z.number();
  return keyboard === "numeric" ? z.int() : z.string();
}
