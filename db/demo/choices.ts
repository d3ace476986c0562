import type { Calendar } from "./calendar.ts";
import type { DemoClass } from "./classes.ts";
import type { Row } from "./insert.ts";
import { curriculumOf, isPlace, type SchoolKind } from "./kind.ts";
import { itemAt, random } from "./random.ts";
import type { DemoStudent } from "./people/demo-student.ts";
import type { Teaching } from "./teaching.ts";

export type Choice = {
  student: DemoStudent;
  academic_year_id: number;
  subject_id: number;
  employee_id: number;
};

type Chosen = { kind: SchoolKind; calendar: Calendar; teachings: readonly Teaching[] };

export function choicesOf(students: readonly DemoStudent[], { kind, calendar, teachings }: Chosen): Choice[] {
  const chance = random(`${kind.flavour} chosen subjects`);
  return students.flatMap((student) => {
    // A student who stays with the same letter keeps the subjects of the year before.
    const liking = new Map(kind.subjects.map(({ subject_id }) => [subject_id, chance.next()]));
    return yearSeats(student, calendar).flatMap((seat) => {
      const offered = teachings.filter((teaching) => teaching.by_choice && isPlace(teaching, seat));
      const chosen = curriculumOf(kind, seat.form_level).choice?.chosen ?? 0;
      const liked = offered.toSorted(
        (one, other) => (liking.get(other.subject_id) ?? 0) - (liking.get(one.subject_id) ?? 0),
      );
      return liked.slice(0, chosen).map(({ subject_id, teachers }) => {
        const { employee_id } = itemAt(teachers, student.id % teachers.length);
        return { student, academic_year_id: seat.academic_year_id, subject_id, employee_id };
      });
    });
  });
}

/** Returns the class of each year. Where no subject is by choice, either of two classes will do. */
function yearSeats({ seats }: DemoStudent, { yearIds }: Calendar): DemoClass[] {
  const held = [...seats.values()];
  return yearIds.flatMap((year) => held.find(({ academic_year_id }) => academic_year_id === year) ?? []);
}

export function choiceRows(choices: readonly Choice[]): Row[] {
  return choices.map(({ student, academic_year_id, subject_id, employee_id }) => ({
    student_key: student.id,
    academic_year_id,
    subject_id,
    employee_id,
  }));
}
