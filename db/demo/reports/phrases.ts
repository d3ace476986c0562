import type { Employee } from "../people/employees.ts";
import type { Row } from "../insert.ts";

/** Parts in braces are filled in for each student (app/domain/phrases.ts). */
const SHARED = [
  "{name} is a pleasure to teach.",
  "{name} has made good progress this term.",
  "Please read together every evening: {name} enjoys it, and it shows in {his} writing.",
  "{He} should revise a little each day, not only before tests.",
  "{name} must arrive on time: {he} misses the first lesson of the day too often.",
  "{He} needs to hand in {his} homework regularly.",
  "{name} works well with others and respects the rules of the class.",
  "{name} is capable of more when {he} works quietly.",
  "{He} should ask sooner when something is not clear to {him}.",
  "{name} has settled in well and made friends.",
];

/** Some teachers have phrases of their own. */
const OWN = [
  "{name} explains the steps of a problem clearly.",
  "{name} should learn {his} times tables by heart.",
  "{He} writes with feeling and a growing vocabulary.",
  "{name} takes part in discussions, thinks for {himself} and listens to others.",
];

/** A phrase without an employee belongs to the whole school. The demo form teacher and some others have their own. */
export function phraseRows(employees: readonly Employee[]): Row[] {
  const owners = employees.filter(
    ({ post, employee_id }) => post.demo === "formteacher" || employee_id % 6 === 0,
  );
  const shared = SHARED.map((phrase) => ({ employee_id: null, phrase }));
  const own = owners.flatMap(({ employee_id }) => OWN.map((phrase) => ({ employee_id, phrase })));
  return [...shared, ...own].map((row, index) => ({ phrase_id: index + 1, ...row }));
}
