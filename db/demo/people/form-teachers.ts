import { findDemoEmployee, type DemoEmployee, listClassPlaces } from "./employees.ts";
import { isSamePlace, type ClassPlace, type SchoolKind } from "../kind.ts";
import { itemAt } from "../random.ts";
import type { DemoTeaching } from "../teaching.ts";

export type ClassStaff = {
  place: ClassPlace;
  formTeacher: DemoEmployee;
  helper: DemoEmployee | null;
  dean: DemoEmployee | null;
};

type Staffed = { kind: SchoolKind; employees: readonly DemoEmployee[]; teachings: readonly DemoTeaching[] };

/** The number of levels in which the second class has a co-teacher. */
const HELPED_LEVELS = 3;

export function assignClassStaff(staffed: Staffed): ClassStaff[] {
  return staffed.kind.flavour === "primary" ? byPost(staffed) : fromDepartments(staffed);
}

function byPost({ kind, employees }: Staffed): ClassStaff[] {
  return listClassPlaces(kind).map((place) => {
    const formTeacher = employees.find(({ post }) => post.leads && isSamePlace(post.leads, place));
    const helper = employees.find(({ post }) => post.helps && isSamePlace(post.helps, place)) ?? null;
    if (!formTeacher) throw new Error(`Level ${place.form_level} has no form teacher.`);
    return { place, formTeacher, helper, dean: null };
  });
}

/**
 * Assigns form teachers and deans. Each gets at most one class or level, if possible one in which they teach. The
 * demo teacher gets none.
 */
function fromDepartments({ kind, employees, teachings }: Staffed): ClassStaff[] {
  const free = employees.filter(({ post }) => post.subjects && !post.demo);
  const { formTeacher } = kind.places;
  const formTeachers = listClassPlaces(kind).map((place) => ({
    place,
    formTeacher: isSamePlace(place, formTeacher)
      ? findDemoEmployee(employees, "formteacher")
      : take(free, teachings, (taught) => isSamePlace(taught, place)),
  }));
  const deans = kind.levels.map(({ form_level }) =>
    form_level === formTeacher.form_level
      ? findDemoEmployee(employees, "dean")
      : take(free, teachings, (taught) => taught.form_level === form_level),
  );
  return formTeachers.map(({ place, formTeacher: teacher }) => {
    const isHelped = place.index === 1 && place.form_level <= HELPED_LEVELS;
    const helper = isHelped ? take(free, teachings, (taught) => isSamePlace(taught, place)) : null;
    return { place, formTeacher: teacher, helper, dean: itemAt(deans, place.form_level - 1) };
  });
}

/** Removes and returns a free teacher: if possible a teacher who teaches the class, otherwise the first teacher. */
function take(
  free: DemoEmployee[],
  teachings: readonly DemoTeaching[],
  isThere: (teaching: DemoTeaching) => boolean,
): DemoEmployee {
  const there = new Set(teachings.filter(isThere).flatMap(({ teachers }) => teachers));
  const taken = free.find((employee) => there.has(employee)) ?? itemAt(free, 0);
  free.splice(free.indexOf(taken), 1);
  return taken;
}

/** Gives form teachers the permissions for their class: 1 for marks, 2 for term reports, 3 for printing. */
export function permissionsOfFormTeachers(
  formTeachers: readonly ClassStaff[],
): Map<number, readonly number[]> {
  const staff = formTeachers.flatMap(({ formTeacher, helper, dean }) => [formTeacher, helper, dean]);
  return new Map(
    staff.flatMap((employee) =>
      employee && !employee.post.demo ? [[employee.employee_id, [1, 2, 3]] as const] : [],
    ),
  );
}
