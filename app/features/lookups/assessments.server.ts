import { listVisibleLessons, getReadingScope, requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listClassesWithTeachers } from "#db/queries/class-teachers.ts";
import { listClassesOfFormClass, type ClassOfFormClass } from "#db/queries/form-classes.ts";
import { listFortnightlyTestRows, type FortnightlyTestRow } from "#db/queries/assessments/fortnightly.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { listCriteriaOfSubject, type CriterionRow } from "#db/queries/school-subjects.ts";
import type { Person } from "#domain/person.ts";
import type { AssessmentType } from "#domain/terms.ts";
import { itemNotFound } from "#runtime/errors.ts";

/** A form class in a term. `leadId` limits the request to the class of one form teacher. */
type AskedClasses = { formClassId: string; academicTermId: number | null; leadId: number | null };

/** `Grade` means assessed by criteria, whatever the assessment type of the term. */
export type ClassAssessment = { leadId: number | null; type: AssessmentType | "Grade" };

export async function readAssessmentTypes(person: Person, input: AskedClasses): Promise<ClassAssessment[]> {
  const { term, classes } = await visibleClasses(person, input);
  return classes.map(({ lead_id, by_criteria }) => ({
    leadId: lead_id,
    type: by_criteria ? "Grade" : term.assessment_type,
  }));
}

export type FortnightlyTestWithTeacher = FortnightlyTestRow & { lead_id: number | null };

/** Lists the fortnightly tests of a form class in a term, for each of its classes that this person may read. */
export async function listFortnightlyTests(
  person: Person,
  input: AskedClasses,
): Promise<FortnightlyTestWithTeacher[]> {
  const { term, classes } = await visibleClasses(person, input);
  const formTeachers = new Map(classes.map(({ class_id, lead_id }) => [class_id, lead_id]));
  const classIds = [...formTeachers.keys()];
  const tests = await listFortnightlyTestRows(
    { classIds, academicTermId: term.academic_term_id },
    noTransaction,
  );
  return tests.map((test) => ({ ...test, lead_id: formTeachers.get(test.class_id) ?? null }));
}

/** Lists the criteria of a subject in a form class. The result is empty if its classes have tests instead. */
export async function listCriteria(
  person: Person,
  { subjectId, ...rest }: AskedClasses & { subjectId: number },
): Promise<CriterionRow[]> {
  const { classes } = await visibleClasses(person, rest);
  const graded = classes.find(({ by_criteria }) => by_criteria);
  return graded ? listCriteriaOfSubject({ subjectId, formLevel: graded.form_level }, noTransaction) : [];
}

/**
 * Lists the classes of a form class in which this person teaches, or which they may read as form teacher, form dean or
 * principal. The default is the current term.
 * @throws notFound when there is no such term or class
 */
async function visibleClasses(
  person: Person,
  { formClassId, academicTermId, leadId }: AskedClasses,
): Promise<{ term: TermRow; classes: ClassOfFormClass[] }> {
  const { term } = await requireTerm(academicTermId, noTransaction);
  const { academic_year_id: academicYearId, academic_term_id } = term;
  const read = { academicYearId, academicTermId: academic_term_id, formClassId };
  const [classes, lessons, led] = await Promise.all([
    listClassesOfFormClass({ formClassId, academicYearId }, noTransaction),
    listVisibleLessons(person, term, noTransaction),
    listClassesWithTeachers({ ...getReadingScope(person), ...read }, noTransaction),
  ]);
  const seen = new Set([...lessons, ...led].map(({ class_id }) => class_id));
  const meant = classes.filter(
    ({ class_id, lead_id }) => seen.has(class_id) && (leadId === null || lead_id === leadId),
  );
  if (meant.length === 0) throw itemNotFound("class");
  return { term, classes: meant };
}
