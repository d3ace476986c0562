import { demoEmployee, type Employee, placesOf } from "./people/employees.ts";
import { curriculumOf, isPlace, type Place, type SchoolKind } from "./kind.ts";
import { itemAt, random } from "./random.ts";
import { ICT, MATHEMATICS, READING } from "./primary.ts";
import { DEPARTMENTS } from "./secondary.ts";

/** The teachers of a subject at a place of the school, the same in every year of the demo. */
export type Teaching = Place & {
  subject_id: number;
  /** Two when colleagues share the lesson and may edit the same sheet. */
  teachers: readonly Employee[];
  by_choice: boolean;
};

export function teachingsOf(kind: SchoolKind, employees: readonly Employee[]): Teaching[] {
  const plan =
    kind.flavour === "primary" ? primaryTeachings(kind, employees) : secondaryTeachings(kind, employees);
  return plan.map((teaching) => withDemoTeacher(teaching, kind, employees));
}

function subjectsAt(kind: SchoolKind, place: Place): { subject_id: number; by_choice: boolean }[] {
  const { core } = curriculumOf(kind, place.form_level);
  return [
    ...core.map((subject_id) => ({ subject_id, by_choice: false })),
    ...offeredAt(kind, place).map((subject_id) => ({ subject_id, by_choice: true })),
  ];
}

/** The same subjects in Forms 4 and 5 with one letter, so that a choice is valid for both years. */
function offeredAt(kind: SchoolKind, { form_level, index }: Place): readonly number[] {
  const { levels, choice } = curriculumOf(kind, form_level);
  if (!choice) return [];
  const chance = random(`${kind.flavour} choices ${levels[0]} ${index}`);
  return chance.shuffled(choice.among).slice(0, choice.offered);
}

/**
 * A class teacher teaches everything except the subjects of colleagues who go from class to class; a co-teacher takes
 * reading. Computers are for those who chose them, half of them at a time.
 */
function primaryTeachings(kind: SchoolKind, employees: readonly Employee[]): Teaching[] {
  return placesOf(kind).flatMap((place) => {
    const formTeacher = employees.find(({ post }) => post.leads && isPlace(post.leads, place));
    const helper = employees.find(({ post }) => post.helps && isPlace(post.helps, place));
    return subjectsAt(kind, place).map(({ subject_id, by_choice }) => {
      const visiting =
        place.form_level > 2 && employees.find(({ post }) => post.subjects?.includes(subject_id));
      const teacher = visiting || (subject_id === READING && helper) || formTeacher;
      if (!teacher) throw new Error(`no teacher for level ${place.form_level}, subject ${subject_id}`);
      const shared = by_choice && subject_id === ICT && formTeacher ? [formTeacher] : [];
      return { ...place, subject_id, by_choice, teachers: [teacher, ...shared] };
    });
  });
}

/** A department's lessons are dealt out in order, so that each teacher has few subjects and neighbouring classes. */
function secondaryTeachings(kind: SchoolKind, employees: readonly Employee[]): Teaching[] {
  const wanted = placesOf(kind).flatMap((place) =>
    subjectsAt(kind, place).map((subject) => ({ ...place, ...subject })),
  );
  return DEPARTMENTS.flatMap(({ subjects }) => {
    const teachers = employees.filter(({ post }) => post.subjects === subjects);
    const lessons = subjects.flatMap((id) => wanted.filter(({ subject_id }) => subject_id === id));
    return lessons.map((lesson, index) => ({
      ...lesson,
      teachers: [itemAt(teachers, Math.floor((index * teachers.length) / lessons.length))],
    }));
  });
}

/** The form teacher teaches the class of 35 Mathematics, and the demo teacher shares the lesson. */
function withDemoTeacher(teaching: Teaching, kind: SchoolKind, employees: readonly Employee[]): Teaching {
  if (teaching.subject_id !== MATHEMATICS || !isPlace(teaching, kind.places.formTeacher)) return teaching;
  const shared = [demoEmployee(employees, "formteacher"), demoEmployee(employees, "teacher")];
  return { ...teaching, teachers: shared };
}
