import { managesStudents } from "#access/visible-student.server.ts";
import { peopleScope, readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  classesOfTeacher,
  listClassesWithTeachers,
  type TaughtClassRow,
} from "#db/queries/class-teachers.ts";
import { findChosenTerm, type TermRow } from "#db/queries/lessons.ts";
import type { Scope } from "#db/queries/parts.ts";
import { getCurrentTerm } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** A form class in a term: the classes of all teachers, or the class of one of them. */
export type ClassesRequest = ClassRequest & { academicTermId: number };

/** A form class in the current term. */
export type ClassRequest = { formClassId: string; employeeId: number | null };

/** @throws notFound */
export async function begunTerm(academicTermId: number): Promise<TermRow> {
  const { term } = await findChosenTerm(academicTermId, noTransaction);
  if (!term) throw notFound("This term does not exist or has not begun yet.");
  return term;
}

/** @throws notFound before the first term */
export async function currentTermId(): Promise<number> {
  const term = await getCurrentTerm(noTransaction);
  if (!term) throw notFound("The first term has not begun yet.");
  return term.academic_term_id;
}

/** Finds the requested classes among those that a person may see. @throws notFound */
export type VisibleClasses = (input: ClassesRequest, term: TermRow) => Promise<number[]>;

/**
 * A teacher narrows the classes that the person may see: to those the teacher leads or, if there are none, to those the
 * teacher helps with.
 */
export function classIdsIn(scope: Scope): VisibleClasses {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const input = { ...scope, academicYearId, academicTermId, formClassId };
    const visible = await listClassesWithTeachers(input, noTransaction);
    return idsOf(classesOfTeacher(visible, employeeId));
  };
}

/**
 * Finds classes for documents that show more than marks: a person's own classes, or all classes for a person who
 * manages students.
 */
export function ownClassIds(person: Person): VisibleClasses {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const classes = await classesOffered(person, "own", { academicYearId, academicTermId, formClassId });
    return idsOf(classesOfTeacher(classes, employeeId));
  };
}

/**
 * Lists the classes of a term whose marks the person may read, whose people the person may list, or which are the
 * person's own. A person who manages students has all classes as their own.
 */
export async function classesOffered(
  person: Person,
  which: "read" | "listed" | "own",
  of: { academicYearId: number; academicTermId: number; formClassId: string | null },
): Promise<TaughtClassRow[]> {
  if (which === "read") return listClassesWithTeachers({ ...readingScope(person), ...of }, noTransaction);
  if (which === "listed") return listClassesWithTeachers({ ...peopleScope(person), ...of }, noTransaction);
  const classes = await listClassesWithTeachers({ all: true, employeeId: null, ...of }, noTransaction);
  if (managesStudents(person)) return classes;
  return classes.filter(({ teachers }) =>
    teachers.some(({ employee_id }) => employee_id === person.employeeId),
  );
}

function idsOf(classes: readonly TaughtClassRow[]): number[] {
  if (classes.length === 0) throw notFound("This class no longer exists, or you cannot open it.");
  return classes.map(({ class_id }) => class_id);
}
