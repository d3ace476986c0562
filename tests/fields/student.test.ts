import { expect, test } from "vitest";
import {
  withParentValues,
  studentTabFields,
  STUDENT_TAB_FIELDS,
  type SelfSavingRecord,
  type StudentTabInput,
} from "#fields/people/student.ts";
import { generalFields, type GeneralTabInput } from "#fields/people/student-general.ts";
import { findRefusedChange } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";

const LISTS = {
  ethnicGroups: [{ id: 2, grouping: "African" }],
  religions: [{ id: 5, grouping: "Hindu" }],
};
const rulesOf = (tab: SelfSavingRecord): StudentTabInput => ({ tab, ...LISTS });
const LONG = "x".repeat(400);

test.each<[SelfSavingRecord, string, string | number | null, string | null]>([
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
  ["personal", "religion_id", 6, "choose an entry on the school’s list"],
  ["personal", "ethnic_group_id", 5, "choose an entry on the school’s list"],
  ["personal", "internet_access", "Yes", null],
  ["personal", "internet_access", "maybe", "enter Yes or No"],
  ["personal", "sea_score", 238.415, null],
  ["personal", "sea_score", 238.4155, "enter a number from 0 to 999 with at most 3 decimals"],
  ["personal", "sea_score", "top", "enter a number from 0 to 999 with at most 3 decimals"],
  ["personal", "sea_placement", "Principal's list", null],
  ["personal", "sea_placement", "Best school", "choose a placement on the list"],
  ["personal", "distance_km", 12.5, null],
  ["personal", "distance_km", -1, "enter a number from 0 to 200 with at most 1 decimal"],
  ["personal", "distance_km", 201, "enter a number from 0 to 200 with at most 1 decimal"],
  ["personal", "book_grant", "Yes", null],
  ["medical", "allergies", "Peanuts.\nCarries a pen.", null],
  ["medical", "allergies", "x".repeat(601), "1 character too many: use at most 600"],
  ["medical", "asthma", "Yes", null],
  ["medical", "gout", "Yes", "no such field"],
  ["family", "name", "123", "enter the name in letters"],
  ["family", "marital_status", "Separated", null],
  ["family", "marital_status", "Other", null],
  ["family", "phone_second", "555013", "7 Digits Needed"],
  ["family", "same_as", 2, null],
  ["family", "same_as", 3, "choose Same as mother, Same as father or Somebody else"],
  ["home", "lives_with", "Grandparents", null],
  ["home", "lives_with", "The cat", "choose an entry on the list"],
  ["home", "court_order_details", "x".repeat(601), "1 character too many: use at most 600"],
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

test("the emergency contact has a name, a relation and its phones; the others all but the relation", () => {
  const rules = rulesOf("family");

  const [father, guardian, contact] = ([1, 3, 4] as const)
    .map((relationship) => studentTabFields(rules, relationship))
    .map((fields) => [...fields.keys()]);

  expect(contact).toEqual([
    ...["name", "relation", "phone_mobile", "phone_work", "phone_home"],
    ...["same_as", "phone_second", "whatsapp"],
  ]);
  expect(guardian).toEqual([...STUDENT_TAB_FIELDS.family.keys()].filter((name) => name !== "relation"));
  expect(father).toEqual(guardian?.filter((name) => name !== "same_as"));
});

test("the teachers are required once a class with several classes is chosen", () => {
  const rules: GeneralTabInput = {
    flavour: "primary",
    today: "2026-06-01",
    lastEntry: "2026-07-01",
    houses: [],
    classes: ["Std 1", "Std 2", "Std 2"].map((form_class_id, index) => ({
      class_id: index + 1,
      form_class_id,
      teachers: `Teacher ${index}`,
    })),
    isSerialLocked: true,
    isIdClosed: true,
  };

  const required = [undefined, null, "Std 1", "Std 2"].map(
    (chosen) => generalFields(rules, chosen).get("class_id")?.required,
  );

  expect(required).toEqual([false, false, false, true]);
});

const MOTHER = {
  name: "Annette Ali",
  relation: null,
  phone_mobile: "5550127",
  phone_second: "5550128",
  whatsapp: "Yes",
};

test.each<[string, FieldValues, FieldValues]>([
  ["somebody else keeps everything", { name: "Joan", same_as: null }, { name: "Joan", same_as: null }],
  [
    "an emergency contact who is the mother has her details, and says so",
    { name: "Joan", phone_mobile: "5550199", same_as: 2 },
    { name: "Annette Ali", relation: "Mother", phone_mobile: "5550127", whatsapp: "Yes", same_as: 2 },
  ],
  [
    "a second number is the relative's own",
    { phone_second: "5550133", same_as: 2 },
    { name: "Annette Ali", phone_second: "5550133" },
  ],
  ["without a second number hers is not taken", { phone_second: null, same_as: 2 }, { phone_second: null }],
  ["the father is called so", { same_as: 1 }, { relation: "Father" }],
])("%s", (_what, own, read) => {
  const fields = studentTabFields(rulesOf("family"), 4);

  expect(withParentValues(fields, own, MOTHER)).toMatchObject(read);
});
