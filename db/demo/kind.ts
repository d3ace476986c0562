import type { Flavour } from "#domain/grades.ts";
import { STANDARD_SUBJECTS, type StandardSubject } from "#domain/school/levels.ts";
import type { AssessmentType } from "#domain/terms.ts";

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
