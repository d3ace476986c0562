import type { Flavour } from "#domain/grades.ts";
import { STANDARD_SUBJECTS, type StandardSubject } from "#domain/school/levels.ts";
import type { AssessmentType } from "#domain/terms.ts";
import type { Calendar } from "./calendar.ts";
import type { DemoClass } from "./classes.ts";
import type { Row } from "./insert.ts";
import type { DemoStudent } from "./people/demo-student.ts";
import { itemAt, random } from "./random.ts";
import type { Teaching } from "./teaching.ts";

/** The differences between one demo school and another. */
export type SchoolKind = {
  flavour: Flavour;
  name: string;
  motto: string;
  address: string;
  /** `SR` of `SR-24017`. */
  studentIdPrefix: string;
  /** The age of a first-level student on 1 September. */
  firstAge: number;
  /** The types of terms 1 to 3. */
  assessmentTypes: readonly AssessmentType[];
  houses: readonly House[];
  levels: readonly Level[];
  subjects: readonly Subject[];
  curricula: readonly Curriculum[];
  /** The criteria by subject, and the levels whose classes are graded by them instead of by the term's tests. */
  criteria: { levels: readonly number[]; details: Readonly<Record<number, readonly string[]>> };
  /** The nine subjects of the marks archive. */
  archiveSubjects: readonly number[];
  /** Classes with something to show, by level and position among the classes of the level. */
  places: {
    /** The form teacher's class of 35 students, whose Mathematics the demo teacher shares. */
    formTeacher: Place;
    courseWorkOnly: Place;
    /** Some of its students have marks in the archive. */
    archive: Place;
  };
};

export type House = { house: string; colour: string };

/** A level with its classes in the order of their names. In a primary school they all belong to one form class. */
export type Level = { form_level: number; group_title: string; classes: readonly ClassSize[] };
export type ClassSize = { form_class_id: string; size: number };

export type Place = { form_level: number; index: number };

export type Subject = StandardSubject & { max_mark?: number };

/** The subjects of classes at these levels: the core for all, and each student's choice from those offered. */
export type Curriculum = {
  levels: readonly number[];
  core: readonly number[];
  choice?: { among: readonly number[]; offered: number; chosen: number };
  /** Subjects with fortnightly tests, in the terms that have them. */
  tested: readonly number[];
};

export function curriculumOf(kind: SchoolKind, formLevel: number): Curriculum {
  const curriculum = kind.curricula.find(({ levels }) => levels.includes(formLevel));
  if (!curriculum) throw new Error(`no curriculum for level ${formLevel}`);
  return curriculum;
}

export function isPlace(place: Place, { form_level, index }: Place): boolean {
  return place.form_level === form_level && place.index === index;
}

/** Builds the subjects of a school. @param maxMarks the maximum mark of a subject when it is not 100 */
export function subjectsWith(flavour: Flavour, maxMarks: Readonly<Record<number, number>>): Subject[] {
  return STANDARD_SUBJECTS[flavour].map((subject) => {
    const max_mark = maxMarks[subject.subject_id];
    return max_mark === undefined ? subject : { ...subject, max_mark };
  });
}

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
