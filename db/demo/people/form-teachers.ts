import { demoEmployee, type Employee, placesOf } from "./employees.ts";
import { isPlace, type Place, type SchoolKind } from "../kind.ts";
import { itemAt } from "../random.ts";
import type { Teaching } from "../teaching.ts";

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
