import { expect, test } from "vitest";
import { planFamilyCopy, type FamilyData } from "#features/students/siblings/siblings.rules.ts";
import type { Relationship } from "#domain/people/students.ts";
import { STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import { createBlankValues } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";

type Said = Partial<Record<Relationship | "home" | "personal", FieldValues>>;

function dataOf(said: Said): FamilyData {
  const relative = (relationship: Relationship) => ({
    ...createBlankValues(STUDENT_TAB_FIELDS.family),
    ...said[relationship],
  });
  return {
    family: { 1: relative(1), 2: relative(2), 3: relative(3), 4: relative(4) },
    home: { ...createBlankValues(STUDENT_TAB_FIELDS.home), ...said.home },
    personal: { ...createBlankValues(STUDENT_TAB_FIELDS.personal), ...said.personal },
  };
}

const ANNETTE = { name: "Annette Ali", phone_mobile: "5550127", whatsapp: "Yes", occupation: "Nurse" };
const CURTIS = { name: "Curtis Ali", phone_mobile: "5550144" };

test.each<[string, Said, Said, string[], Relationship[]]>([
  [
    "an empty family is filled",
    {},
    { 2: ANNETTE },
    ["2 name", "2 occupation", "2 phone_mobile", "2 whatsapp"],
    [],
  ],
  ["what is filled in stays", { 2: ANNETTE }, { 2: { ...ANNETTE, occupation: "Teacher" } }, [], []],
  [
    "the same mother, written otherwise, is completed",
    { 2: { name: "ANNETTE  Alí" } },
    { 2: ANNETTE },
    ["2 occupation", "2 phone_mobile", "2 whatsapp"],
    [],
  ],
  [
    "a mother with only her number is known by it",
    { 2: { phone_home: "5550127" } },
    { 2: ANNETTE },
    ["2 name", "2 occupation", "2 phone_mobile", "2 whatsapp"],
    [],
  ],
  [
    "a number at work does not make a colleague the father",
    { 1: { phone_work: "6220100" } },
    { 1: { ...CURTIS, phone_work: "6220100" } },
    [],
    [1],
  ],
  ["another father is left alone, and told", { 1: { name: "Ravi Singh" } }, { 1: CURTIS }, [], [1]],
  [
    "an entry with neither name nor number in common is another person",
    { 1: { employer: "TSTT" } },
    { 1: CURTIS },
    [],
    [1],
  ],
  [
    "WhatsApp belongs to the mobile number of which it was said",
    { 2: { name: "Annette Ali", phone_mobile: "5550190" } },
    { 2: ANNETTE },
    ["2 occupation"],
    [],
  ],
  [
    "who is the same as the mother stays so, with a second number",
    {},
    { 2: CURTIS, 4: { same_as: 2, phone_second: "5550133" } },
    ["2 name", "2 phone_mobile", "4 phone_second", "4 same_as"],
    [],
  ],
  [
    "if the mother is another person here, the contact gets the details themselves",
    { 2: { name: "Joan Singh" } },
    { 2: ANNETTE, 4: { same_as: 2 } },
    ["4 name", "4 phone_mobile", "4 relation", "4 whatsapp"],
    [2],
  ],
  [
    "a relative who follows a parent here is left alone",
    { 2: ANNETTE, 4: { same_as: 2 } },
    { 4: CURTIS },
    [],
    [],
  ],
  [
    "the home address comes with its town, and only with it",
    { personal: { religion_id: 3 } },
    {
      personal: { address_home: "7 Poui Street", town: "Arima", religion_id: 4 },
      home: { lives_with: "Mother" },
    },
    ["0 address_home", "0 lives_with", "0 town"],
    [],
  ],
  [
    "an address without a town gets no other one",
    { personal: { address_home: "9 Samaan Road" } },
    { personal: { address_home: "7 Poui Street", town: "Arima" } },
    [],
    [],
  ],
  [
    "a court order is never copied",
    {},
    { home: { court_order: "Yes", court_order_details: "Only the mother may collect the child." } },
    [],
    [],
  ],
])("%s", (_what, own, theirs, filled, others) => {
  const plan = planFamilyCopy(dataOf(own), dataOf(theirs));

  expect(plan.fields.map(({ row, name }) => `${row} ${name}`).toSorted()).toEqual(filled);
  expect(plan.others).toEqual(others);
});
