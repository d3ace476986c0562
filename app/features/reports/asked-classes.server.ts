import { managesStudents } from "#access/visible-student.server.ts";
import { peopleScope, readingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { classesOfTeacher, classesWithTeachers, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import { chosenTerm, type TermRow } from "#db/queries/lessons.ts";
import type { Scope } from "#db/queries/parts.ts";
import { currentTerm } from "#db/queries/school.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** A form class in a term, all of it or the class of one of its teachers. */
export type AskedClasses = AskedClass & { academicTermId: number };

/** The same without its term, which is the current one. */
export type AskedClass = { formClassId: string; employeeId: number | null };

/** @throws notFound */
export async function begunTerm(academicTermId: number): Promise<TermRow> {
  const { term } = await chosenTerm(academicTermId, noTransaction);
  if (!term) throw notFound("The school has no such term, or it has not begun.");
  return term;
}

/** @throws notFound before the first term */
export async function currentTermId(): Promise<number> {
  const term = await currentTerm(noTransaction);
  if (!term) throw notFound("No term has begun.");
  return term.academic_term_id;
}

/** The classes that are meant, of those that somebody may see. @throws notFound */
export type VisibleClasses = (asked: AskedClasses, term: TermRow) => Promise<number[]>;

/** A teacher only narrows what the person sees anyway: their own class, where they lead none those they co-teach. */
export function classIdsIn(scope: Scope): VisibleClasses {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const asked = { ...scope, academicYearId, academicTermId, formClassId };
    const visible = await classesWithTeachers(asked, noTransaction);
    return idsOf(classesOfTeacher(visible, employeeId));
  };
}

/** For what more than marks stands on: the person's own classes, and of who looks after students all. */
export function ownClassIds(person: Person): VisibleClasses {
  return async ({ formClassId, employeeId, academicTermId }, { academic_year_id: academicYearId }) => {
    const classes = await classesOffered(person, "own", { academicYearId, academicTermId, formClassId });
    return idsOf(classesOfTeacher(classes, employeeId));
  };
}

/** Of a term those whose marks somebody reads, whose people they list, or which are their own, or all where they manage students. */
export async function classesOffered(
  person: Person,
  which: "read" | "listed" | "own",
  of: { academicYearId: number; academicTermId: number; formClassId: string | null },
): Promise<TaughtClassRow[]> {
  if (which === "read") return classesWithTeachers({ ...readingScope(person), ...of }, noTransaction);
  if (which === "listed") return classesWithTeachers({ ...peopleScope(person), ...of }, noTransaction);
  const classes = await classesWithTeachers({ all: true, employeeId: null, ...of }, noTransaction);
  if (managesStudents(person)) return classes;
  return classes.filter(({ teachers }) =>
    teachers.some(({ employee_id }) => employee_id === person.employeeId),
  );
}

function idsOf(classes: readonly TaughtClassRow[]): number[] {
  if (classes.length === 0) throw notFound("There is no such class, or it is not yours to see.");
  return classes.map(({ class_id }) => class_id);
}
