import { lessonsVisibleTo, readsAllClasses, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { classesOfFormClass } from "#db/queries/form-classes.ts";
import type { ClassOfForm } from "#db/queries/form-classes.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { classInScope } from "#db/queries/visible.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** A form class in a term; `leadId` narrows it to the class of this teacher. */
export type AskedClasses = { formClassId: string; academicTermId: number | null; leadId: number | null };
export type VisibleClasses = { term: TermRow; classes: ClassOfForm[] };

/**
 * The classes of a form class in which this person teaches, or which they read as form teacher, dean or principal.
 * Without a term the current one's. @throws notFound when there is none, or none is theirs to see
 */
export async function visibleClasses(person: Person, asked: AskedClasses): Promise<VisibleClasses> {
  const { formClassId, academicTermId, leadId } = asked;
  const { term } = await requireTerm(academicTermId, noTransaction);
  const { academic_year_id: academicYearId } = term;
  const all = await classesOfFormClass({ formClassId, academicYearId }, noTransaction);
  const seen = await seenBy(person, academicYearId, all);
  const classes = seen.filter((each) => leadId === null || each.lead_id === leadId);
  if (classes.length === 0) throw notFound("There is no such class, or it is not yours to see.");
  return { term, classes };
}

async function seenBy(
  person: Person,
  academicYearId: number,
  classes: ClassOfForm[],
): Promise<ClassOfForm[]> {
  const scope = { employeeId: person.employeeId, all: readsAllClasses(person) };
  const lessons = await lessonsVisibleTo(person, academicYearId, noTransaction);
  const taught = new Set(lessons.map(({ classId }) => classId));
  const visible = await Promise.all(
    classes.map(
      async ({ class_id }) =>
        taught.has(class_id) || classInScope({ classId: class_id, scope }, noTransaction),
    ),
  );
  return classes.filter((_, place) => visible[place]);
}
