import { expect, test } from "vitest";
import { z } from "zod";
import {
  calendarDaySchema,
  queryFlagSchema,
  idSchema,
  oneOfNumbersSchema,
  versionSchema,
} from "#api/dispatch/wire.ts";
import { toJsonSchema, describeValues } from "#api/openapi/json-schema.ts";

test.each<[string, z.ZodType]>([
  ["whole number", idSchema],
  ["whole number or nothing", idSchema.nullish()],
  ["whole number", versionSchema],
  ["1, 2, 3", oneOfNumbersSchema(1, 2, 3)],
  ["text", calendarDaySchema()],
  ["text", queryFlagSchema],
  ["text", z.string().regex(/^[\w-]{8,64}$/)],
  ["C, S or nothing", z.enum(["C", "S"]).nullable()],
  ["list of objects", z.array(z.object({ id: idSchema }))],
  ["list of text", z.array(z.string())],
  ["date, such as 2026-06-26", z.iso.date()],
  ["anything", z.unknown()],
])("%s", (words, schema) => {
  expect(describeValues(toJsonSchema(schema))).toBe(words);
});
