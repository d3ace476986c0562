import { demoEmployee } from "./employees.ts";
import type { Employee } from "./employees.ts";
import { isPlace } from "./kind.ts";
import type { Place, SchoolKind } from "./kind.ts";
import { placesOf } from "./posts.ts";
import type { Teaching } from "./teaching.ts";

/** Who leads a class, who helps, and the dean of its level in a secondary school. */
export type FormTeachers = { place: Place; lead: Employee; helper: Employee | null; dean: Employee | null };

type Staffed = { kind: SchoolKind; employees: readonly Employee[]; teachings: readonly Teaching[] };

/** Levels where the second class has two teachers. */
const HELPED_LEVELS = 3;

export function formTeachersOf(staffed: Staffed): FormTeachers[] {
  return staffed.kind.flavour === "primary" ? byPost(staffed) : fromDepartments(staffed);
}

function byPost({ kind, employees }: Staffed): FormTeachers[] {
  return placesOf(kind).map((place) => {
    const lead = employees.find(({ post }) => post.leads && isPlace(post.leads, place));
    const helper = employees.find(({ post }) => post.helps && isPlace(post.helps, place)) ?? null;
    if (!lead) throw new Error(`no lead for level ${place.form_level}`);
    return { place, lead, helper, dean: null };
  });
}

/** Each takes one class at most, if there is any other way one that they teach; the demo teacher has none. */
function fromDepartments({ kind, employees, teachings }: Staffed): FormTeachers[] {
  const free = employees.filter(({ post }) => post.subjects && !post.demo);
  const take = ({ form_level, index }: { form_level: number; index?: number }): Employee => {
    const teachesThere = teachings.find(
      (teaching) =>
        teaching.form_level === form_level &&
        (index === undefined || teaching.index === index) &&
        teaching.teachers.some((teacher) => free.includes(teacher)),
    );
    const taken = teachesThere?.teachers.find((teacher) => free.includes(teacher)) ?? free[0];
    if (!taken) throw new Error("more classes than teachers");
    free.splice(free.indexOf(taken), 1);
    return taken;
  };
  const formTeacher = demoEmployee(employees, "formteacher");
  const led = placesOf(kind).map((place) => ({
    place,
    lead: isPlace(place, kind.places.formTeacher) ? formTeacher : take(place),
  }));
  const deans = new Map(
    kind.levels.map(({ form_level }) => [
      form_level,
      form_level === kind.places.formTeacher.form_level
        ? demoEmployee(employees, "dean")
        : take({ form_level }),
    ]),
  );
  return led.map(({ place, lead }) => {
    const helped = place.index === 1 && place.form_level <= HELPED_LEVELS;
    return { place, lead, helper: helped ? take(place) : null, dean: deans.get(place.form_level) ?? null };
  });
}

/** Who edits and prints whole classes needs more than the post gives: 1 marks, 2 term reports, 3 prints. */
export function permissionsOfFormTeachers(
  formTeachers: readonly FormTeachers[],
): Map<number, readonly number[]> {
  const staff = formTeachers.flatMap(({ lead, helper, dean }) => [lead, helper, dean]);
  return new Map(
    staff.flatMap((employee) =>
      employee && !employee.post.demo ? [[employee.employee_id, [1, 2, 3]] as const] : [],
    ),
  );
}
