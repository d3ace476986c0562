import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { classesOfTeacher, classesOfYear } from "#db/queries/class-teachers.ts";
import { postingRows, type PostingRow } from "#db/queries/reports/postings.ts";

/** What was said about the posting of a term, without one the current; empty where nothing was. @throws notFound */
export async function readPostings(academicTermId: number | null): Promise<PostingRow[]> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  return postingRows({ academicTermId: term.academic_term_id }, noTransaction);
}

/** A form class, one of its classes by its teacher, or the class itself. */
type Named = { form_class_id: string; employee_id?: number | null; class_id?: number | null };

/** The classes that are meant in the year of a term; `unknown` names the first that is none of them. @throws notFound */
export async function classesNamed(
  academicTermId: number,
  named: readonly Named[],
): Promise<{ classIds: number[]; unknown: string | null }> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  const classes = await classesOfYear(term.academic_year_id, noTransaction);
  const meant = named.map(({ form_class_id, employee_id = null, class_id = null }) => {
    const ofForm = classes.filter((held) => held.form_class_id === form_class_id);
    if (class_id !== null) return ofForm.filter((held) => held.class_id === class_id);
    return classesOfTeacher(ofForm, employee_id);
  });
  const unknown = named.find((_, place) => meant[place]?.length === 0);
  const classIds = new Set(meant.flat().map(({ class_id }) => class_id));
  return { classIds: [...classIds], unknown: unknown?.form_class_id ?? null };
}
