import {
  BLOOD_GROUPS,
  DEVICE_TYPES,
  FAMILY_MARITAL_STATUSES,
  LIVES_WITH_OPTIONS,
  SEA_PLACEMENTS,
  type SameAsParentKey,
  type Relationship,
} from "#domain/people/students.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
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

export function personalRows(students: readonly DemoStudent[], flavour: SchoolFlavour): DemoRow[] {
  const families = familiesOf(students);
  return students.map((student) => {
    const chance = createRandomStream(`personal ${student.id}`);
    const { country, nationality } = chance.chance(FROM_ELSEWHERE) ? chance.pick(ELSEWHERE) : HOME;
    const device = chance.pick(DEVICE_TYPES);
    return {
      student_key: student.id,
      ...addressOf(families.get(student.id) ?? student.id),
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
      ...registrationDetails(student, flavour),
    };
  });
}

/** Generates the way to school and the grants and, in a secondary school, the result of the entrance assessment. */
function registrationDetails({ id, firstLevelYear }: DemoStudent, flavour: SchoolFlavour): DemoRow {
  const chance = createRandomStream(`registration ${id}`);
  const distance = chance.between(2, 180) / 10;
  const details = {
    distance_km: chance.chance(0.7) ? distance : null,
    transport: distance > 5 && chance.chance(0.5),
    book_grant: chance.chance(0.3),
  };
  if (flavour === "primary") return details;
  return {
    ...details,
    sea_number: `${firstLevelYear}${String(chance.between(1, 19_999)).padStart(5, "0")}`,
    sea_score: chance.between(165_000, 252_000) / 1000,
    sea_placement: chance.pick(SEA_PLACEMENTS),
  };
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

/** Invented streets in real towns, so that no address is the real address of anybody. */
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

const FATHER: SameAsParentKey = 1;
const MOTHER: SameAsParentKey = 2;
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

const HAS_SIBLING = 0.4;

/**
 * Returns for each student the id of the eldest sibling at the school, or the student's own. Brothers and sisters have
 * the same parents and address.
 */
function familiesOf(students: readonly DemoStudent[]): ReadonlyMap<number, number> {
  const families = new Map<number, number>();
  const last = new Map<string, number>();
  for (const student of students) {
    const { id, last_name, ethnicGroup, religion } = student;
    const kin = [last_name, ethnicGroup, religion].join();
    const elder = last.get(kin);
    const isSibling = elder !== undefined && createRandomStream(`sibling ${id}`).chance(HAS_SIBLING);
    families.set(id, isSibling ? (families.get(elder) ?? elder) : id);
    last.set(kin, id);
  }
  return families;
}

export function familyRows(students: readonly DemoStudent[]): DemoRow[] {
  const families = familiesOf(students);
  return students.flatMap((student) => {
    const family = families.get(student.id) ?? student.id;
    const chance = createRandomStream(`family ${family}`);
    const parents: SameAsParentKey[] = [];
    if (chance.chance(MOTHER_KNOWN)) parents.push(MOTHER);
    if (chance.chance(FATHER_KNOWN)) parents.push(FATHER);
    const whose = { student, family, parents, chance };
    return [
      ...parents.map((parent) => parentRow(parent, whose)),
      ...(chance.chance(HAS_GUARDIAN) ? [guardianRow(whose)] : []),
      ...(chance.chance(HAS_EMERGENCY_CONTACT) ? [emergencyRow(whose)] : []),
    ];
  });
}

const COURT_ORDER = 0.01;
const HOME_KNOWN = 0.8;

/** Generates the fields of the Family tab that do not belong to a relative. */
export function homeRows(students: readonly DemoStudent[]): DemoRow[] {
  const families = familiesOf(students);
  return students.flatMap(({ id }) => {
    const chance = createRandomStream(`lives with ${families.get(id) ?? id}`);
    if (!chance.chance(HOME_KNOWN)) return [];
    const hasOrder = chance.chance(COURT_ORDER);
    return {
      student_key: id,
      lives_with: hasOrder ? "Mother" : chance.pick(LIVES_WITH_OPTIONS),
      court_order: hasOrder,
      court_order_details: hasOrder ? "Only the mother may collect the child from school." : "",
    };
  });
}

type Whose = {
  student: DemoStudent;
  family: number;
  parents: readonly SameAsParentKey[];
  chance: RandomStream;
};

function parentRow(relationship: Relationship, { student, family, chance }: Whose): DemoRow {
  const livesWith = relationship === MOTHER || chance.chance(0.7);
  return {
    ...unknown(relationship, student),
    name: parentName(relationship === FATHER ? "boys" : "girls", student, chance),
    marital_status: chance.pick(FAMILY_MARITAL_STATUSES),
    address_home: livesWith ? addressOf(family).address_home : "",
    phone_mobile: ownNumber(family, relationship),
    whatsapp: chance.chance(0.6),
    phone_work: chance.chance(0.5) ? phoneNumber(chance) : null,
    phone_home: chance.chance(0.3) ? ownNumber(family, relationship + 3) : null,
    email: chance.chance(0.5) ? `family${family}.${relationship}@example.tt` : null,
    ...chance.pick(OCCUPATIONS),
    id_card: `19${chance.between(68, 98)}${chance.between(1_000_000, 9_999_999)}`,
  };
}

const IS_PARENT = 0.5;

function guardianRow(whose: Whose): DemoRow {
  const { student, parents, chance } = whose;
  const [parent] = parents;
  return parent !== undefined && chance.chance(IS_PARENT)
    ? { ...unknown(GUARDIAN, student), same_as: parent }
    : parentRow(GUARDIAN, whose);
}

function emergencyRow({ student, parents, chance }: Whose): DemoRow {
  if (parents.length > 0 && chance.chance(IS_PARENT))
    return {
      ...unknown(EMERGENCY, student),
      same_as: chance.pick(parents),
      phone_second: chance.chance(0.3) ? phoneNumber(chance) : null,
    };
  return {
    ...unknown(EMERGENCY, student),
    name: parentName(chance.pick(["boys", "girls"]), student, chance),
    relation: chance.pick(RELATIONS),
    phone_mobile: phoneNumber(chance),
    phone_home: chance.chance(0.4) ? phoneNumber(chance) : null,
  };
}

/** Returns a number that no other family has, because the product finds brothers and sisters by phone numbers. */
function ownNumber(family: number, place: number): string {
  return `555${String((family * 6 + place - 1) % 10_000).padStart(4, "0")}`;
}

/** Returns a row in which every column is empty. */
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
    same_as: null,
    phone_second: null,
    whatsapp: false,
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
