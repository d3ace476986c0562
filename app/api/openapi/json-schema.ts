import { z } from "zod";
import type { DescribedField } from "#features/api/guide.ts";

/** The part of JSON Schema that the API description uses. */
export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  [other: string]: unknown;
};

/** Converts a zod schema to JSON Schema by its input type. Replies are never transformed, so both types agree. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", override }) as JsonSchema;
  return plain;
}

/** Removes the limits of JavaScript's safe integers. Zod adds them to every whole number, and no caller needs them. */
function override({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

export function listSchemaFields(schema: z.ZodObject | null) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema);
  return Object.entries(properties).map(([name, field]) => {
    const { description: own, ...shape } = field;
    // A nullable field has its description inside `anyOf`.
    const description = own ?? shape.anyOf?.find((item) => item.description)?.description;
    return { name, required: required.includes(name), ...(description && { description }), schema: shape };
  });
}

const TYPES: Readonly<Record<string, string>> = {
  integer: "whole number",
  number: "number",
  string: "text",
  boolean: "true or false",
  null: "nothing",
  object: "object",
  array: "list",
};

/** Matches a pattern that allows only digits, such as the pattern of an id that is sent as text. */
const FIGURES = /^\^[\\d[\]{}0-9,-]+\$$/;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const FORMATS: Readonly<Record<string, string>> = { date: "date, such as 2026-06-26" };

/** Describes the allowed values: `whole number or text`, `C, S, R or nothing`. */
export function describeValues(schema: JsonSchema): string {
  return [...new Set(kindsOf(schema))].join(" or ") || "anything";
}

function kindsOf(schema: JsonSchema): string[] {
  const { anyOf, type, enum: choices, const: only, format, items, pattern } = schema;
  if (anyOf) return anyOf.flatMap(kindsOf);
  if (choices) return [choices.join("") === ALPHABET ? "letter from A to Z" : choices.map(String).join(", ")];
  if (only !== undefined) return [String(only)];
  if (type === "array") return [items ? `list of ${severalOf(items)}` : "list"];
  if (type === "string" && FIGURES.test(String(pattern))) return ["whole number"];
  if (format !== undefined && FORMATS[format] !== undefined) return [FORMATS[format]];
  return [type ?? []].flat().map((name) => TYPES[name] ?? name);
}

function severalOf(items: JsonSchema): string {
  return items.type === "object" ? "objects" : describeValues(items);
}

/** Lists every field of a reply, with nested fields as `data.mark`. For a list, these are the fields of its rows. */
export function listReplyFields(schema: JsonSchema, within = ""): DescribedField[] {
  if (schema.type === "array" && schema.items) return listReplyFields(schema.items, within);
  if (schema.anyOf) return withoutRepeats(schema.anyOf.flatMap((item) => listReplyFields(item, within)));
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = within + name;
    const about = field.description ?? "";
    const told = { name: path, takes: describeValues(field), place: "", required: required.has(name), about };
    return [told, ...listReplyFields(field, `${path}.`)];
  });
}

function withoutRepeats(fields: readonly DescribedField[]): DescribedField[] {
  return fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);
}
