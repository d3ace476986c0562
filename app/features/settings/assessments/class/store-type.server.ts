import { z } from "zod";
import { parseForm } from "#access/posted-form.server.ts";
import { removeFortnightlyTests } from "#db/queries/assessments/fortnightly.ts";
import {
  changeTermType,
  heldInTerm,
  lockTermType,
  type HeldInTerm,
} from "#db/queries/assessments/term-type.ts";
import { termTransactionAlone } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import {
  ASSESSMENT_TYPES,
  isFortnightly,
  termTitle,
  testTitle,
  OTHER_ASSESSMENT,
  type AssessmentType,
} from "#domain/terms.ts";
import { countOf } from "#domain/text/noun.ts";
import { marksWere } from "#fields/assessment.ts";
import { notFound } from "#runtime/errors.ts";
import { termIn } from "../place-in-form.server.ts";
import { notStored, versionIn, type Stored } from "../../stored.server.ts";

const TypeForm = z.object({
  type: z.enum(ASSESSMENT_TYPES, "Choose a type."),
  /** Fortnightly tests without marks are taken away with the type. */
  tests: z.literal("away").optional(),
});

/** Sets what kind of test a term has, for all its classes. @throws notFound, badRequest */
export async function storeType(person: Person, form: FormData): Promise<Stored> {
  const parsed = parseForm(form, TypeForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const { type, tests } = parsed.value;
  const [academicTermId, version] = [termIn(form), versionIn(form)];
  return termTransactionAlone(person, async (t) => {
    const term = await lockTermType(academicTermId, t);
    if (!term) throw notFound("The school has no such term.");
    const { assessment_type: before } = term;
    if (!term.is_current) return notStored(409, form, { type: `${termTitle(academicTermId)} is over.` });
    if (term.version !== version) return notStored(409, form, { type: staleWords(before) });
    if (before === type) return { ok: true, words: `The type is ${type} already` };
    const held = await heldInTerm(academicTermId, t);
    const orphaned = orphanedWords({ before, type }, held);
    if (orphaned) return notStored(422, form, { type: orphaned });
    if (!isFortnightly(type) && held.tests > 0) {
      if (tests !== "away") return notStored(422, form, removalOf(held.tests));
      await removeFortnightlyTests({ academicTermId, testIds: null }, t);
    }
    await changeTermType({ academic_term_id: academicTermId, assessment_type: type }, t);
    return { ok: true, words: `${termTitle(academicTermId)}: ${type}` };
  });
}

function staleWords(now: AssessmentType): string {
  return `Somebody changed this term in the meantime. Its type is now ${now}.`;
}

/** Mid Term and Interim Test are one test by two names: what was given in it stays there. */
function orphanedWords(
  { before, type }: { before: AssessmentType; type: AssessmentType },
  { other, fortnightly }: HeldInTerm,
): string | null {
  const wouldStand = "They would stand on no sheet.";
  if (isFortnightly(type) && other > 0)
    return `${marksWere(other)} given in the ${testTitle(OTHER_ASSESSMENT, before, null)}. ${wouldStand}`;
  if (isFortnightly(before) && fortnightly > 0)
    return `${marksWere(fortnightly)} given in fortnightly tests. ${wouldStand}`;
  return null;
}

function removalOf(tests: number) {
  const set = countOf(tests, "fortnightly test");
  return {
    type: `${set} ${tests === 1 ? "is" : "are"} set in this term, without marks.`,
    tests: `Set the type and take ${set} away`,
  };
}
