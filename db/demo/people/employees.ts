import { addDays } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { DemoRow } from "../insert.ts";
import { type SchoolKind, isSamePlace, type ClassPlace } from "../kind.ts";
import { ICT, PHYSICAL_EDUCATION, SPANISH } from "../primary.ts";
import { createNameGenerator, type Gender, type Complexion, type DemoIdentity } from "./naming.ts";
import { createRandomStream, type RandomStream } from "../random.ts";
import { DEPARTMENTS } from "../secondary.ts";

/** A position to be filled with a generated person. */
type Post = {
  permissions: readonly number[];
  demo: DemoUser | null;
  /** The class with this form teacher (`leads`) or co-teacher (`helps`). Primary teachers teach nearly everything. */
  leads?: ClassPlace;
  helps?: ClassPlace;
  /**
   * The subjects of the department or, in a primary school, the subjects of a teacher who goes from class to class.
   */
  subjects?: readonly number[];
  /** The reason why a former employee left; not set for current employees. */
  left?: "Resigned" | "Retired" | "Transferred";
};

const FORM_TEACHER = [1, 2, 3];
const TEACHER = [1, 3];

/** Lists the posts in the order of employee ids, former employees last. */
function postsOf(kind: SchoolKind): Post[] {
  const teaching = kind.flavour === "primary" ? primaryTeachers(kind) : secondaryTeachers();
  return [
    demo("principal"),
    ...deputies(kind),
    ...teaching,
    demo("clerk"),
    { permissions: TEACHER, demo: null, left: "Resigned" },
    { permissions: TEACHER, demo: null, left: "Retired" },
    { permissions: TEACHER, demo: null, left: "Transferred" },
  ];
}

function deputies({ flavour }: SchoolKind): Post[] {
  const deputy = { permissions: FORM_TEACHER, demo: null };
  return flavour === "primary" ? [deputy] : [deputy, deputy, demo("dean")];
}

function primaryTeachers(kind: SchoolKind): Post[] {
  const places = listClassPlaces(kind);
  const formTeachers = places.map((leads) => {
    const led = isSamePlace(leads, kind.places.formTeacher) ? demo("formteacher") : plain(FORM_TEACHER);
    return { ...led, leads };
  });
  const helps = places.filter(({ form_level, index }) => index === 1 && form_level <= 4);
  return [
    ...formTeachers,
    ...helps.map((helped) => ({ ...plain(FORM_TEACHER), helps: helped })),
    { ...demo("teacher"), subjects: [SPANISH] },
    { ...plain(TEACHER), subjects: [PHYSICAL_EDUCATION] },
    { ...demo("newteacher"), subjects: [ICT] },
  ];
}

function secondaryTeachers(): Post[] {
  const demoTeachers: Partial<Record<string, readonly DemoUser[]>> = {
    Mathematics: ["formteacher", "teacher"],
    Technology: ["newteacher"],
  };
  return DEPARTMENTS.flatMap(({ name, subjects, teachers }) => [
    ...(demoTeachers[name] ?? []).map((user) => ({ ...demo(user), subjects })),
    ...Array.from({ length: teachers }, () => ({ ...plain(TEACHER), subjects })),
  ]);
}

function demo(user: DemoUser): Post {
  return { permissions: DEMO_PERMISSIONS[user], demo: user };
}

function plain(permissions: readonly number[]): Post {
  return { permissions, demo: null };
}

export function listClassPlaces({ levels }: SchoolKind): ClassPlace[] {
  return levels.flatMap(({ form_level, classes }) => classes.map((_, index) => ({ form_level, index })));
}

export type DemoEmployee = {
  employee_id: number;
  title: "Mr." | "Mrs." | "Ms.";
  first_name: string;
  last_name: string;
  other_name: string;
  gender: Gender;
  date_of_birth: string;
  look: Complexion;
  post: Post;
};

const STATUS_IDS = { Resigned: 2, Retired: 3, Transferred: 4 };
const ACTIVE = 1;
/** The ages of the youngest and oldest employee, in days, at the start of the school year. */
const YOUNGEST = 24 * 365;
const OLDEST = 59 * 365;
const PENSIONER = 61 * 365;

export function createDemoEmployees(kind: SchoolKind, firstDay: string): DemoEmployee[] {
  const chance = createRandomStream(`${kind.flavour} employees`);
  const invent = createNameGenerator(chance);
  const initials = new Set<string>();
  return postsOf(kind).map((post, index) => {
    const known = post.demo && DEMO_PEOPLE[kind.flavour][post.demo];
    const named = known ?? titled(leadName(post, invent, initials), chance);
    if (post.leads) initials.add(initialIn(post.leads.form_level, named));
    const { title, first_name, last_name, other_name, gender, look } = named;
    return {
      employee_id: index + 1,
      title,
      first_name,
      last_name,
      other_name,
      gender,
      look,
      post,
      date_of_birth: addDays(firstDay, -ageOf(post, chance)),
    };
  });
}

/** Invents a form teacher's name. Last names need different initials, because classes are named by them (`Std 4 R`). */
function leadName(post: Post, invent: () => DemoIdentity, initials: ReadonlySet<string>): DemoIdentity {
  const named = invent();
  if (!post.leads || !initials.has(initialIn(post.leads.form_level, named))) return named;
  return leadName(post, invent, initials);
}

function initialIn(formLevel: number, { last_name }: { last_name: string }): string {
  return `${formLevel}${last_name[0]}`;
}

function titled(named: DemoIdentity, chance: RandomStream): DemoIdentity & Pick<DemoEmployee, "title"> {
  if (named.gender === "M") return { ...named, title: "Mr." };
  return { ...named, title: chance.chance(0.6) ? "Mrs." : "Ms." };
}

function ageOf({ left }: Post, chance: RandomStream): number {
  return left === "Retired" ? PENSIONER : chance.between(YOUNGEST, OLDEST);
}

export function isCurrentEmployee({ post }: DemoEmployee): boolean {
  return !post.left;
}

export function findDemoEmployee(employees: readonly DemoEmployee[], user: Post["demo"]): DemoEmployee {
  const employee = employees.find(({ post }) => post.demo === user);
  if (!employee) throw new Error(`The demo school has no user ${user}.`);
  return employee;
}

export function employeeRows(
  employees: readonly DemoEmployee[],
  { ofEmployees, signature }: { ofEmployees: ReadonlyMap<number, string>; signature: string | null },
): DemoRow[] {
  return employees.map(({ look: _, post, ...employee }) => ({
    ...employee,
    picture: ofEmployees.get(employee.employee_id) ?? null,
    marital_status: maritalStatus(employee),
    ...contactDetails(employee),
    signature: post.demo === "principal" ? signature : null,
    employee_status_id: post.left ? STATUS_IDS[post.left] : ACTIVE,
  }));
}

/** Returns a marital status. The title Mrs. means married, separated or widowed; for other titles it is random. */
function maritalStatus({ employee_id, title }: Pick<DemoEmployee, "employee_id" | "title">): string {
  const chance = createRandomStream(`marital status ${employee_id}`);
  if (title === "Mrs.") return chance.chance(0.85) ? "Married" : chance.pick(["Separated", "Widowed"]);
  return chance.pick(
    title === "Mr." ? ["Single", "Married", "Married", "Divorced"] : ["Single", "Single", "Divorced"],
  );
}

const KIN = ["Husband", "Wife", "Mother", "Father", "Sister", "Brother", "Daughter"];

function contactDetails({
  employee_id,
  last_name,
}: Pick<DemoEmployee, "employee_id" | "last_name">): DemoRow {
  const chance = createRandomStream(`contact ${employee_id}`);
  const number = () => `555${String(chance.between(100, 9_999)).padStart(4, "0")}`;
  return {
    phone_mobile: number(),
    phone_home: chance.chance(0.3) ? number() : null,
    address_home: `${chance.between(1, 120)} ${chance.pick(["Poui Street", "Cashew Avenue", "Samaan Road"])}`,
    kin_name: `${chance.pick(["Avinash", "Denise", "Kwame", "Lystra", "Rookmin", "Terrence"])} ${last_name}`,
    kin_relation: chance.pick(KIN),
    kin_phone: number(),
  };
}

export const DEMO_PASSWORD = "termbook-demo-school";

export type DemoUser = "principal" | "formteacher" | "teacher" | "dean" | "clerk" | "newteacher";

const DEMO_PERMISSIONS: Record<DemoUser, readonly number[]> = {
  principal: [1, 2, 3, 10],
  formteacher: [1, 2, 3],
  teacher: [1, 3],
  dean: [2, 3],
  clerk: [3, 4, 6, 7, 8],
  newteacher: [1],
};

/** The demo account that must change its password at the first sign-in. */
export const NEW_TEACHER: DemoUser = "newteacher";

export type DemoPerson = {
  title: "Mr." | "Mrs." | "Ms.";
  first_name: string;
  last_name: string;
  other_name: string;
  gender: Gender;
  look: Complexion;
};

function person(title: DemoPerson["title"], name: string, look: Complexion): DemoPerson {
  const [first_name = "", last_name = "", other_name = ""] = name.split("|");
  return { title, first_name, last_name, other_name, gender: title === "Mr." ? "M" : "F", look };
}

/** The people with demo accounts. Their names are fixed, because the accounts are named after roles. */
const DEMO_PEOPLE: Record<SchoolFlavour, Partial<Record<DemoUser, DemoPerson>>> = {
  primary: {
    principal: person("Mrs.", "Marva|Joseph|Eugenia", "deep"),
    formteacher: person("Mr.", "Dinesh|Ramkissoon|", "brown"),
    teacher: person("Ms.", "Camille|Pierre|", "medium"),
    clerk: person("Mrs.", "Wendy-Ann|Gomez|", "medium"),
    newteacher: person("Ms.", "Renée|Salandy|Thérèse", "deep"),
  },
  secondary: {
    principal: person("Mrs.", "Marva|Boodram|Indira", "brown"),
    formteacher: person("Ms.", "Cecilia|De Freitas|", "light"),
    teacher: person("Mr.", "Davindra|Seepersad|", "brown"),
    dean: person("Mr.", "Aldwyn|Phillip|", "deep"),
    clerk: person("Mrs.", "Margaret|Figuera|", "medium"),
    newteacher: person("Mr.", "Jérôme|Chin Aleong|", "light"),
  },
};
