import { noTransaction } from "#db/index.ts";
import { fortnightlyTests } from "#db/queries/fortnightly-tests.ts";
import type { FortnightlyTestRow } from "#db/queries/fortnightly-tests.ts";
import type { Person } from "#domain/person.ts";
import { visibleClasses } from "./visible-classes.server.ts";
import type { AskedClasses } from "./visible-classes.server.ts";

export type FortnightlyTest = FortnightlyTestRow & { lead_id: number | null };

/** The fortnightly tests of a form class in a term, those of each of its classes that the person sees. */
export async function listFortnightlyTests(person: Person, asked: AskedClasses): Promise<FortnightlyTest[]> {
  const { term, classes } = await visibleClasses(person, asked);
  const leads = new Map(classes.map(({ class_id, lead_id }) => [class_id, lead_id]));
  const classIds = [...leads.keys()];
  const tests = await fortnightlyTests({ classIds, academicTermId: term.academic_term_id }, noTransaction);
  return tests.map((test) => ({ ...test, lead_id: leads.get(test.class_id) ?? null }));
}
