import { noTransaction } from "#db/index.ts";
import { countSchool } from "#db/queries/first-run/school-facts.ts";
import { getCurrentTerm, findSchool } from "#db/queries/school.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatSpan } from "#domain/dates.ts";
import { termTitle } from "#domain/terms.ts";

export async function showSchool(): Promise<void> {
  const school = await findSchool(noTransaction);
  if (!school)
    throw new Error("This database has no school yet. To create one, run: npm run school -- create");
  const [term, counts] = await Promise.all([getCurrentTerm(noTransaction), countSchool(noTransaction)]);
  const facts = {
    name: school.name,
    kind: school.flavour,
    address: school.address,
    motto: school.motto,
    term: term
      ? `${termTitle(term.academic_term_id)}, ${formatSpan(term.term_start, term.term_end)}`
      : "none",
    "form classes": counts.form_classes,
    classes: counts.classes,
    employees: counts.employees,
    students: counts.students,
  };
  for (const [fact, value] of Object.entries(facts)) console.log(`${capitalise(fact).padEnd(14)}${value}`);
}
