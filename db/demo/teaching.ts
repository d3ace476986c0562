import { findDemoEmployee, type DemoEmployee, listClassPlaces } from "./people/employees.ts";
import { findCurriculum, isSamePlace, type ClassPlace, type SchoolKind } from "./kind.ts";
import { itemAt, createRandomStream } from "./random.ts";
import { ICT, MATHEMATICS, READING } from "./primary.ts";
import { DEPARTMENTS } from "./secondary.ts";

/** The teachers of a subject in a class. They are the same in every year of the demo. */
export type DemoTeaching = ClassPlace & {
  subject_id: number;
  /** Two teachers may share a lesson and edit the same mark sheet. */
  teachers: readonly DemoEmployee[];
  by_choice: boolean;
};

export function assignTeachings(kind: SchoolKind, employees: readonly DemoEmployee[]): DemoTeaching[] {
  const plan =
    kind.flavour === "primary" ? primaryTeachings(kind, employees) : secondaryTeachings(kind, employees);
  return plan.map((teaching) => withDemoTeacher(teaching, kind, employees));
}

function subjectsAt(kind: SchoolKind, place: ClassPlace): { subject_id: number; by_choice: boolean }[] {
  const { core } = findCurriculum(kind, place.form_level);
  return [
    ...core.map((subject_id) => ({ subject_id, by_choice: false })),
    ...offeredAt(kind, place).map((subject_id) => ({ subject_id, by_choice: true })),
  ];
}

/** Lists the subjects a class can choose from. In Forms 4 and 5, classes with the same letter share the list. */
function offeredAt(kind: SchoolKind, { form_level, index }: ClassPlace): readonly number[] {
  const { levels, choice } = findCurriculum(kind, form_level);
  if (!choice) return [];
  const chance = createRandomStream(`${kind.flavour} choices ${levels[0]} ${index}`);
  return chance.shuffled(choice.among).slice(0, choice.offered);
}

/**
 * Assigns the lessons of a primary school. The form teacher teaches everything except the subjects of colleagues who go
 * from class to class, and a co-teacher takes reading. Computer classes are by choice, in two halves.
 */
function primaryTeachings(kind: SchoolKind, employees: readonly DemoEmployee[]): DemoTeaching[] {
  return listClassPlaces(kind).flatMap((place) => {
    const formTeacher = employees.find(({ post }) => post.leads && isSamePlace(post.leads, place));
    const helper = employees.find(({ post }) => post.helps && isSamePlace(post.helps, place));
    return subjectsAt(kind, place).map(({ subject_id, by_choice }) => {
      const visiting =
        place.form_level > 2 && employees.find(({ post }) => post.subjects?.includes(subject_id));
      const teacher = visiting || (subject_id === READING && helper) || formTeacher;
      if (!teacher) throw new Error(`Level ${place.form_level} has no teacher for subject ${subject_id}.`);
      const shared = by_choice && subject_id === ICT && formTeacher ? [formTeacher] : [];
      return { ...place, subject_id, by_choice, teachers: [teacher, ...shared] };
    });
  });
}

/** Assigns a department's lessons in order, so that each teacher has few subjects and neighbouring classes. */
function secondaryTeachings(kind: SchoolKind, employees: readonly DemoEmployee[]): DemoTeaching[] {
  const wanted = listClassPlaces(kind).flatMap((place) =>
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

/** Lets the demo form teacher and the demo teacher share the Mathematics lesson of the form teacher's class. */
function withDemoTeacher(
  teaching: DemoTeaching,
  kind: SchoolKind,
  employees: readonly DemoEmployee[],
): DemoTeaching {
  if (teaching.subject_id !== MATHEMATICS || !isSamePlace(teaching, kind.places.formTeacher)) return teaching;
  const shared = [findDemoEmployee(employees, "formteacher"), findDemoEmployee(employees, "teacher")];
  return { ...teaching, teachers: shared };
}
