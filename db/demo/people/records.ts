import { addDays } from "#domain/dates.ts";
import { findFormClassAt } from "../classes.ts";
import type { DemoRow } from "../insert.ts";
import type { SchoolKind } from "../kind.ts";
import { itemAt, createRandomStream } from "../random.ts";
import type { DemoTeaching } from "../teaching.ts";
import type { DemoEmployee } from "./employees.ts";

/** The ids of posts, as the migration assigns them, from the lowest post to the principal's. */
const POSTS = {
  primary: { teachers: [1, 2, 3], deputy: 4, principal: 5 },
  secondary: { teachers: [6, 7, 8], deputy: 11, principal: 12 },
};
const CLERK = 16;

const SUBJECTS_PASSED = [
  "English Language I, Mathematics II, Biology II, Social Studies I, Principles of Business I",
  "Mathematics I, Physics I, Chemistry II, English Language I, Geography II, Spanish II",
  "English Language I, English Literature I, History I, French II, Mathematics III",
  "Mathematics I, Additional Mathematics II, English Language II, Information Technology I",
];
const DEGREES = [
  "Primary Education, The University of the West Indies, St. Augustine",
  "Mathematics, The University of the West Indies, St. Augustine",
  "Education, The University of Trinidad and Tobago, Corinth",
  "Literatures in English, The University of the West Indies, Mona",
  "Natural Sciences, The University of Guyana",
];
const [CXC, TEACHERS_DIPLOMA, BACHELOR, DIPLOMA, FIRST_AID] = [1, 3, 5, 6, 10];
const TICKED = "Yes";

const YEARS = 365;
const YOUNGEST_ENTRY = 21;

/** Generates the employment row of every current and former employee. */
export function employmentRows(kind: SchoolKind, employees: readonly DemoEmployee[]): DemoRow[] {
  return employees.map((employee) => {
    const chance = createRandomStream(`${kind.flavour} employment ${employee.employee_id}`);
    const entered = addDays(employee.date_of_birth, (YOUNGEST_ENTRY + chance.between(1, 3)) * YEARS);
    const teaching = addDays(entered, chance.between(0, 700));
    const post = postOf(kind, employee, chance.between(0, 2));
    return {
      employee_id: employee.employee_id,
      teacher_number: `T-${40_000 + 7 * employee.employee_id}`,
      email_moe: `${plain(employee.first_name)}.${plain(employee.last_name)}@moe.example.tt`,
      ihris_id: String(118_000 + 13 * employee.employee_id),
      entry_date_public_service: entered,
      entry_date_teaching_service: employee.post.demo === "clerk" ? null : teaching,
      assumption_date_school: addDays(teaching, chance.between(0, 900)),
      substantive_post_id: post,
      assumption_date_substantive: addDays(teaching, chance.between(0, 400)),
      acting_post_id: actsIn(kind, employee) ? post + 1 : null,
      assumption_date_acting: actsIn(kind, employee) ? addDays(teaching, 900) : null,
      department: employee.post.demo === "clerk" ? "Office" : departmentOf(kind, employee),
    };
  });
}

/** Generates the classes and subjects of each teacher's profile from the timetable. */
export function taughtClassRows(kind: SchoolKind, teachings: readonly DemoTeaching[]): DemoRow[] {
  return onceEach(teachings, (teaching) => ({
    form_class_id: findFormClassAt(kind, teaching),
    taught: true,
  }));
}

export function taughtSubjectRows(teachings: readonly DemoTeaching[]): DemoRow[] {
  return onceEach(teachings, ({ subject_id }) => ({ subject_id, taught: true }));
}

export function qualificationRows(employees: readonly DemoEmployee[]): DemoRow[] {
  return employees.flatMap(({ employee_id, post }) => {
    const chance = createRandomStream(`qualifications ${employee_id}`);
    const teaches = post.demo !== "clerk";
    const held = [
      { qualification_id: CXC, value: chance.pick(SUBJECTS_PASSED), has: true },
      { qualification_id: TEACHERS_DIPLOMA, value: TICKED, has: teaches },
      { qualification_id: BACHELOR, value: chance.pick(DEGREES), has: chance.chance(0.6) },
      { qualification_id: DIPLOMA, value: TICKED, has: teaches && chance.chance(0.5) },
      { qualification_id: FIRST_AID, value: TICKED, has: chance.chance(0.3) },
    ];
    return held.flatMap(({ has, ...row }) => (has ? [{ employee_id, ...row }] : []));
  });
}

function onceEach(teachings: readonly DemoTeaching[], rowOf: (teaching: DemoTeaching) => DemoRow): DemoRow[] {
  const rows = teachings.flatMap((teaching) =>
    teaching.teachers.map(({ employee_id }) => ({ employee_id, ...rowOf(teaching) })),
  );
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function postOf({ flavour }: SchoolKind, { post, employee_id }: DemoEmployee, rank: number): number {
  const { teachers, deputy, principal } = POSTS[flavour];
  if (post.demo === "clerk") return CLERK;
  if (post.demo === "principal") return principal;
  return employee_id === 2 ? deputy : itemAt(teachers, rank);
}

/** Tells whether an employee acts in a higher post. One in nine employees does. */
function actsIn({ flavour }: SchoolKind, { employee_id, post }: DemoEmployee): boolean {
  return flavour === "primary" && post.leads !== undefined && employee_id % 9 === 4;
}

function departmentOf({ flavour }: SchoolKind, { post }: DemoEmployee): string {
  if (flavour === "secondary" || !post.leads) return "";
  if (post.leads.form_level <= 2) return "Infants";
  return post.leads.form_level <= 4 ? "Junior school" : "Upper school";
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z-]/g, "");
}
