import { z } from "zod";

/** The parts of JSON Schema that this description uses. */
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

/** Converts a schema before any transformation: replies are not transformed, so input and output agree. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", override }) as JsonSchema;
  return plain;
}

/** Zod limits every whole number to JavaScript's safe integers, which says nothing about the school. */
function override({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

export function fieldsOf(schema: z.ZodObject | null) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties).map(([name, field]) => {
    const { description: own, ...shape } = field;
    // A field that may be null has its description inside.
    const description = own ?? shape.anyOf?.find((item) => item.description)?.description;
    return { name, required: required.includes(name), ...(description && { description }), schema: shape };
  });
}
