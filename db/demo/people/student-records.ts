import {
  BLOOD_GROUPS,
  DEVICE_TYPES,
  FAMILY_MARITAL_STATUSES,
  type Relationship,
} from "#domain/people/students.ts";
import type { DemoRow } from "../insert.ts";
import { createRandomStream, type RandomStream } from "../random.ts";
import { ETHNIC_GROUPS, RELIGIONS } from "#domain/school/levels.ts";
import type { DemoStudent } from "./demo-student.ts";
import { STYLES, type StyleName } from "./naming.ts";

/** The country of birth and nationality of most students; a few were born elsewhere. */
const HOME = { country: "Trinidad and Tobago", nationality: "Trinidadian" };
const ELSEWHERE = [
  { country: "Venezuela", nationality: "Venezuelan" },
  { country: "Guyana", nationality: "Guyanese" },
  { country: "Grenada", nationality: "Grenadian" },
];
const FROM_ELSEWHERE = 0.05;

const PRESCHOOLS = ["Little Hummingbirds Early Childhood Centre", "Immortelle Early Childhood Centre", ""];
const SCHOOLS = [
  "Blue Basin Government Primary School",
  "Poui Road R.C. School",
  "Calabash Presbyterian School",
];

const VACCINES = ["chicken_pox", "diphtheria", "hepatitis", "measles", "polio", "tetanus", "yellow_fever"];
const RARE_VACCINES = ["rheumatic_fever", "typhoid"];
const CONDITIONS = {
  asthma: 0.12,
  poor_eyesight: 0.1,
  poor_hearing: 0.02,
  diabetes: 0.01,
  epilepsy: 0.01,
  tb: 0.002,
};
const ALLERGIES = [
  "Peanuts",
  "Shellfish",
  "Penicillin",
  "Dust and pollen",
  "Bee stings: carries an injector",
];
const OTHER_CONDITIONS = ["Sickle cell trait", "Eczema", "Short of breath when running: carries an inhaler"];

export function personalRows(students: readonly DemoStudent[]): DemoRow[] {
  return students.map((student) => {
    const chance = createRandomStream(`personal ${student.id}`);
    const { country, nationality } = chance.chance(FROM_ELSEWHERE) ? chance.pick(ELSEWHERE) : HOME;
    const device = chance.pick(DEVICE_TYPES);
    return {
      student_key: student.id,
      ...addressOf(student.id),
      country_of_birth: country,
      nationality,
      phone_mobile: chance.chance(0.4) ? phoneNumber(chance) : null,
      email: chance.chance(0.2) ? `student${student.id}@example.tt` : null,
      ethnic_group_id: ETHNIC_GROUPS.indexOf(student.ethnicGroup) + 1,
      religion_id: RELIGIONS.indexOf(student.religion) + 1,
      previous_school: student.lateEntry ? chance.pick(SCHOOLS) : chance.pick(PRESCHOOLS),
      blood_group: chance.chance(0.8) ? chance.pick(BLOOD_GROUPS) : null,
      device_type: chance.chance(0.9) ? device : null,
      internet_access: device !== "No Device" && chance.chance(0.7),
      school_feeding: chance.chance(0.35),
    };
  });
}

export function medicalRows(students: readonly DemoStudent[]): DemoRow[] {
  return students.map(({ id }) => {
    const chance = createRandomStream(`medical ${id}`);
    return {
      student_key: id,
      ...flags(VACCINES, 0.94, chance),
      ...flags(RARE_VACCINES, 0.15, chance),
      ...Object.fromEntries(Object.entries(CONDITIONS).map(([name, share]) => [name, chance.chance(share)])),
      allergies: chance.chance(0.08) ? chance.pick(ALLERGIES) : "",
      other: chance.chance(0.04) ? chance.pick(OTHER_CONDITIONS) : "",
    };
  });
}

function flags(names: readonly string[], share: number, chance: RandomStream): DemoRow {
  return Object.fromEntries(names.map((name) => [name, chance.chance(share)]));
}

/** Invented streets in real towns, so that no address belongs to anybody. */
const STREETS = [
  "Cocoa Panyol Road",
  "Hummingbird Avenue",
  "Poui Street",
  "Immortelle Drive",
  "Samaan Tree Road",
  "Cashew Gardens Extension",
  "La Canoa Trace",
  "Sugar Apple Lane",
];
const TOWNS = ["Santa Rosa Hill", "Arima", "Malabar", "D'Abadie", "Sangre Grande", "Valencia"];

function addressOf(studentKey: number): { address_home: string; town: string } {
  const chance = createRandomStream(`home ${studentKey}`);
  const house = chance.chance(0.1) ? `LP ${chance.between(10, 60)}` : String(chance.between(1, 120));
  return { address_home: `${house} ${chance.pick(STREETS)}`, town: chance.pick(TOWNS) };
}

/** Returns a phone number from a range that is not in use. */
function phoneNumber(chance: RandomStream): string {
  return `555${String(chance.between(100, 9_999)).padStart(4, "0")}`;
}

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

/** Generates a row for each relative who is known. */
export function familyRows(students: readonly DemoStudent[]): DemoRow[] {
  return students.flatMap((student) => {
    const chance = createRandomStream(`family ${student.id}`);
    const rows = [
      chance.chance(FATHER_KNOWN) && parentRow(FATHER, student, chance),
      chance.chance(MOTHER_KNOWN) && parentRow(MOTHER, student, chance),
      chance.chance(HAS_GUARDIAN) && parentRow(GUARDIAN, student, chance),
      chance.chance(HAS_EMERGENCY_CONTACT) && emergencyRow(student, chance),
    ];
    return rows.filter((row) => row !== false);
  });
}

function parentRow(relationship: Relationship, student: DemoStudent, chance: RandomStream): DemoRow {
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

function emergencyRow(student: DemoStudent, chance: RandomStream): DemoRow {
  return {
    ...unknown(EMERGENCY, student),
    name: parentName(chance.pick(["boys", "girls"]), student, chance),
    relation: chance.pick(RELATIONS),
    phone_mobile: phoneNumber(chance),
    phone_home: chance.chance(0.4) ? phoneNumber(chance) : null,
  };
}

/** Returns a row with every column empty. */
function unknown(relationship: Relationship, { id }: DemoStudent): DemoRow {
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

function parentName(gender: "boys" | "girls", student: DemoStudent, chance: RandomStream): string {
  return `${chance.pick(STYLES[styleOf(student)][gender])} ${student.last_name}`;
}

function styleOf({ ethnicGroup, religion }: DemoStudent): StyleName {
  if (religion === "Hinduism") return "hindu";
  if (religion === "Islam") return "muslim";
  if (ethnicGroup === "East Indian") return "christianIndian";
  if (ethnicGroup === "Chinese") return "chinese";
  return ethnicGroup === "African" ? "african" : "creole";
}
