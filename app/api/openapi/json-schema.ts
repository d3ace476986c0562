import { z } from "zod";

/** A schema of JSON, as far as the document's makers look into it. */
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

/**
 * What a caller sends, and what comes back, before zod has made anything of it: replies are not transformed, so the one
 * side serves both.
 */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", override }) as JsonSchema;
  return plain;
}

/** Zod bounds every whole number by what JavaScript can count: that says nothing of the school's. */
function override({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** The fields of an object, in the order in which its schema names them. */
export function fieldsOf(schema: z.ZodObject | null) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, field]) => {
    const { description: own, ...shape } = field;
    // What may be nothing too is described inside.
    const description = own ?? shape.anyOf?.find((each) => each.description)?.description;
    return { name, required: required.includes(name), ...(description && { description }), schema: shape };
  });
}
