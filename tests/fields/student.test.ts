import { expect, test } from "vitest";
import { studentTabFields, TAB_FIELDS, type FieldTab, type StudentTabInput } from "#fields/people/student.ts";
import { findRefusedChange } from "#fields/record.ts";

const LISTS = {
  ethnicGroups: [{ id: 2, grouping: "African" }],
  religions: [{ id: 5, grouping: "Hindu" }],
};
const rulesOf = (tab: FieldTab): StudentTabInput => ({ tab, ...LISTS });
const LONG = "x".repeat(400);

test.each<[FieldTab, string, string | number | null, string | null]>([
  ["personal", "phone_mobile", "5550127", null],
  ["personal", "phone_mobile", "555012", "7 Digits Needed"],
  ["personal", "phone_mobile", "555O127", "7 Digits Needed"],
  ["personal", "phone_mobile", "04125550127", "7 Digits Needed"],
  ["personal", "email", "c.baptiste@", "Invalid e-mail."],
  ["personal", "email", "curtis.b@example.tt", null],
  ["personal", "town", LONG, "320 characters too many: use at most 80"],
  ["personal", "town", "Arima\u0000", "remove the character that cannot be stored"],
  ["personal", "blood_group", "B-negative", null],
  ["personal", "blood_group", "C-positive", "choose a blood group on the list"],
  ["personal", "device_type", "Tablet", null],
  ["personal", "device_type", "Toaster", "choose a device on the list"],
  ["personal", "religion_id", 5, null],
  ["personal", "religion_id", 6, "choose an entry on the school's list"],
  ["personal", "ethnic_group_id", 5, "choose an entry on the school's list"],
  ["personal", "internet_access", "Yes", null],
  ["personal", "internet_access", "maybe", "enter Yes or No"],
  ["medical", "allergies", "Peanuts.\nCarries a pen.", null],
  ["medical", "allergies", "x".repeat(601), "1 character too many: use at most 600"],
  ["medical", "asthma", "Yes", null],
  ["medical", "gout", "Yes", "no such field"],
  ["family", "name", "123", "enter the name in letters"],
  ["family", "marital_status", "Separated", null],
  ["family", "marital_status", "Other", null],
  [
    "family",
    "marital_status",
    "Engaged",
    "choose one of Single, Married, Separated, Divorced, Widowed, Other",
  ],
])("%s: %s of %j is refused as %j", (tab, name, value, reason) => {
  const refusal = findRefusedChange(studentTabFields(rulesOf(tab)), { [name]: value }, "no such field");

  expect(refusal?.reason ?? null).toBe(reason);
});

test("the emergency contact has a name, a relation and three phones; the others all but the relation", () => {
  const rules = rulesOf("family");

  const [father, contact] = [studentTabFields(rules, 1), studentTabFields(rules, 4)].map((fields) => [
    ...fields.keys(),
  ]);

  expect(contact).toEqual(["name", "relation", "phone_mobile", "phone_work", "phone_home"]);
  expect(father).toEqual([...TAB_FIELDS.family.keys()].filter((name) => name !== "relation"));
});
