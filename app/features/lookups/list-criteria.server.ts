import { noTransaction } from "#db/index.ts";
import { criteriaOfSubject } from "#db/queries/subjects.ts";
import type { CriterionRow } from "#db/queries/subjects.ts";
import type { Person } from "#domain/person.ts";
import { visibleClasses } from "./visible-classes.server.ts";
import type { AskedClasses } from "./visible-classes.server.ts";

/** What a subject is graded by in a form class; none where its classes have tests instead. */
export async function listCriteria(
  person: Person,
  { subjectId, ...asked }: AskedClasses & { subjectId: number },
): Promise<CriterionRow[]> {
  const { classes } = await visibleClasses(person, asked);
  const graded = classes.find(({ by_criteria }) => by_criteria);
  return graded ? criteriaOfSubject({ subjectId, formLevel: graded.form_level }, noTransaction) : [];
}
