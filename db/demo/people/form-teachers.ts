import { demoEmployee, type Employee, DEMO_PERMISSIONS, type DemoUser } from "./employees.ts";
import { isPlace, type Place, type SchoolKind } from "../kind.ts";
import { ICT, PHYSICAL_EDUCATION, SPANISH } from "../primary.ts";
import { itemAt } from "../random.ts";
import { DEPARTMENTS } from "../secondary.ts";
import type { Teaching } from "../teaching.ts";

/** A position that a person was hired for; the person is chosen later. */
export type Post = {
  permissions: readonly number[];
  demo: DemoUser | null;
  /** The class that this teacher leads or co-teaches: a primary school has one teacher per class. */
  leads?: Place;
  helps?: Place;
  /** The subjects of a department, or of a teacher who goes from class to class. */
  subjects?: readonly number[];
  /** Set for a former employee. */
  left?: "Resigned" | "Retired" | "Transferred";
};

const FORM_TEACHER = [1, 2, 3];
const TEACHER = [1, 3];

/** Lists the posts in the order of employee ids, former employees last. */
export function postsOf(kind: SchoolKind): Post[] {
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
  const places = placesOf(kind);
  const formTeachers = places.map((leads) => {
    const led = isPlace(leads, kind.places.formTeacher) ? demo("formteacher") : plain(FORM_TEACHER);
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

export function placesOf({ levels }: SchoolKind): Place[] {
  return levels.flatMap(({ form_level, classes }) => classes.map((_, index) => ({ form_level, index })));
}

export type FormTeachers = {
  place: Place;
  formTeacher: Employee;
  helper: Employee | null;
  dean: Employee | null;
};

type Staffed = { kind: SchoolKind; employees: readonly Employee[]; teachings: readonly Teaching[] };

/** The number of levels whose second class has two teachers. */
const HELPED_LEVELS = 3;

export function formTeachersOf(staffed: Staffed): FormTeachers[] {
  return staffed.kind.flavour === "primary" ? byPost(staffed) : fromDepartments(staffed);
}

function byPost({ kind, employees }: Staffed): FormTeachers[] {
  return placesOf(kind).map((place) => {
    const formTeacher = employees.find(({ post }) => post.leads && isPlace(post.leads, place));
    const helper = employees.find(({ post }) => post.helps && isPlace(post.helps, place)) ?? null;
    if (!formTeacher) throw new Error(`no lead for level ${place.form_level}`);
    return { place, formTeacher, helper, dean: null };
  });
}

/** Each teacher leads one class at most, if possible one that they teach; the demo teacher leads none. */
function fromDepartments({ kind, employees, teachings }: Staffed): FormTeachers[] {
  const free = employees.filter(({ post }) => post.subjects && !post.demo);
  const { formTeacher } = kind.places;
  const formTeachers = placesOf(kind).map((place) => ({
    place,
    formTeacher: isPlace(place, formTeacher)
      ? demoEmployee(employees, "formteacher")
      : take(free, teachings, (taught) => isPlace(taught, place)),
  }));
  const deans = kind.levels.map(({ form_level }) =>
    form_level === formTeacher.form_level
      ? demoEmployee(employees, "dean")
      : take(free, teachings, (taught) => taught.form_level === form_level),
  );
  return formTeachers.map(({ place, formTeacher: teacher }) => {
    const isHelped = place.index === 1 && place.form_level <= HELPED_LEVELS;
    const helper = isHelped ? take(free, teachings, (taught) => isPlace(taught, place)) : null;
    return { place, formTeacher: teacher, helper, dean: itemAt(deans, place.form_level - 1) };
  });
}

/** Takes a free teacher who teaches the class, or else any, off the list. */
function take(
  free: Employee[],
  teachings: readonly Teaching[],
  isThere: (teaching: Teaching) => boolean,
): Employee {
  const there = new Set(teachings.filter(isThere).flatMap(({ teachers }) => teachers));
  const taken = free.find((employee) => there.has(employee)) ?? itemAt(free, 0);
  free.splice(free.indexOf(taken), 1);
  return taken;
}

/** Teachers who edit and print whole classes need more permissions: 1 for marks, 2 for term reports, 3 for prints. */
export function permissionsOfFormTeachers(
  formTeachers: readonly FormTeachers[],
): Map<number, readonly number[]> {
  const staff = formTeachers.flatMap(({ formTeacher, helper, dean }) => [formTeacher, helper, dean]);
  return new Map(
    staff.flatMap((employee) =>
      employee && !employee.post.demo ? [[employee.employee_id, [1, 2, 3]] as const] : [],
    ),
  );
}
