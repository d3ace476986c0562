import type { SchoolFlavour } from "#domain/grades.ts";
import { STANDARD_SUBJECTS, type StandardSubject } from "#domain/school/levels.ts";
import type { AssessmentType } from "#domain/terms.ts";

/** The data that differs between the two demo schools. */
export type SchoolKind = {
  flavour: SchoolFlavour;
  name: string;
  motto: string;
  address: string;
  /** The part `SR` of a student ID such as `SR-24017`. */
  studentIdPrefix: string;
  /** The age of first-level students on 1 September. */
  firstAge: number;
  /** The kinds of assessment in terms 1 to 3. */
  assessmentTypes: readonly AssessmentType[];
  houses: readonly DemoHouse[];
  levels: readonly DemoLevel[];
  subjects: readonly DemoSubject[];
  curricula: readonly Curriculum[];
  /** The assessment criteria by subject, and the form levels that are graded by criteria instead of by tests. */
  criteria: { levels: readonly number[]; details: Readonly<Record<number, readonly string[]>> };
  /** The ids of the nine subjects of the marks archive. */
  archiveSubjects: readonly number[];
  /** Classes that show a particular feature, by form level and position within the level. */
  places: {
    /** The demo form teacher's class of 35 students. The demo teacher shares the class's Mathematics lesson. */
    formTeacher: ClassPlace;
    courseWorkOnly: ClassPlace;
    /** Some students of this class have marks in the archive. */
    archive: ClassPlace;
  };
};

export type DemoHouse = { house: string; colour: string };

/** A form level with its classes, sorted by name. In a primary school, all of them belong to one form class. */
export type DemoLevel = { form_level: number; group_title: string; classes: readonly ClassSize[] };
export type ClassSize = { form_class_id: string; size: number };

export type ClassPlace = { form_level: number; index: number };

export type DemoSubject = StandardSubject & { max_mark?: number };

/** The subjects at some form levels: `core` for everybody, and groups from which each student chooses. */
export type Curriculum = {
  levels: readonly number[];
  core: readonly number[];
  choice?: { among: readonly number[]; offered: number; chosen: number };
  /** The subjects with fortnightly tests, for terms that have such tests. */
  tested: readonly number[];
};

export function findCurriculum(kind: SchoolKind, formLevel: number): Curriculum {
  const curriculum = kind.curricula.find(({ levels }) => levels.includes(formLevel));
  if (!curriculum) throw new Error(`The demo has no curriculum for level ${formLevel}.`);
  return curriculum;
}

export function isSamePlace(place: ClassPlace, { form_level, index }: ClassPlace): boolean {
  return place.form_level === form_level && place.index === index;
}

/** Builds the subjects of a school. @param maxMarks maximum marks other than 100, by subject id */
export function buildDemoSubjects(
  flavour: SchoolFlavour,
  maxMarks: Readonly<Record<number, number>>,
): DemoSubject[] {
  return STANDARD_SUBJECTS[flavour].map((subject) => {
    const max_mark = maxMarks[subject.subject_id];
    return max_mark === undefined ? subject : { ...subject, max_mark };
  });
}
