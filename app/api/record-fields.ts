import { z } from "zod";
import { isBox, type FieldKind } from "#fields/kind.ts";
import { blankValues, type RecordFields } from "#fields/record.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import { unless } from "./dispatch/wire.ts";

/** Much longer than any field allows: a text that is too long for its field is rejected there, with its reason. */
const LONGEST = 2_000;
const NO_VALUE = "–";

const NOT_A_TICK = unless("This must be true or false.");

/** A form sends numbers as text. A value of an impossible type is rejected with the field's own message. */
export function valueSchema(kind: FieldKind) {
  const { refuse, choices, posted } = kind;
  const typed = z.string().max(LONGEST, "This is too long.");
  const value = z.union([z.number(), typed, z.null()], { error: refuse(NO_VALUE) ?? "This must be text." });
  return choices.length === 0 || isBox(kind)
    ? value
    : value.meta({ description: `${choices.map(posted).join(", ")}.` });
}

/** The fields of a record that a call may send; others stay as they are. Values are checked when they are saved. */
export function fieldsSchema(fields: RecordFields) {
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }) => {
      const value = valueSchema(kind);
      return [name, (isBox(kind) ? z.union([z.boolean(), value], NOT_A_TICK) : value).optional()];
    }),
  );
}

/** Converts a call's body to the record's values, each as its field reads a form's text. */
export function valuesGiven(fields: RecordFields, body: object): Values {
  const given = new Map(Object.entries(body) as [string, Given | undefined][]);
  const values = [...fields.values()].flatMap(({ name, kind }) => {
    const value = given.get(name);
    return value === undefined ? [] : [[name, valueGiven(kind, value)] as const];
  });
  return Object.fromEntries(values);
}

type Given = FieldValue | boolean;

export function valueGiven(kind: FieldKind, value: Given): FieldValue {
  // A box may be sent as true, or as a form's figure or word.
  if (isBox(kind) && value !== null) return kind.posted(String(value));
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? kind.posted(value) : value;
}

/** Converts values for a reply: a tick box is true or false. */
export function valuesAnswered(fields: RecordFields, values: Values): Record<string, Given> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = fields.get(name)?.kind;
      return [name, kind && isBox(kind) ? value !== null : value];
    }),
  );
}

/** Defines the shape of a stored record in a reply. */
export function storedFields(fields: RecordFields) {
  const blank = blankValues(fields);
  return Object.fromEntries(
    [...fields.values()].map(({ name, kind }): [string, z.ZodType] => {
      if (isBox(kind)) return [name, z.boolean()];
      const shape = storedValue(kind);
      return [name, blank[name] === null ? shape.nullable() : shape];
    }),
  );
}

function storedValue({ choices, control, keyboard, posted }: FieldKind): z.ZodType<FieldValue> {
  if (choices.length > 0) return z.literal(choices.map(posted).filter((value) => value !== null));
  // The school's own list is not known here.
  if (control === "list") return z.union([z.string(), z.number()]);
  if (keyboard === "decimal") return z.number();
  return keyboard === "numeric" ? z.int() : z.string();
}
