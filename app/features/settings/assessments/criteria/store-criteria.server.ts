import { z } from "zod";
import { oneLine } from "#access/forms/form-values.schema.server.ts";
import { parseForm } from "#access/posted-form.server.ts";
import { noTransaction, type Reading } from "#db/index.ts";
import { classConfiguration, configuredSubjects } from "#db/queries/assessments/configuration.ts";
import {
  addCriteria,
  changeCriterion,
  heldCriteria,
  removeCriteria,
  type HeldCriterion,
} from "#db/queries/assessments/criteria.ts";
import { termTransactionAlone } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { notStored, type Stored } from "../../stored.server.ts";
import { assessmentsUrl, type ClassInTerm } from "../assessments.rules.ts";
import {
  criteriaPlan,
  LONGEST_CRITERION,
  NEW_FIELDS,
  oldField,
  seenOf,
  type ShownCriteria,
} from "./criteria.rules.ts";

type OfSubject = ClassInTerm & { subjectId: number };

/** What a subject of a class is graded by. @throws notFound */
export async function readCriteria(key: OfSubject): Promise<ShownCriteria> {
  const { subject, level, held } = await find(key, noTransaction);
  return {
    ...{ subject, level },
    criteria: held.map(({ criterion_id: id, detail, grades }) => ({ id, detail, grades })),
    seen: seenOf(held),
    closeTo: assessmentsUrl(key),
  };
}

/** Changes, adds and takes away what a subject is graded by at the level of the class. @throws notFound */
export function storeCriteria(person: Person, key: OfSubject, form: FormData): Promise<Stored> {
  return termTransactionAlone(person, async (t) => {
    const { subject, formLevel, held } = await find(key, t);
    const first = held[0] ? oldField(held[0].criterion_id) : NEW_FIELDS[0];
    if (form.get("seen") !== seenOf(held)) return notStored(409, form, { [first]: staleWords(held) });
    const parsed = parseForm(form, schemaOf(held));
    if (!parsed.ok) return notStored(422, form, parsed.errors);
    const { changed, removed, added, errors } = criteriaPlan(held, parsed.value);
    if (Object.keys(errors).length > 0) return notStored(422, form, errors);
    for (const { criterionId, detail } of changed) await changeCriterion(criterionId, detail, t);
    if (removed.length > 0) await removeCriteria(removed, t);
    if (added.length > 0) await addCriteria({ subjectId: key.subjectId, formLevel, details: added }, t);
    return { ok: true, words: `Criteria of ${subject} saved` };
  });
}

function schemaOf(held: readonly HeldCriterion[]) {
  const names = [...held.map(({ criterion_id }) => oldField(criterion_id)), ...NEW_FIELDS];
  return z.object(Object.fromEntries(names.map((name) => [name, oneLine(LONGEST_CRITERION).optional()])));
}

async function find(key: OfSubject, t: Reading) {
  const { subjectId } = key;
  const held = await classConfiguration(key, t);
  const [subject] = await configuredSubjects({ ...key, subjects: [subjectId] }, t);
  if (!held?.by_criteria || !held.is_current || !subject)
    throw notFound("No subject of this class is graded by criteria here.");
  const { form_level: formLevel, form_class_id: level } = held;
  return { subject: subject.title, level, formLevel, held: await heldCriteria({ subjectId, formLevel }, t) };
}

function staleWords(now: readonly HeldCriterion[]): string {
  const details = now.map(({ detail }) => detail).join(", ");
  return `Somebody changed these criteria in the meantime. They are now: ${details || "none"}. Save again to put yours in their place.`;
}
