import { BLOOD_GROUPS, DEVICE_TYPES } from "#domain/people/students.ts";
import type { Row } from "../insert.ts";
import { random, type Random } from "../random.ts";
import { addressOf, phoneNumber } from "./homes.ts";
import { ETHNIC_GROUPS, RELIGIONS } from "#domain/school/groups.ts";
import type { DemoStudent } from "./demo-student.ts";

/** Most students were born in this country, and some elsewhere. */
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

export function personalRows(students: readonly DemoStudent[]): Row[] {
  return students.map((student) => {
    const chance = random(`personal ${student.id}`);
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

export function medicalRows(students: readonly DemoStudent[]): Row[] {
  return students.map(({ id }) => {
    const chance = random(`medical ${id}`);
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

function flags(names: readonly string[], share: number, chance: Random): Row {
  return Object.fromEntries(names.map((name) => [name, chance.chance(share)]));
}
