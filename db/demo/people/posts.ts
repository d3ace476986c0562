import { DEMO_PERMISSIONS, type DemoUser } from "./demo-people.ts";
import { isPlace, type Place, type SchoolKind } from "../kind.ts";
import { ICT, PHYSICAL_EDUCATION, SPANISH } from "../primary.ts";
import { DEPARTMENTS } from "../secondary.ts";

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
