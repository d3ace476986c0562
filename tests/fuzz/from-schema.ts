import fc from "fast-check";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { listSchemaFields, type JsonSchema } from "#api/openapi/json-schema.ts";
import type { Entries } from "./entries.ts";
import type { Known } from "./known-values.ts";

const PLAIN_TEXT = fc.string({ unit: "grapheme", maxLength: 30 });
const MOST_ITEMS = 4;

/** Names of form fields that occur in no answer. */
const WORDS = [
  "1",
  "50",
  "A",
  "F",
  "2016-05-04",
  "2026-06-26",
  "2026-05",
  "868-555-0123",
  "a.b@example.com",
  "Yes",
];

type FieldOf = ReturnType<typeof listSchemaFields>[number];

/** Creates entries according to the schema, with values of the school when there are any. */
export function entriesOf(shape: Endpoint["body"], known: Known): fc.Arbitrary<Entries> {
  const fields = listSchemaFields(shape).map((field) => entryOf(field, known));
  return fc.tuple(...fields).map((entries) => entries.flat());
}

function entryOf({ name, required, schema }: FieldOf, known: Known): fc.Arbitrary<Entries> {
  const value = valueOf(name, schema, known).map((given): Entries => [[name, given]]);
  return required
    ? value
    : fc.oneof({ weight: 2, arbitrary: value }, { weight: 1, arbitrary: fc.constant([]) });
}

function valueOf(name: string, schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const own = known.of(name);
  const drawn = drawnFrom(name, schema, known);
  if (own.length === 0) return drawn;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: drawn });
}

/** Creates a value from the schema alone. */
function drawnFrom(name: string, schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((item) => valueOf(name, item, known)));
  const types = [schema.type ?? "string"].flat();
  return fc.oneof(...types.map((type) => ofType(type, name, schema, known)));
}

function ofType(type: string, name: string, schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const { minimum: min = -3, maximum: max = 10 ** 9 } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) });
    case "number":
      return fc.oneof(fc.integer({ min: -1, max: 101 }), fc.double({ noNaN: true, min, max }));
    case "array":
      return fc.array(valueOf(name, schema.items ?? {}, known), { maxLength: MOST_ITEMS });
    case "object":
      return objectOf(schema, known);
    default:
      return textOf(schema);
  }
}

/** Creates an object with its named properties, or with names of its own. */
function objectOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const { properties, additionalProperties, propertyNames } = schema;
  if (properties) {
    const values = Object.entries(properties).map(
      ([name, each]) => [name, valueOf(name, each, known)] as const,
    );
    return fc.record(Object.fromEntries(values), { requiredKeys: schema.required ?? [] });
  }
  const names = fc.oneof(fc.nat(20).map(String), textOf((propertyNames ?? {}) as JsonSchema));
  const values = drawnFrom("", (additionalProperties ?? {}) as JsonSchema, known);
  return fc.dictionary(names, values, { maxKeys: MOST_ITEMS });
}

function textOf({ pattern }: JsonSchema): fc.Arbitrary<string> {
  const words = fc.constantFrom(...WORDS);
  // fast-check does not know Unicode classes; the texts that it leaves out are sent by the faults.
  if (typeof pattern !== "string" || pattern.includes("\\P{")) return fc.oneof(words, PLAIN_TEXT);
  return fc.stringMatching(new RegExp(pattern));
}
