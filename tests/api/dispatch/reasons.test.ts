import { expect, test } from "vitest";
import { z } from "zod";
import { findFieldErrors, parseOrReject } from "#api/dispatch/input.ts";
import { oneOfNumbersSchema } from "#api/dispatch/wire.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { listSchemaFields } from "#api/openapi/json-schema.ts";

/** Values that no field, or only a few, accept as they are. */
const ODD: readonly unknown[] = [
  undefined,
  null,
  true,
  {},
  { a: {} },
  { 1: 5 },
  [],
  [{}],
  [{ form_class_id: 1 }],
  Array.from({ length: 501 }, () => "Std 1"),
  "",
  "x",
  "\u0000",
  "x".repeat(9_000),
  "x,".repeat(300),
  0,
  -1,
  1.5,
  1e20,
];

const OF_ZOD =
  /^Invalid (?:input|key|element|option|string)|^Too (?:big|small)|expected|received|pattern|option/;

const shapes = API_ENDPOINTS.flatMap(({ method, path, query, body, upload }) => {
  const given = { query, body, form: upload?.fields ?? null };
  return Object.entries(given).flatMap(([place, shape]) =>
    shape ? [[`the ${place} of ${method} ${path}`, shape] as const] : [],
  );
});

test.each(shapes)("%s refuses in words for who sent it", (_, shape) => {
  const refusals = listSchemaFields(shape).flatMap(({ name }) =>
    ODD.map((odd) => refusalOf(shape, { [name]: odd })),
  );

  const reasons = refusals.flatMap(({ errors }) => Object.values(errors).flat());
  expect(reasons.filter((reason) => reason === "" || OF_ZOD.test(reason))).toEqual([]);
});

test("the message alone says what to put right, of many fields the first three", () => {
  const shape = z.object({ a: z.string(), b: z.int(), c: z.array(z.string()), d: z.boolean(), e: z.null() });

  expect(refusalOf(shape, { a: 1, c: [2], d: "no" }).message).toBe(
    "Some values were not accepted. a: This must be text; b: This is missing; c.0: This must be text; and 2 more.",
  );
});

test.each([
  [z.number(), "1", "This must be a number."],
  [z.int(), 1.5, "This must be a whole number."],
  [z.array(z.int()), {}, "This must be a list."],
  [
    z.record(z.string().regex(/^\d$/), z.int()),
    { a: 1 },
    "The keys of this object must be whole numbers above 0.",
  ],
  [z.enum(["pdf", "docx"]), "xlsx", "This must be pdf or docx."],
  [z.int().min(1), 0, "This must be at least 1."],
  [z.int().max(3), 4, "This must be at most 3."],
  [z.string().max(2), "abc", "This is too long."],
  [z.array(z.int()).max(1), [1, 2], "Send at most 1 entries."],
  [z.union([z.int(), z.null()]), "x", "This field does not accept this value. See /api/openapi.json."],
])("of itself zod would say it otherwise: %#", (field, given, reason) => {
  const { errors } = refusalOf(z.object({ field }), { field: given });

  expect(Object.values(errors)).toEqual([[reason]]);
});

test.each([
  [0, 0],
  ["0", 0],
  [1, 1],
  ["1", 1],
  ["", null],
  [" ", null],
  ["1.0", null],
  ["0x1", null],
  ["1e0", null],
  [true, null],
  [null, null],
  [2, null],
])("as posted, which is 0 or 1, %j is taken as %j", (given, taken) => {
  const result = oneOfNumbersSchema(0, 1).safeParse(given);

  expect(result.success ? result.data : null).toBe(taken);
});

function refusalOf(shape: z.ZodObject, given: object): { message: string; errors: Record<string, string[]> } {
  try {
    parseOrReject(shape, given);
  } catch (error) {
    return { message: (error as Error).message, errors: findFieldErrors(error) ?? {} };
  }
  return { message: "", errors: {} };
}
