import { FAMILY_MARITAL_STATUSES, type Relationship } from "#domain/people/students.ts";
import type { Row } from "../insert.ts";
import { random, type Random } from "../random.ts";
import { addressOf, phoneNumber } from "./homes.ts";
import { STYLES, type StyleName } from "./names.ts";
import type { DemoStudent } from "./demo-student.ts";

const FATHER: Relationship = 1;
const MOTHER: Relationship = 2;
const GUARDIAN: Relationship = 3;
const EMERGENCY: Relationship = 4;

const OCCUPATIONS = [
  { occupation: "Nurse", employer: "Arima General Hospital", address_work: "Queen Mary Avenue, Arima" },
  { occupation: "Taxi driver", employer: "Self-employed", address_work: "" },
  { occupation: "Clerk", employer: "Borough Corporation", address_work: "Hollis Avenue, Arima" },
  { occupation: "Electrician", employer: "Calabash Electrical Ltd.", address_work: "O'Meara Road" },
  { occupation: "Teacher", employer: "Ministry of Education", address_work: "" },
  { occupation: "Market vendor", employer: "Self-employed", address_work: "Arima Market" },
  { occupation: "Housewife", employer: "", address_work: "" },
  { occupation: "Police officer", employer: "Police Service", address_work: "Arima Station" },
];
const RELATIONS = ["aunt", "uncle", "grandmother", "grandfather", "neighbour", "brother"];

const FATHER_KNOWN = 0.78;
const MOTHER_KNOWN = 0.95;
const HAS_GUARDIAN = 0.18;
const HAS_EMERGENCY_CONTACT = 0.9;

/** One row for each relative who is known. */
export function familyRows(students: readonly DemoStudent[]): Row[] {
  return students.flatMap((student) => {
    const chance = random(`family ${student.id}`);
    const rows = [
      chance.chance(FATHER_KNOWN) && parentRow(FATHER, student, chance),
      chance.chance(MOTHER_KNOWN) && parentRow(MOTHER, student, chance),
      chance.chance(HAS_GUARDIAN) && parentRow(GUARDIAN, student, chance),
      chance.chance(HAS_EMERGENCY_CONTACT) && emergencyRow(student, chance),
    ];
    return rows.filter((row) => row !== false);
  });
}

function parentRow(relationship: Relationship, student: DemoStudent, chance: Random): Row {
  const livesWith = relationship === MOTHER || chance.chance(0.7);
  return {
    ...unknown(relationship, student),
    name: parentName(relationship === FATHER ? "boys" : "girls", student, chance),
    marital_status: chance.pick(FAMILY_MARITAL_STATUSES),
    address_home: livesWith ? addressOf(student.id).address_home : "",
    phone_mobile: phoneNumber(chance),
    phone_work: chance.chance(0.5) ? phoneNumber(chance) : null,
    phone_home: chance.chance(0.3) ? phoneNumber(chance) : null,
    email: chance.chance(0.5) ? `family${student.id}.${relationship}@example.tt` : null,
    ...chance.pick(OCCUPATIONS),
    id_card: `19${chance.between(68, 98)}${chance.between(1_000_000, 9_999_999)}`,
  };
}

function emergencyRow(student: DemoStudent, chance: Random): Row {
  return {
    ...unknown(EMERGENCY, student),
    name: parentName(chance.pick(["boys", "girls"]), student, chance),
    relation: chance.pick(RELATIONS),
    phone_mobile: phoneNumber(chance),
    phone_home: chance.chance(0.4) ? phoneNumber(chance) : null,
  };
}

/** Returns a row with every column empty. */
function unknown(relationship: Relationship, { id }: DemoStudent): Row {
  return {
    student_key: id,
    relationship,
    name: "",
    relation: "",
    marital_status: null,
    address_home: "",
    phone_mobile: null,
    phone_work: null,
    phone_home: null,
    email: null,
    occupation: "",
    employer: "",
    address_work: "",
    id_card: "",
  };
}

function parentName(gender: "boys" | "girls", student: DemoStudent, chance: Random): string {
  return `${chance.pick(STYLES[styleOf(student)][gender])} ${student.last_name}`;
}

function styleOf({ ethnicGroup, religion }: DemoStudent): StyleName {
  if (religion === "Hinduism") return "hindu";
  if (religion === "Islam") return "muslim";
  if (ethnicGroup === "East Indian") return "christianIndian";
  if (ethnicGroup === "Chinese") return "chinese";
  return ethnicGroup === "African" ? "african" : "creole";
}
