import type { AssessmentType } from "#domain/terms.ts";
import type { Person } from "#domain/person.ts";
import { visibleClasses } from "./visible-classes.server.ts";
import type { AskedClasses } from "./visible-classes.server.ts";

/** `Grade`: by criteria, whatever the term has (design section 4). */
export type ClassAssessment = { leadId: number | null; type: AssessmentType | "Grade" };

/** How each class of a form class is assessed in a term. */
export async function readAssessmentTypes(person: Person, asked: AskedClasses): Promise<ClassAssessment[]> {
  const { term, classes } = await visibleClasses(person, asked);
  return classes.map(({ lead_id, by_criteria }) => ({
    leadId: lead_id,
    type: by_criteria ? "Grade" : term.assessment_type,
  }));
}
