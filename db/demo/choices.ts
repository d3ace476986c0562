import type { DemoCalendar } from "./calendar.ts";
import type { DemoClass } from "./classes.ts";
import type { DemoRow } from "./insert.ts";
import { findCurriculum, isSamePlace, type SchoolKind } from "./kind.ts";
import { itemAt, createRandomStream } from "./random.ts";
import type { DemoStudent } from "./people/demo-student.ts";
import type { DemoTeaching } from "./teaching.ts";

export type DemoChoice = {
  student: DemoStudent;
  academic_year_id: number;
  subject_id: number;
  employee_id: number;
};

type Chosen = { kind: SchoolKind; calendar: DemoCalendar; teachings: readonly DemoTeaching[] };

export function drawSubjectChoices(
  students: readonly DemoStudent[],
  { kind, calendar, teachings }: Chosen,
): DemoChoice[] {
  const chance = createRandomStream(`${kind.flavour} chosen subjects`);
  return students.flatMap((student) => {
    // One draw serves all years, so that a student who stays with the same class letter keeps last year's subjects.
    const liking = new Map(kind.subjects.map(({ subject_id }) => [subject_id, chance.next()]));
    return yearSeats(student, calendar).flatMap((seat) => {
      const offered = teachings.filter((teaching) => teaching.by_choice && isSamePlace(teaching, seat));
      const chosen = findCurriculum(kind, seat.form_level).choice?.chosen ?? 0;
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

/** Returns the student's first class of each year. Students who change class have no subjects by choice. */
function yearSeats({ seats }: DemoStudent, { yearIds }: DemoCalendar): DemoClass[] {
  const held = [...seats.values()];
  return yearIds.flatMap((year) => held.find(({ academic_year_id }) => academic_year_id === year) ?? []);
}

export function subjectChoiceRows(choices: readonly DemoChoice[]): DemoRow[] {
  return choices.map(({ student, academic_year_id, subject_id, employee_id }) => ({
    student_key: student.id,
    academic_year_id,
    subject_id,
    employee_id,
  }));
}
