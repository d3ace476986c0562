import { expect, test } from "vitest";
import { z } from "zod";
import { calendarDay, queryFlag, id, oneOfNumbers, version } from "#api/dispatch/wire.ts";
import { jsonSchemaOf, describeValues } from "#api/openapi/json-schema.ts";

test.each<[string, z.ZodType]>([
  ["whole number", id],
  ["whole number or nothing", id.nullish()],
  ["whole number", version],
  ["1, 2, 3", oneOfNumbers(1, 2, 3)],
  ["text", calendarDay()],
  ["text", queryFlag],
  ["text", z.string().regex(/^[\w-]{8,64}$/)],
  ["C, S or nothing", z.enum(["C", "S"]).nullable()],
  ["list of objects", z.array(z.object({ id }))],
  ["list of text", z.array(z.string())],
  ["date, such as 2026-06-26", z.iso.date()],
  ["anything", z.unknown()],
])("%s", (words, schema) => {
  expect(describeValues(jsonSchemaOf(schema))).toBe(words);
});
