import { expect, test } from "vitest";
import { yesOrNoField } from "#fields/choices.ts";
import {
  createBlankValues,
  normaliseValues,
  mapFieldsByName,
  findRefusedChange,
  findFieldTitle,
  formatFieldValue,
} from "#fields/record.ts";
import { dayField, emailField, phoneField, textField } from "#fields/texts.ts";
import type { FieldValues } from "#fields/value.ts";

/** A record as a future screen would define it: its fields are defined here, and nowhere else. */
const EMPLOYEE = mapFieldsByName([
  { name: "last_name", title: "Last Name", kind: textField({ longest: 60 }) },
  { name: "phone_mobile", title: "Phone (Mobile)", kind: phoneField },
  { name: "email_moe", title: "E-mail (MOE)", kind: emailField, closed: "only an administrator writes this" },
  { name: "entry_date", title: "Entry Date", kind: dayField({ from: "1950-01-01", to: "2026-11-20" }) },
  { name: "retired", title: "Retired", kind: yesOrNoField("retired"), blank: "No" },
]);

test("what a record holds when nothing was entered follows from its fields", () => {
  expect(createBlankValues(EMPLOYEE)).toEqual({
    last_name: null,
    phone_mobile: null,
    email_moe: null,
    entry_date: null,
    retired: "No",
  });
});

test.each<[FieldValues, object | null]>([
  [{ last_name: "George", phone_mobile: "5550127" }, null],
  [{ phone_mobile: "555" }, { reason: "7 Digits Needed", field: "phone_mobile" }],
  [{ email_moe: "a@b.tt" }, { reason: "only an administrator writes this", field: "email_moe" }],
  [{ salary: 1 }, { reason: "no such field", field: "salary" }],
  [{ entry_date: "2026-11-21", phone_mobile: "x" }, { field: "entry_date" }],
])("the first change of %j that has no place is told with its reason", (changes, refusal) => {
  const refused = findRefusedChange(EMPLOYEE, changes, "no such field");

  if (refusal === null) expect(refused).toBeNull();
  else expect(refused).toMatchObject(refusal);
});

test("values are kept in their kinds' own form; what is no field is left to be refused", () => {
  const values = normaliseValues(EMPLOYEE, { last_name: "  ", phone_mobile: "5550127", salary: " " });

  expect(values).toEqual({ last_name: null, phone_mobile: "5550127", salary: " " });
});

test("history calls a field by its title, and a value that is gone by a dash", () => {
  expect([findFieldTitle(EMPLOYEE, "email_moe"), findFieldTitle(EMPLOYEE, "salary")]).toEqual([
    "E-mail (MOE)",
    "salary",
  ]);
  expect(formatFieldValue(EMPLOYEE, "last_name", "George")).toBe("George");
  expect(formatFieldValue(EMPLOYEE, "last_name", null)).toBe("–");
});
