import { expect, test } from "vitest";
import { z } from "zod";
import {
  recordFieldsSchema,
  storedFieldsSchema,
  toReplyValues,
  parseBodyValues,
} from "#api/record-fields.ts";
import { tickBoxField, lookUpField } from "#fields/choices.ts";
import { wholeNumberField } from "#fields/numbers.ts";
import { mapFieldsByName } from "#fields/record.ts";
import { dayField, phoneField, textField } from "#fields/texts.ts";

const STUDENT = mapFieldsByName([
  { name: "last_name", title: "Last Name", kind: textField({ longest: 60 }) },
  { name: "house_id", title: "House", kind: lookUpField(new Map(), "not a house of this school") },
  { name: "date_of_birth", title: "Date of Birth", kind: dayField({ from: "1950-01-01", to: "2026-11-20" }) },
  { name: "phone", title: "Phone", kind: phoneField },
  { name: "siblings", title: "Siblings", kind: wholeNumberField({ most: 30 }) },
  { name: "repeater", title: "Repeater", kind: tickBoxField },
]);

test("a form's text is read as its field reads it; what is left out is not given", () => {
  const body = z
    .object(recordFieldsSchema(STUDENT))
    .parse({ siblings: " 3 ", phone: "", repeater: "Yes", salary: 1 });

  expect(parseBodyValues(STUDENT, body)).toEqual({ siblings: 3, phone: null, repeater: "Yes" });
});

test.each([
  [true, "Yes"],
  [1, "Yes"],
  ["1", "Yes"],
  ["Yes", "Yes"],
  [false, null],
  [0, null],
  ["", null],
  [null, null],
  ["maybe", "maybe"],
])("a box sent as %j is %j, and is answered as true or false", (sent, value) => {
  const body = z.object(recordFieldsSchema(STUDENT)).parse({ repeater: sent });

  expect(parseBodyValues(STUDENT, body)).toEqual({ repeater: value });
  expect(toReplyValues(STUDENT, { repeater: value })).toEqual({ repeater: value !== null });
});

test.each([{ siblings: true }, { last_name: ["Ali"] }, { last_name: "x".repeat(2_001) }])(
  "%j is no value of a field",
  (body) => {
    expect(z.object(recordFieldsSchema(STUDENT)).safeParse(body).success).toBe(false);
  },
);

test("what is answered is held to the fields' kinds", () => {
  const shape = z.strictObject(storedFieldsSchema(STUDENT));
  const stored = {
    last_name: "Ali",
    house_id: 2,
    date_of_birth: null,
    phone: "5550127",
    siblings: 3,
    repeater: false,
  };

  expect(shape.safeParse(stored).success).toBe(true);
  expect(shape.safeParse({ ...stored, siblings: "3" }).success).toBe(false);
  expect(shape.safeParse({ ...stored, repeater: "No" }).success).toBe(false);
  expect(shape.safeParse({ ...stored, house_id: undefined }).success).toBe(false);
});
