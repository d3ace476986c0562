import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { singleLineSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { findClassConfiguration, listTaughtSubjects } from "#db/queries/assessments/configuration.ts";
import {
  createCriteria,
  updateCriterion,
  listCriteriaWithUse,
  deleteCriteria,
  type CriterionWithUse,
} from "#db/queries/assessments/store.ts";
import { exclusiveTermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import {
  assessmentsUrl,
  type AssessedClassKey,
  planCriteria,
  MAX_CRITERION_LENGTH,
  criteriaFingerprint,
} from "./assessments.rules.ts";

type OfSubject = AssessedClassKey & { subjectId: number };

export type CriteriaView = Awaited<ReturnType<typeof loadCriteria>>;

/** Loads the criteria of a subject of a class. @throws notFound */
export async function loadCriteria(key: OfSubject) {
  const { subject, level, held } = await find(key, noTransaction);
  return {
    subject,
    level,
    criteria: held.map(({ criterion_id: id, detail, grades }) => ({ id, detail, grades })),
    seen: criteriaFingerprint(held),
    closeTo: assessmentsUrl(key),
  };
}

/** The form has a field for each criterion, with the criterion's id in the name of the field. */
export const CriteriaFormSchema = z
  .object({ seen: z.string().default("") })
  .catchall(singleLineSchema(MAX_CRITERION_LENGTH));

/** Changes, adds and removes the criteria of a subject at the level of the class. @throws notFound */
export function saveCriteria(
  person: Person,
  key: OfSubject,
  { seen, ...typed }: z.output<typeof CriteriaFormSchema>,
): Promise<FormOutcome> {
  return exclusiveTermTransaction(person, async (t) => {
    const { subject, formLevel, held } = await find(key, t);
    if (seen !== criteriaFingerprint(held)) return stale(changedWords(held));
    const { changed, removed, added, errors } = planCriteria(held, typed);
    if (Object.keys(errors).length > 0) return rejected(errors);
    for (const { criterionId, detail } of changed) await updateCriterion(criterionId, detail, t);
    if (removed.length > 0) await deleteCriteria(removed, t);
    if (added.length > 0) await createCriteria({ subjectId: key.subjectId, formLevel, details: added }, t);
    return formSucceeded(assessmentsUrl(key), `Criteria for ${subject} saved`, { seconds: 5 });
  });
}

async function find(key: OfSubject, t: ReadTransaction) {
  const { subjectId } = key;
  const held = await findClassConfiguration(key, t);
  const [subject] = await listTaughtSubjects({ ...key, subjects: [subjectId] }, t);
  if (!held?.by_criteria || !held.is_current || !subject)
    throw notFound(
      "You cannot change these criteria because the class is not graded by criteria, or its term is over.",
    );
  const { form_level: formLevel, form_class_id: level } = held;
  return {
    subject: subject.title,
    level,
    formLevel,
    held: await listCriteriaWithUse({ subjectId, formLevel }, t),
  };
}

function changedWords(now: readonly CriterionWithUse[]): string {
  const details = now.map(({ detail }) => detail).join(", ");
  return `These criteria were changed while you had them open. They are now: ${details || "none"}. Save again to use your version instead.`;
}
